/** Beginning of the ids that direct messages get in the studio. */
const PREFIX = 'direct-';

/** The id of the room in which two members write each other directly; the same whoever began. */
export const directRoomId = (left: string, right: string): string => PREFIX + [left, right].toSorted().join('-');

/**
 * True for the room of a direct message (decisions.md 43): the studio's id, two members and no name of its own. Once it is named, or a third
 * member sits in it, it is a room like any other.
 */
export function isDirectRoom(room: { readonly [key: string]: unknown }): boolean {
  const { id, name, members } = room;
  return (
    typeof id === 'string' && id.startsWith(PREFIX) && (name === undefined || name === '') && Array.isArray(members) && members.length === 2
  );
}
