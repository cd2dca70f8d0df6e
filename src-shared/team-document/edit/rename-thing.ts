import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { idFromName } from '../id-from-name.ts';
import { valueIn, withValue } from '../document-path.ts';
import { freeId, idsIn } from './free-id.ts';
import { type NewIds, renameInScript, renameSeats } from './references.ts';
import { LISTS, thingsOf, type ThingKind } from './thing-key.ts';

type Named = 'member' | 'room';
const NONE: ReadonlyMap<string, string> = new Map();

/**
 * The document in which a thing has another id, wherever it is named: seats, groups, posts, mentions, templates. Only exactly that
 * id changes (scenarios.md 2). The same document when the new id is taken.
 */
export function renameId(document: JsonObject, kind: ThingKind, id: string, newId: string): JsonObject {
  if (id === newId || idsIn(document).has(newId)) return document;
  const one = new Map([[id, newId]]);
  const ids: NewIds = { members: kind === 'member' ? one : NONE, rooms: kind === 'room' ? one : NONE };
  const renamed = withValue(document, [LISTS[kind], { id }, 'id'], newId);
  const things = (list: 'member' | 'room' | 'group', change: (thing: JsonObject) => JsonObject): JsonObject => {
    const known = thingsOf(renamed, list);
    return known.length === 0 ? {} : { [LISTS[list]]: known.map((thing): JsonValue => (isJsonObject(thing) ? change(thing) : thing)) };
  };
  return {
    ...renamed,
    ...things('member', (member) => renameInScript(member, ids)),
    ...things('room', (room) => renameSeats(room, ids.members)),
    ...things('group', (group) => renameSeats(group, ids.members)),
  };
}

/** Names that the studio gives by itself, until a person says what a thing is called. */
const GIVEN = { member: /^Member(?: \d+)?$/u, room: /^Room(?: \d+)?$/u } as const;

/**
 * The document in which a member or room is called `name`. The first name a person gives also makes its address (decisions.md 31), so that
 * it can be mentioned by that; later names leave the address alone. `id` is what it has now.
 */
export function renameThing(
  document: JsonObject,
  kind: Named,
  id: string,
  name: string,
): { readonly document: JsonObject; readonly id: string } {
  const before = valueIn(document, [LISTS[kind], { id }, 'name']);
  const named = withValue(document, [LISTS[kind], { id }, 'name'], name);
  const isFirst = typeof before === 'string' && GIVEN[kind].test(before) && id === freeIdFor(document, kind, id, before);
  if (!isFirst || GIVEN[kind].test(name)) return { document: named, id };
  const newId = freeIdFor(document, kind, id, name);
  return { document: renameId(named, kind, id, newId), id: newId };
}

/** The address that a name would give this thing: its own id counts as free. */
function freeIdFor(document: JsonObject, kind: Named, id: string, name: string): string {
  const taken = idsIn(document);
  taken.delete(id);
  return freeId(taken, idFromName(name, kind));
}
