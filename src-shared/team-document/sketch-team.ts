import { isJsonObject, type JsonObject, type JsonValue, stringOf } from '../kernel/json.ts';
import { DEFAULT_CONCURRENCY, DEFAULT_TURNS_PER_MEMBER } from './defaults.ts';
import { isDirectRoom } from './direct-room.ts';
import { isSameJson } from './document-change.ts';
import { layoutTeam } from './layout.ts';
import type { TeamSketch } from './sketch.ts';

/** Most members and rooms that are sent to be drawn. */
const MOST_NODES = 3000;
/** From this many members on, briefs are cut shorter, so that a sketch fits a frame of 1 MiB (decisions.md 45). */
const LARGE_TEAM = 500;
const BRIEF = 400;
const SHORT_BRIEF = 60;
const LABEL = 120;
const TEXT = 2000;
const COLORS = 12;
const FAR = 1_000_000;

type Place = { readonly x: number; readonly y: number };
type Fields = { readonly [key: string]: unknown };

/** A thing's fields; nothing for what is no object. */
const fieldsOf = (value: unknown): Fields => (isJsonObject(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
/** Things of a list that have an id: others can be neither drawn nor named, and are a problem of the document. */
const thingsOf = (value: unknown): { readonly id: string; readonly fields: Fields }[] =>
  listOf(value).flatMap((item) => {
    const fields = fieldsOf(item);
    return typeof fields['id'] === 'string' ? [{ id: fields['id'], fields }] : [];
  });

/** The beginning of a text, never half a character. */
const head = (text: string, limit: number): string => {
  const cut = text.slice(0, limit);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
};
const coordinate = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= FAR ? value : null;

/** A place that can be drawn, or null. */
function placeOf(value: unknown): Place | null {
  const { x, y } = fieldsOf(value);
  const [left, top] = [coordinate(x), coordinate(y)];
  return left === null || top === null ? null : { x: left, y: top };
}

/** What stands beside the engine's chip: the length of a script, the model, the command. */
function engineOf(value: unknown): { kind: string; detail: string } {
  if (!isJsonObject(value)) return { kind: 'none', detail: '' };
  const engine: { readonly [key: string]: JsonValue | undefined } = value;
  const kind = stringOf(engine['kind']) || (engine['profile'] === undefined ? 'none' : 'profile');
  const turns = listOf(engine['turns']).length;
  if (kind === 'scripted') return { kind, detail: turns === 0 ? 'says the task' : turns === 1 ? '1 turn' : `${turns} turns` };
  const detail =
    kind === 'person'
      ? 'you'
      : ['model', 'preset', 'command', 'run', 'profile'].map((key) => stringOf(engine[key])).find((text) => text !== '');
  return { kind, detail: head(detail ?? '', LABEL) };
}

/** Places chosen in the document, and for the others the layout's, below what is placed already. */
function placed(chosen: readonly (Place | null)[], spare: readonly Place[]): Place[] {
  let next = 0;
  return chosen.map((place) => {
    if (place !== null) return place;
    next += 1;
    return spare[next - 1] ?? { x: 0, y: 0 };
  });
}

const missing = (choices: readonly (Place | null)[]): number => choices.filter((place) => place === null).length;
const countOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/**
 * What the canvas and the library draw of a document, errors or not, whatever its fields hold: small whatever the document's size, with a
 * place for every node. Of a very large team the first 3,000 members and rooms (`omittedMembers`). A note without an id is called `note-1`
 * by its number.
 */
export function sketchTeam(document: object): TeamSketch {
  const fields = fieldsOf(document);
  const everyone = thingsOf(fields['members']);
  const members = everyone.slice(0, MOST_NODES);
  const rooms = thingsOf(fields['rooms']).slice(0, MOST_NODES);
  const notes = listOf(fields['notes']).slice(0, MOST_NODES).map(fieldsOf);
  const isDirect = rooms.map((room) => isDirectRoom(room.fields));
  const memberChoices = members.map((member) => placeOf(member.fields['at']));
  // A direct message stands between its two members, wherever they are.
  const roomChoices = rooms.map((room, index) => (isDirect[index] === true ? { x: 0, y: 0 } : placeOf(room.fields['at'])));
  const chosen = [...memberChoices, ...roomChoices.filter((_, index) => isDirect[index] !== true)].flatMap((place) => place?.y ?? []);
  const top = chosen.length === 0 ? 0 : Math.ceil((Math.max(...chosen) + 120) / 4) * 4;
  const layout = layoutTeam(missing(memberChoices), missing(roomChoices), top);
  const memberPlaces = placed(memberChoices, layout.members);
  const roomPlaces = placed(roomChoices, layout.rooms);
  const nameOf = ({ id, fields: own }: { readonly id: string; readonly fields: Fields }) => head(stringOf(own['name']) || id, LABEL);
  // Of two with one id the first is meant.
  const bottom = Math.max(0, ...[...memberPlaces, ...roomPlaces].map(({ y }) => y + 120));
  const names = new Map(members.toReversed().map((member) => [member.id, nameOf(member)]));
  const briefLength = members.length > LARGE_TEAM ? SHORT_BRIEF : BRIEF;
  const isConversation = fields['form'] === 'conversation';
  const limits = fieldsOf(fields['limits']);
  const id = stringOf(fields['id']);
  return {
    id,
    name: head(stringOf(fields['name']) || id, LABEL),
    form: head(stringOf(fields['form']), LABEL),
    task: head(stringOf(fields['task']), TEXT),
    members: members.map(({ id: memberId, fields: own }, index) => {
      const color = countOf(own['color']);
      return {
        id: memberId,
        name: nameOf({ id: memberId, fields: own }),
        role: head(stringOf(own['role']), LABEL),
        brief: head(stringOf(own['brief']), briefLength),
        engine: engineOf(own['engine']),
        color: color !== null && Number.isInteger(color) && color >= 1 && color <= COLORS ? color : (index % COLORS) + 1,
        initialTurn: own['initialTurn'] !== false,
        at: memberPlaces[index] ?? { x: 0, y: 0 },
      };
    }),
    rooms: rooms.map(({ id: roomId, fields: own }, index) => {
      const seats = listOf(own['members']).filter((seat): seat is string => typeof seat === 'string' && names.has(seat));
      const direct = isDirect[index] === true;
      const name = stringOf(own['name']) || (direct ? seats.map((seat) => names.get(seat)).join(' and ') : roomId);
      return { id: roomId, name: head(name, LABEL), members: seats, at: roomPlaces[index] ?? { x: 0, y: 0 }, direct };
    }),
    notes: notes.map((own, index) => ({
      id: stringOf(own['id']) || `note-${index + 1}`,
      text: head(stringOf(own['text']), TEXT),
      at: placeOf(own['at']) ?? { x: 0, y: bottom + index * 80 },
    })),
    groups: thingsOf(fields['groups'])
      .slice(0, MOST_NODES)
      .map(({ id: groupId, fields: own }) => {
        const { width, height } = fieldsOf(own['size']);
        return {
          id: groupId,
          name: head(stringOf(own['name']) || groupId, LABEL),
          members: listOf(own['members']).filter((member): member is string => typeof member === 'string' && names.has(member)),
          box: { ...(placeOf(own['at']) ?? { x: 0, y: top }), width: coordinate(width) ?? 240, height: coordinate(height) ?? 120 },
        };
      }),
    limits: isConversation
      ? {
          globalConcurrency: countOf(limits['globalConcurrency']) ?? DEFAULT_CONCURRENCY,
          maxTurnsPerMember: countOf(limits['maxTurnsPerMember']) ?? DEFAULT_TURNS_PER_MEMBER,
        }
      : { globalConcurrency: null, maxTurnsPerMember: null },
    omittedMembers: everyone.length - members.length,
  };
}

const kept = <Item extends JsonObject>(items: Item[], known: readonly Item[]): Item[] =>
  items.map((item, index) => {
    const old = known[index];
    return old !== undefined && isSameJson(old, item) ? old : item;
  });

/** The sketch of a document that was edited: what is drawn as before is the same object as before. */
export function sketchAgain(document: object, before: TeamSketch): TeamSketch {
  const next = sketchTeam(document);
  return {
    ...next,
    members: kept(next.members, before.members),
    rooms: kept(next.rooms, before.rooms),
    notes: kept(next.notes, before.notes),
    groups: kept(next.groups, before.groups),
  };
}
