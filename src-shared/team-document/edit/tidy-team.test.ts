import { expect, test } from 'vitest';
import type { JsonObject } from '../../kernel/json.ts';
import { valueIn } from '../document-path.ts';
import { tidyTeam } from './tidy-team.ts';

const team = (members: string[], rooms: JsonObject[], notes: JsonObject[] = []): JsonObject => ({
  members: members.map((id) => ({ id })),
  rooms,
  notes,
});
const at = (document: JsonObject, list: string, id: string) => {
  const [x, y] = [valueIn(document, [list, { id }, 'at', 'x']), valueIn(document, [list, { id }, 'at', 'y'])];
  if (typeof x !== 'number' || typeof y !== 'number') throw new Error(`${id} has no place`);
  return { x, y };
};

test('rooms stand beside those who sit in them, so that lines do not cross', () => {
  const tidy = tidyTeam(
    team(
      ['a', 'b', 'c', 'd'],
      [
        { id: 'low', members: ['b', 'd'] },
        { id: 'high', members: ['a', 'c'] },
      ],
    ),
  );
  expect(at(tidy, 'rooms', 'high').y).toBeLessThan(at(tidy, 'rooms', 'low').y);
  expect(at(tidy, 'members', 'a').x).toBeLessThan(at(tidy, 'rooms', 'high').x);
  expect(at(tidy, 'rooms', 'high').x).toBeLessThan(at(tidy, 'members', 'c').x);
});

test('nothing covers anything, and doing it again changes nothing', () => {
  const ids = Array.from({ length: 41 }, (_, index) => `m${index}`);
  const tidy = tidyTeam(
    team(
      ids,
      [
        { id: 'r', members: ids },
        { id: 'direct-m0-m1', members: ['m0', 'm1'] },
      ],
      [{ text: 'x' }, { text: 'y' }],
    ),
  );
  const places = [
    ...ids.map((id) => at(tidy, 'members', id)),
    at(tidy, 'rooms', 'r'),
    at(tidy, 'notes', 'note-1'),
    at(tidy, 'notes', 'note-2'),
  ];
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(places.length);
  expect(tidyTeam(tidy)).toEqual(tidy);
});
