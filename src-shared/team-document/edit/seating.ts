import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { directRoomId, isDirectRoom } from '../direct-room.ts';
import { isList, valueIn, withValue } from '../document-path.ts';
import { freeId, idsIn } from './free-id.ts';
import { keyOf, thingsOf, type ThingKey } from './thing-key.ts';

const seatsPath = (roomId: string) => ['rooms', { id: roomId }, 'members'] as const;
const seatsOf = (document: JsonObject, roomId: string): readonly JsonValue[] => {
  const seats = valueIn(document, seatsPath(roomId));
  return isList(seats) ? seats : [];
};

/** True when the member has a seat in the room. */
export const isSeated = (document: JsonObject, memberId: string, roomId: string): boolean => seatsOf(document, roomId).includes(memberId);

/** The member in the room's last seat; one that sits there keeps its seat. */
export function seat(document: JsonObject, memberId: string, roomId: string): JsonObject {
  const seats = seatsOf(document, roomId);
  return seats.includes(memberId) ? document : withValue(document, seatsPath(roomId), [...seats, memberId]);
}

/** The member out of the room. */
export function unseat(document: JsonObject, memberId: string, roomId: string): JsonObject {
  const seats = seatsOf(document, roomId);
  if (!seats.includes(memberId)) return document;
  return withValue(
    document,
    seatsPath(roomId),
    seats.filter((id) => id !== memberId),
  );
}

/** Every member in the room, those that sat there before in front. */
export function seatEveryone(document: JsonObject, roomId: string): JsonObject {
  const everyone = thingsOf(document, 'member').flatMap((member) =>
    isJsonObject(member) && typeof member['id'] === 'string' ? [member['id']] : [],
  );
  return everyone.reduce((changed, memberId) => seat(changed, memberId, roomId), document);
}

/** The room in which two members write each other directly: the one there is, or a new one (decisions.md 43). */
export function directRoom(document: JsonObject, left: string, right: string): { readonly document: JsonObject; readonly key: ThingKey } {
  const wanted = new Set<JsonValue>([left, right]);
  for (const room of thingsOf(document, 'room')) {
    if (!isJsonObject(room) || !isDirectRoom(room) || typeof room['id'] !== 'string') continue;
    if (isList(room['members']) && room['members'].every((id) => wanted.has(id))) return { document, key: keyOf('room', room['id']) };
  }
  const id = freeId(idsIn(document), directRoomId(left, right));
  return {
    document: { ...document, rooms: [...thingsOf(document, 'room'), { id, members: [left, right].toSorted() }] },
    key: keyOf('room', id),
  };
}
