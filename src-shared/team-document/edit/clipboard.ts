import { isJsonObject, type JsonObject, type JsonValue, stringOf } from '../../kernel/json.ts';
import { isList, valueIn } from '../document-path.ts';
import { onGrid, type Place } from './add-things.ts';
import { freeId, freeName, idsIn } from './free-id.ts';
import { withNoteIds } from './place-things.ts';
import { type NewIds, renameInScript, renameSeats } from './references.ts';
import { isDirectRoom } from '../direct-room.ts';
import { isSeated, seat } from './seating.ts';
import { keyOf, LISTS, readKey, thingsOf, type ThingKey } from './thing-key.ts';

/** Members, rooms, notes and groups on their way to this or another team. */
export interface Fragment {
  readonly format: 'troupe.fragment';
  readonly formatVersion: 1;
  readonly members: readonly JsonObject[];
  readonly rooms: readonly JsonObject[];
  readonly notes: readonly JsonObject[];
  readonly groups: readonly JsonObject[];
}
const KINDS = ['member', 'room', 'note', 'group'] as const;

const chosen = (document: JsonObject, kind: (typeof KINDS)[number], keys: ReadonlySet<string>): JsonObject[] =>
  thingsOf(document, kind).flatMap((thing) =>
    isJsonObject(thing) && typeof thing['id'] === 'string' && keys.has(keyOf(kind, thing['id'])) ? [thing] : [],
  );

/** The chosen things of a document, or null when none of them can be taken along. */
export function copyThings(document: JsonObject, keys: ReadonlySet<string>): Fragment | null {
  const whole = withNoteIds(document);
  const [members, rooms, notes, groups] = [
    chosen(whole, 'member', keys),
    chosen(whole, 'room', keys),
    chosen(whole, 'note', keys),
    chosen(whole, 'group', keys),
  ];
  return members.length + rooms.length + notes.length + groups.length === 0
    ? null
    : { format: 'troupe.fragment', formatVersion: 1, members, rooms, notes, groups };
}

/** Reads what `copyThings` gave from any JSON; null for anything else. */
export function readFragment(value: JsonValue): Fragment | null {
  if (!isJsonObject(value) || value['format'] !== 'troupe.fragment' || value['formatVersion'] !== 1) return null;
  const list = (key: string): JsonObject[] => {
    const items = value[key];
    return isList(items) ? items.filter((item): item is JsonObject => isJsonObject(item) && typeof item['id'] === 'string') : [];
  };
  return {
    format: 'troupe.fragment',
    formatVersion: 1,
    members: list('members'),
    rooms: list('rooms'),
    notes: list('notes'),
    groups: list('groups'),
  };
}

/**
 * Puts copies into a document: new ids and names where the old ones are taken, references among the copies led to the copies, others kept
 * as far as the document has what they name (scenarios.md 10: nothing is shared with the original). `shift` moves every copy.
 */
export function pasteThings(
  document: JsonObject,
  fragment: Fragment,
  shift: Place,
): { readonly document: JsonObject; readonly keys: readonly ThingKey[] } {
  const taken = idsIn(document);
  const ids = {
    member: new Map<string, string>(),
    room: new Map<string, string>(),
    note: new Map<string, string>(),
    group: new Map<string, string>(),
  };
  const lists = { member: fragment.members, room: fragment.rooms, note: fragment.notes, group: fragment.groups };
  for (const kind of KINDS)
    for (const thing of lists[kind]) {
      const id = freeId(taken, stringOf(thing['id']));
      taken.add(id);
      ids[kind].set(stringOf(thing['id']), id);
    }
  const news: NewIds = { members: ids.member, rooms: ids.room };
  let changed = withNoteIds(document);
  const keys: ThingKey[] = [];
  for (const kind of KINDS) {
    for (const thing of lists[kind]) {
      const id = ids[kind].get(stringOf(thing['id'])) ?? '';
      const own =
        kind === 'member'
          ? renameInScript(thing, news)
          : kind === 'room' || kind === 'group'
            ? knownSeats(renameSeats(thing, news.members), taken)
            : thing;
      const name = own['name'];
      const copy: JsonObject = {
        ...own,
        id,
        ...(typeof name === 'string' && kind !== 'note' && { name: freeName(changed, kind, name) }),
        ...placeOf(own, shift),
      };
      changed = { ...changed, [LISTS[kind]]: [...thingsOf(changed, kind), copy] };
      keys.push(keyOf(kind, id));
    }
  }
  return { document: changed, keys };
}

/** Seats of members that the team does not have would hang on nothing. */
function knownSeats(room: JsonObject, known: ReadonlySet<string>): JsonObject {
  const seats = room['members'];
  return isList(seats) ? { ...room, members: seats.filter((id) => typeof id === 'string' && known.has(id)) } : room;
}

function placeOf(thing: JsonObject, shift: Place): JsonObject {
  const [x, y] = [valueIn(thing, ['at', 'x']), valueIn(thing, ['at', 'y'])];
  return typeof x === 'number' && typeof y === 'number' ? { at: onGrid({ x: x + shift.x, y: y + shift.y }) } : {};
}

/** Copies beside the originals, one grid field down and right; a copied member sits where the original sits. */
export function duplicateThings(
  document: JsonObject,
  keys: ReadonlySet<string>,
): { readonly document: JsonObject; readonly keys: readonly ThingKey[] } {
  const fragment = copyThings(document, keys);
  if (fragment === null) return { document, keys: [] };
  const pasted = pasteThings(document, fragment, { x: 32, y: 32 });
  let seated = pasted.document;
  for (const [index, { id }] of fragment.members.entries()) {
    const copy = readKey(pasted.keys[index] ?? '').id;
    for (const room of thingsOf(document, 'room')) {
      const isCopied = isJsonObject(room) && keys.has(keyOf('room', stringOf(room['id'])));
      if (!isJsonObject(room) || isCopied || isDirectRoom(room) || !isSeated(document, stringOf(id), stringOf(room['id']))) continue;
      seated = seat(seated, copy, stringOf(room['id']));
    }
  }
  return { document: seated, keys: pasted.keys };
}
