import { headOf, isBeginning } from './fit-json.ts';
import type { PostedMessage } from './graph-window.ts';
import type { MemberView, RoomView, RunView, TurnView } from './run-view.ts';

// A window grows to its limit and a half before it is cut back, so that the copy is paid once in many turns.
const TURNS_KEPT = 40;
const MESSAGES_KEPT = 120;

/** One batch's changes to a view: what is touched is copied once, the rest keeps its identity. */
export class ViewDraft {
  readonly view: RunView;
  readonly #members = new Set<string>();
  readonly #rooms = new Set<string>();
  readonly #turns = new Set<TurnView>();

  constructor(view: RunView) {
    this.view = { ...view, members: { ...view.members }, rooms: { ...view.rooms } };
  }

  /** The member, free to change, or null when the run has none of that id. */
  member(id: string): MemberView | null {
    const found = Object.hasOwn(this.view.members, id) ? this.view.members[id] : undefined;
    if (found === undefined || this.#members.has(id)) return found ?? null;
    const copy = { ...found, turns: [...found.turns] };
    this.#members.add(id);
    this.view.members[id] = copy;
    return copy;
  }

  /** The turn at a position, free to change: open, or among the newest of its member. */
  turnAt(position: string): TurnView | null {
    const owner = this.view.open[position];
    if (owner === undefined) return null;
    const member = this.member(owner);
    const index = member === null ? -1 : member.turns.findLastIndex((turn) => turn.position === position);
    const turn = member?.turns[index];
    if (member === null || turn === undefined || this.#turns.has(turn)) return turn ?? null;
    const copy = { ...turn };
    this.#turns.add(copy);
    member.turns[index] = copy;
    return copy;
  }

  pushTurn(member: MemberView, turn: TurnView): void {
    this.#turns.add(turn);
    member.turns.push(turn);
    if (member.turns.length > TURNS_KEPT * 1.5) member.turns = member.turns.slice(-TURNS_KEPT);
  }

  addMessages(messages: readonly PostedMessage[], event: { readonly timestamp: string; readonly revision: number }, cut: boolean): void {
    for (const { text, ...message } of messages) {
      const room = this.#room(message.roomId);
      if (room === null) continue;
      room.messageCount += 1;
      room.messages.push({ ...message, text: headOf(text), cut: isBeginning(text, cut), at: event.timestamp, revision: event.revision });
      if (room.messages.length > MESSAGES_KEPT * 1.5) room.messages = room.messages.slice(-MESSAGES_KEPT);
    }
  }

  #room(id: string): RoomView | null {
    const found = Object.hasOwn(this.view.rooms, id) ? this.view.rooms[id] : undefined;
    if (found === undefined || this.#rooms.has(id)) return found ?? null;
    const copy = { ...found, messages: [...found.messages] };
    this.#rooms.add(id);
    this.view.rooms[id] = copy;
    return copy;
  }
}
