/** The most that is kept of what has left the window of the fold. */
const MOST_KEPT = 300;

/**
 * What stays on screen when the fold's window moves on: everything known that is older than the window, then the window.
 * Where the two do not meet (a fresh snapshot far ahead) only the window is left.
 */
export function keptTail<Item>(known: readonly Item[], window: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const [first] = window;
  if (first === undefined || known.length === 0) return window;
  const start = keyOf(first);
  const index = known.findIndex((item) => keyOf(item) === start);
  if (index <= 0) return window;
  return [...known.slice(Math.max(0, index - MOST_KEPT), index), ...window];
}
