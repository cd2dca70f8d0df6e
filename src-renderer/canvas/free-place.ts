import type { Box, Place } from './node-places.ts';

const STEP = 32;
const GAP = 24;

const overlaps = (left: Box, right: Box) =>
  left.x < right.x + right.width + GAP &&
  right.x < left.x + left.width + GAP &&
  left.y < right.y + right.height + GAP &&
  right.y < left.y + left.height + GAP;

/** A place of that size inside of what is seen that covers nothing, the middle first; the middle when all of it is taken. */
export function freePlaceIn(
  seen: Box,
  { width, height }: { readonly width: number; readonly height: number },
  taken: Iterable<Box>,
): Place {
  const near = [...taken].filter((box) => overlaps(box, seen));
  const middle = { x: seen.x + (seen.width - width) / 2, y: seen.y + (seen.height - height) / 2 };
  const columns = Math.floor(Math.max(0, seen.width - width) / 2 / STEP);
  const rows = Math.floor(Math.max(0, seen.height - height) / 2 / STEP);
  const places: Place[] = [];
  for (let column = -columns; column <= columns; column += 1)
    for (let row = -rows; row <= rows; row += 1) places.push({ x: middle.x + column * STEP, y: middle.y + row * STEP });
  const far = ({ x, y }: Place) => (x - middle.x) ** 2 + (y - middle.y) ** 2;
  places.sort((left, right) => far(left) - far(right));
  return places.find((place) => near.every((box) => !overlaps(box, { ...place, width, height }))) ?? middle;
}
