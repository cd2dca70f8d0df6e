import { expect, test } from 'vitest';
import { nearestNode, readingOrder } from './nearest-node.ts';

const box = (x: number, y: number) => ({ x, y, width: 100, height: 50 });
const boxes = new Map([
  ['a', box(0, 0)],
  ['b', box(300, 10)],
  ['c', box(150, 200)],
  ['d', box(0, 400)],
]);

test('an arrow leads to the nearest node ahead, straight before aside', () => {
  expect(nearestNode('a', 'right', boxes)).toBe('b');
  expect(nearestNode('a', 'down', boxes)).toBe('d');
  expect(nearestNode('b', 'down', boxes)).toBe('c');
  expect(nearestNode('d', 'up', boxes)).toBe('a');
  expect(nearestNode('a', 'left', boxes)).toBeNull();
  expect(nearestNode('nobody', 'left', boxes)).toBeNull();
});

test('nodes are read row by row', () => {
  expect(readingOrder(boxes)).toEqual(['a', 'b', 'c', 'd']);
});
