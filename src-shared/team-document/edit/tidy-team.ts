import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { isDirectRoom } from '../direct-room.ts';
import { isList } from '../document-path.ts';
import { layoutTeam } from '../layout.ts';
import type { Place } from './add-things.ts';
import { placeThings } from './place-things.ts';
import { keyOf, thingsOf, type ThingKey } from './thing-key.ts';

/** How often members and rooms are put where those they are joined to stand. */
const ROUNDS = 8;
const NOTE_PITCH = 80;

const idsIn = (list: readonly JsonValue[], isWanted: (thing: JsonObject) => boolean = () => true): string[] =>
  list.flatMap((thing) => (isJsonObject(thing) && typeof thing['id'] === 'string' && isWanted(thing) ? [thing['id']] : []));

/** Ids by the mean place of what they are joined to; those joined to nothing keep theirs. */
function byNeighbours(
  ids: readonly string[],
  neighbours: ReadonlyMap<string, readonly string[]>,
  placeOf: ReadonlyMap<string, number>,
): string[] {
  const mean = (id: string, index: number) => {
    const places = (neighbours.get(id) ?? []).flatMap((other) => placeOf.get(other) ?? []);
    return places.length === 0 ? index / Math.max(1, ids.length - 1) : places.reduce((sum, place) => sum + place, 0) / places.length;
  };
  const keyed = ids.map((id, index) => ({ id, index, mean: mean(id, index) }));
  return keyed.toSorted((left, right) => left.mean - right.mean || left.index - right.index).map(({ id }) => id);
}

/** Where the ids of a column stand, from 0 at its top to 1 at its end. */
const heights = (...columns: (readonly string[])[]): Map<string, number> =>
  new Map(columns.flatMap((ids) => ids.map((id, index) => [id, ids.length < 2 ? 0.5 : index / (ids.length - 1)] as const)));

/**
 * The document with everything in a readable order: members left and right, rooms between them, each as near as can be to what it is joined
 * to, so that few lines cross; notes below. Deterministic.
 */
export function tidyTeam(document: JsonObject): JsonObject {
  const members = idsIn(thingsOf(document, 'member'));
  let rooms = idsIn(thingsOf(document, 'room'), (room) => !isDirectRoom(room));
  const seats = new Map<string, string[]>();
  const seatedIn = new Map<string, string[]>(members.map((id) => [id, []]));
  for (const room of thingsOf(document, 'room')) {
    if (!isJsonObject(room) || typeof room['id'] !== 'string' || !isList(room['members'])) continue;
    const seated = room['members'].filter((id): id is string => typeof id === 'string' && seatedIn.has(id));
    seats.set(room['id'], seated);
    for (const id of seated) seatedIn.get(id)?.push(room['id']);
  }
  const half = Math.ceil(members.length / 2);
  let [left, right] = [members.slice(0, half), members.slice(half)];
  for (let round = 0; round < ROUNDS; round += 1) {
    rooms = byNeighbours(rooms, seats, heights(left, right));
    const roomHeights = heights(rooms);
    left = byNeighbours(left, seatedIn, roomHeights);
    right = byNeighbours(right, seatedIn, roomHeights);
  }
  const layout = layoutTeam(members.length, rooms.length);
  const places = new Map<ThingKey, Place>();
  [...left, ...right].forEach((id, index) => places.set(keyOf('member', id), layout.members[index] ?? { x: 0, y: 0 }));
  rooms.forEach((id, index) => places.set(keyOf('room', id), layout.rooms[index] ?? { x: 0, y: 0 }));
  const bottom = Math.max(0, ...[...places.values()].map(({ y }) => y + 120));
  thingsOf(document, 'note').forEach((note, index) => {
    const id = isJsonObject(note) && typeof note['id'] === 'string' ? note['id'] : `note-${index + 1}`;
    places.set(keyOf('note', id), { x: 0, y: bottom + index * NOTE_PITCH });
  });
  return placeThings(document, places);
}
