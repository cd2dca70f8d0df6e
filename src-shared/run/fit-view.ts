import { headOf } from './fit-json.ts';
import { graphWindow } from './graph-window.ts';
import type { MemberView, RoomView, RunView, TurnView } from './run-view.ts';

/** A snapshot's share of a frame of 1 MiB, in UTF-8 bytes; the rest is for the team and the head. */
const VIEW_BYTES = 700 * 1024;

// Ever smaller windows. Turns that are open are always kept, since what settles them will come.
const WINDOWS = [
  { turns: 40, messages: 120, text: 64 * 1024, names: 500 },
  { turns: 20, messages: 60, text: 16 * 1024, names: 100 },
  { turns: 8, messages: 20, text: 4 * 1024, names: 50 },
  { turns: 2, messages: 5, text: 512, names: 20 },
  { turns: 1, messages: 1, text: 64, names: 5 },
  { turns: 0, messages: 0, text: 0, names: 3 },
] as const;
type Window = (typeof WINDOWS)[number];

const last = <Item>(items: readonly Item[], count: number): Item[] => (count === 0 ? [] : items.slice(-count));

function cutText<Item extends { text: string; cut: boolean }>(item: Item, limit: number): Item {
  return item.text.length <= limit ? item : { ...item, text: headOf(item.text, limit), cut: true };
}

function throughWindow(view: RunView, { turns, messages, text, names }: Window): RunView {
  const turn = (value: TurnView): TurnView => ({
    ...cutText(value, text),
    triggers: last(value.triggers, names),
    posts: last(value.posts, names).map((post) => ({ ...post, mentions: post.mentions.slice(0, names) })),
    cause: value.cause === null ? null : headOf(value.cause, Math.max(text, 64)),
    reason: value.reason === null ? null : headOf(value.reason, Math.max(text, 64)),
  });
  const member = (value: MemberView): MemberView => {
    const newest = value.turns.length - turns;
    const kept = value.turns.filter(({ position }, index) => index >= newest || Object.hasOwn(view.open, position));
    return { ...value, turns: kept.map(turn) };
  };
  const room = (value: RoomView): RoomView => ({
    ...value,
    messages: last(value.messages, messages).map((message) => ({ ...cutText(message, text), mentions: message.mentions.slice(0, names) })),
  });
  return {
    ...view,
    members: Object.fromEntries(Object.entries(view.members).map(([id, value]) => [id, member(value)])),
    rooms: Object.fromEntries(Object.entries(view.rooms).map(([id, value]) => [id, room(value)])),
    graph: graphWindow.slim(view.graph, 4 * messages, names),
  };
}

/** What a turn and a message take at least without their text, in bytes. */
const LEAST_TURN = 250;
const LEAST_MESSAGE = 120;

/** True when a window is too large for sure: so that a huge view is not written out again and again to see it. */
function cannotFit(view: RunView, { turns, messages, text }: Window): boolean {
  let least = 0;
  for (const member of Object.values(view.members))
    for (const turn of last(member.turns, turns)) least += LEAST_TURN + Math.min(text, turn.text.length);
  for (const room of Object.values(view.rooms))
    for (const message of last(room.messages, messages)) least += LEAST_MESSAGE + Math.min(text, message.text.length);
  return least > VIEW_BYTES;
}

/** The view with its first members and rooms only: a team that no frame holds whole. */
function withFirst(view: RunView, count: number): RunView {
  const members = Object.fromEntries(Object.entries(view.members).slice(0, count));
  return {
    ...view,
    members,
    rooms: Object.fromEntries(Object.entries(view.rooms).slice(0, count)),
    open: Object.fromEntries(Object.entries(view.open).filter(([, id]) => Object.hasOwn(members, id))),
    graph: graphWindow.only(view.graph, (id) => Object.hasOwn(members, id)),
  };
}

/** The view as it travels: with the largest windows that fit `most` bytes. `sizeOf` gives the UTF-8 bytes of a text. */
export function fitView(view: RunView, sizeOf: (text: string) => number, most = VIEW_BYTES): RunView {
  const fits = (candidate: RunView) => sizeOf(JSON.stringify(candidate)) <= most;
  let fitted = view;
  for (const window of WINDOWS) {
    if (cannotFit(view, window)) continue;
    fitted = throughWindow(view, window);
    if (fits(fitted)) return fitted;
  }
  let count = Math.max(Object.keys(view.members).length, Object.keys(view.rooms).length);
  while (count > 0 && !fits(fitted)) {
    count = Math.floor(count / 2);
    fitted = withFirst(fitted, count);
  }
  return fitted;
}
