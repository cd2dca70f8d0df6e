import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { isDirectRoom } from '../direct-room.ts';
import { isList } from '../document-path.ts';
import { withNoteIds } from './place-things.ts';
import { keyOf, LISTS, readKey, thingsOf, type ThingKey } from './thing-key.ts';
import { mapPosts } from './references.ts';

const mapThings = (document: JsonObject, list: 'rooms' | 'groups' | 'members', change: (thing: JsonObject) => JsonObject): JsonObject => {
  const things = document[list];
  if (!isList(things)) return document;
  const changed = things.map((thing) => (isJsonObject(thing) ? change(thing) : thing));
  return changed.every((thing, index) => thing === things[index]) ? document : { ...document, [list]: changed };
};

const without = (thing: JsonObject, key: string, isGone: (id: JsonValue) => boolean): JsonObject => {
  const ids = thing[key];
  return isList(ids) && ids.some(isGone) ? { ...thing, [key]: ids.filter((id) => !isGone(id)) } : thing;
};

/**
 * The document without these things and without everything that would hang on nothing: seats and group places of a removed member, mentions
 * of it in other members' scripts, and the direct messages it took part in. What scripts post to a removed room stays (it is a person's
 * text) and is a problem with a fix.
 */
export function removeThings(document: JsonObject, keys: Iterable<ThingKey>): JsonObject {
  const gone = new Set<string>(keys);
  const members = new Set([...gone].map(readKey).flatMap(({ kind, id }) => (kind === 'member' ? [id] : [])));
  const isGone = (id: JsonValue) => typeof id === 'string' && members.has(id);
  let changed = withNoteIds(document);
  for (const room of thingsOf(changed, 'room'))
    if (
      isJsonObject(room) &&
      isDirectRoom(room) &&
      isList(room['members']) &&
      room['members'].some(isGone) &&
      typeof room['id'] === 'string'
    )
      gone.add(keyOf('room', room['id']));
  for (const kind of ['member', 'room', 'note', 'group'] as const) {
    const things = thingsOf(changed, kind);
    const kept = things.filter((thing) => !(isJsonObject(thing) && typeof thing['id'] === 'string' && gone.has(keyOf(kind, thing['id']))));
    if (kept.length < things.length) changed = { ...changed, [LISTS[kind]]: kept };
  }
  if (members.size === 0) return changed;
  changed = mapThings(changed, 'rooms', (room) => without(room, 'members', isGone));
  changed = mapThings(changed, 'groups', (group) => without(group, 'members', isGone));
  return mapThings(changed, 'members', (member) => mapPosts(member, (post) => without(post, 'mentions', isGone)));
}
