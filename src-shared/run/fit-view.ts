import { headOf } from './fit-json.ts';
import { graphWindow } from './graph-window.ts';
import type { MemberView, RoomView, RunView } from './run-view.ts';

/** A snapshot's share of a frame of 1 MiB, in UTF-8 bytes; the rest is for the team and the head. */
const VIEW_BYTES = 700 * 1024;

// Ever smaller windows; the last one is small enough for thousands of members.
const WINDOWS = [
  { turns: 40, messages: 120, text: 64 * 1024 },
  { turns: 20, messages: 60, text: 16 * 1024 },
  { turns: 8, messages: 20, text: 4 * 1024 },
  { turns: 2, messages: 5, text: 512 },
  { turns: 1, messages: 1, text: 64 },
  { turns: 0, messages: 0, text: 0 },
] as const;
type Window = (typeof WINDOWS)[number];

const last = <Item>(items: readonly Item[], count: number): Item[] => (count === 0 ? [] : items.slice(-count));

function cutText<Item extends { text: string; cut: boolean }>(item: Item, limit: number): Item {
  return item.text.length <= limit ? item : { ...item, text: headOf(item.text, limit), cut: true };
}

function throughWindow(view: RunView, window: Window): RunView {
  const member = (value: MemberView): MemberView => ({
    ...value,
    turns: last(value.turns, window.turns).map((turn) => cutText(turn, window.text)),
  });
  const room = (value: RoomView): RoomView => ({
    ...value,
    messages: last(value.messages, window.messages).map((message) => cutText(message, window.text)),
  });
  return {
    ...view,
    members: Object.fromEntries(Object.entries(view.members).map(([id, value]) => [id, member(value)])),
    rooms: Object.fromEntries(Object.entries(view.rooms).map(([id, value]) => [id, room(value)])),
    graph: graphWindow.slim(view.graph, 4 * window.messages),
  };
}

/** The view as it travels: with the largest windows that fit a frame. `sizeOf` gives the UTF-8 bytes of a text. */
export function fitView(view: RunView, sizeOf: (text: string) => number): RunView {
  let fitted = view;
  for (const window of WINDOWS) {
    fitted = throughWindow(view, window);
    if (sizeOf(JSON.stringify(fitted)) <= VIEW_BYTES) break;
  }
  return fitted;
}
