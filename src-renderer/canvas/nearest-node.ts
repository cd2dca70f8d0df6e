import { type Box, middleOf, type Place } from './node-places.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

const FORWARD: Record<Direction, (from: Place, to: Place) => number> = {
  left: (from, to) => from.x - to.x,
  right: (from, to) => to.x - from.x,
  up: (from, to) => from.y - to.y,
  down: (from, to) => to.y - from.y,
};
/** How much worse a step to the side is than one forward. */
const SIDEWAYS = 2;

/** The node that an arrow key leads to: the nearest one in that direction, straight ahead before aside; null when none lies there. */
export function nearestNode(from: string, direction: Direction, boxes: ReadonlyMap<string, Box>): string | null {
  const start = boxes.get(from);
  if (start === undefined) return null;
  const origin = middleOf(start);
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [id, box] of boxes) {
    if (id === from) continue;
    const there = middleOf(box);
    const ahead = FORWARD[direction](origin, there);
    if (ahead <= 0) continue;
    const aside = direction === 'left' || direction === 'right' ? Math.abs(there.y - origin.y) : Math.abs(there.x - origin.x);
    const cost = ahead + SIDEWAYS * aside;
    if (cost < least) [best, least] = [id, cost];
  }
  return best;
}

const ROW = 28;
const row = ({ y }: Place): number => Math.round(y / ROW);

/** Nodes in reading order: from top to bottom, and in one row (28 px) from left to right. */
export function readingOrder(boxes: ReadonlyMap<string, Box>): string[] {
  return [...boxes].toSorted(([, a], [, b]) => row(a) - row(b) || a.x - b.x).map(([id]) => id);
}
