import { expect, it } from 'vitest';
import { keptTail } from './kept-tail.ts';

const keyOf = (item: string) => item.charAt(0);

it('keeps what is older than the window and takes the window as it is now', () => {
  expect(keptTail(['a', 'b', 'c'], ['b2', 'c2', 'd'], keyOf)).toEqual(['a', 'b2', 'c2', 'd']);
});
it('is the window itself while nothing has left it', () => {
  const window = ['a2', 'b'];
  expect(keptTail(['a'], window, keyOf)).toBe(window);
});
it('never shows a gap: without a meeting point only the window is left', () => {
  expect(keptTail(['a', 'b'], ['x', 'y'], keyOf)).toEqual(['x', 'y']);
});
