import type { TeamMessage } from './team-state.ts';

/**
 * Where the messages of a conversation stand, so that a turn reads a few of them and not all. One index serves a whole line of states:
 * each later state's messages begin with the earlier one's, so the index only grows, and an older state uses what lies below its length.
 */
export class MessageIndex {
  // The messages themselves: a copy of an array that is not frozen takes a third of the time, and this is copied on every post.
  readonly #messages: TeamMessage[] = [];
  readonly #byId = new Map<string, number>();
  readonly #byRoom = new Map<string, number[]>();

  /** How many messages the newest state of this line has. */
  get length(): number {
    return this.#messages.length;
  }

  add(message: TeamMessage): void {
    const place = this.#messages.length;
    this.#messages.push(message);
    this.#byId.set(message.id, place);
    const room = this.#byRoom.get(message.roomId);
    if (room === undefined) this.#byRoom.set(message.roomId, [place]);
    else room.push(place);
  }

  /** The newest state's messages, frozen. */
  list(): readonly TeamMessage[] {
    return Object.freeze(this.#messages.slice());
  }

  /** Place of a message in saved order, undefined if it is not there. */
  placeOf(id: string): number | undefined {
    return this.#byId.get(id);
  }

  /** Places of a room's last `count` messages among the first `length` of all. */
  tail(roomId: string, count: number, length: number): readonly number[] {
    const room = this.#byRoom.get(roomId) ?? [];
    const end = length < this.length ? firstAtLeast(room, length) : room.length;
    return room.slice(Math.max(0, end - count), end);
  }
}

function firstAtLeast(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Keyed by the array itself, with its length at that time: a state that a caller made from JSON may be one they still add to.
const indexes = new WeakMap<readonly TeamMessage[], { readonly index: MessageIndex; readonly length: number }>();

/** The index of a state's messages: the one built along with it, or a new one after a single walk (a state that came from JSON). */
export function messageIndex(messages: readonly TeamMessage[]): MessageIndex {
  const known = indexes.get(messages);
  if (known !== undefined && known.length === messages.length) return known.index;
  const index = new MessageIndex();
  for (const message of messages) index.add(message);
  indexes.set(messages, { index, length: messages.length });
  return index;
}

/** The messages with further ones at the end, frozen; `added` are frozen messages. */
export function appendMessages(messages: readonly TeamMessage[], added: readonly TeamMessage[]): readonly TeamMessage[] {
  if (added.length === 0) return messages;
  const index = messageIndex(messages);
  // An older state, from which another line was reduced before: that line keeps its index, this one gets its own when it is asked.
  if (index.length !== messages.length) return Object.freeze([...messages, ...added]);
  for (const message of added) index.add(message);
  const next = index.list();
  indexes.set(next, { index, length: next.length });
  return next;
}
