import { isJsonObject } from '../kernel/json.ts';
import { DEFAULT_CONCURRENCY, DEFAULT_TURNS_PER_MEMBER } from './defaults.ts';
import { layoutTeam } from './layout.ts';
import { isConversation, type TeamDocument } from './schema.ts';
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

type Place = { readonly x: number; readonly y: number };
type Placeable = { readonly at?: Place | undefined };

const unplaced = (things: readonly Placeable[]): number => things.filter(({ at }) => at === undefined).length;

/** The beginning of a text, never half a character. */
const head = (text: string, limit: number): string => {
  const cut = text.slice(0, limit);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What stands beside the engine's chip: the length of a script, the model, the command. */
function engineOf(engine: unknown): { kind: string; detail: string } {
  if (!isJsonObject(engine)) return { kind: 'none', detail: '' };
  const kind = textOf(engine['kind']) || (engine['profile'] === undefined ? 'none' : 'profile');
  const turns = Array.isArray(engine['turns']) ? engine['turns'].length : 0;
  if (kind === 'scripted') return { kind, detail: turns === 0 ? 'says the task' : turns === 1 ? '1 turn' : `${turns} turns` };
  const detail =
    kind === 'person'
      ? 'you'
      : ['model', 'preset', 'command', 'run', 'profile'].map((key) => textOf(engine[key])).find((text) => text !== '');
  return { kind, detail: head(detail ?? '', LABEL) };
}

/** Places chosen in the document, and for the others the layout's, below what is placed already. */
function placed(things: readonly Placeable[], spare: readonly Place[]): Place[] {
  let next = 0;
  return things.map(({ at }) => {
    if (at !== undefined) return { x: at.x, y: at.y };
    const place = spare[next] ?? { x: 0, y: 0 };
    next += 1;
    return place;
  });
}

/**
 * What the canvas and the library draw of a document, errors or not: small whatever the document's size, with a place for every node. Of a
 * very large team the first 3,000 members and rooms (`omittedMembers`). A note without an id is called `note-1` by its number.
 */
export function sketchTeam(document: TeamDocument): TeamSketch {
  const members = (document.members ?? []).slice(0, MOST_NODES);
  const rooms = (document.rooms ?? []).slice(0, MOST_NODES);
  const notes = (document.notes ?? []).slice(0, MOST_NODES);
  const chosen = [...members, ...rooms].flatMap(({ at }) => (at === undefined ? [] : [at.y]));
  const top = chosen.length === 0 ? 0 : Math.ceil((Math.max(...chosen) + 120) / 4) * 4;
  const layout = layoutTeam(unplaced(members), unplaced(rooms), top);
  const memberPlaces = placed(members, layout.members);
  const roomPlaces = placed(rooms, layout.rooms);
  const sent = new Set(members.map(({ id }) => id));
  const briefLength = members.length > LARGE_TEAM ? SHORT_BRIEF : BRIEF;
  const limits = isConversation(document) ? document.limits : undefined;
  return {
    id: document.id,
    name: head(document.name ?? document.id, LABEL),
    form: document.form,
    task: head(document.task ?? '', TEXT),
    members: members.map((member, index) => ({
      id: member.id,
      name: head(member.name ?? member.id, LABEL),
      role: head(member.role ?? '', LABEL),
      brief: head(member.brief ?? '', briefLength),
      engine: engineOf(member.engine),
      color: member.color ?? (index % COLORS) + 1,
      initialTurn: member['initialTurn'] !== false,
      at: memberPlaces[index] ?? { x: 0, y: 0 },
    })),
    rooms: rooms.map((room, index) => ({
      id: room.id,
      name: head(room.name ?? room.id, LABEL),
      members: room.members.filter((id) => sent.has(id)),
      at: roomPlaces[index] ?? { x: 0, y: 0 },
    })),
    notes: notes.map(({ id, text, at }, index) => ({
      id: id ?? `note-${index + 1}`,
      text: head(text, TEXT),
      at: at ?? { x: 0, y: top + index * 40 },
    })),
    limits: isConversation(document)
      ? {
          globalConcurrency: limits?.globalConcurrency ?? DEFAULT_CONCURRENCY,
          maxTurnsPerMember: limits?.maxTurnsPerMember ?? DEFAULT_TURNS_PER_MEMBER,
        }
      : { globalConcurrency: null, maxTurnsPerMember: null },
    omittedMembers: (document.members ?? []).length - members.length,
  };
}
