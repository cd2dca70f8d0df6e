import { expect, test } from 'vitest';
import { describeChanges } from './describe-changes.ts';

test('tells what differs, a line a thing', () => {
  const before = {
    task: 'a',
    limits: { globalConcurrency: 1 },
    members: [{ id: 'w', name: 'Writer', brief: 'x', engine: { turns: [{ say: 'a' }, { say: 'b' }] } }, { id: 'gone' }],
    rooms: [{ id: 'r', members: [] }],
  };
  const after = {
    task: 'b',
    limits: { globalConcurrency: 2 },
    members: [{ id: 'w', name: 'Writer', brief: 'y', engine: { turns: [{ say: 'a' }, { say: 'c' }] } }],
    rooms: [
      { id: 'r', members: ['w'] },
      { id: 'ship', name: 'Ship', members: [] },
    ],
  };
  expect(describeChanges(before, after)).toEqual([
    'Team: task, limits globalConcurrency',
    'Member gone removed',
    'Member Writer: brief, engine turn 2 say',
    'Room r: member 1',
    'Room Ship added',
  ]);
  expect(describeChanges(before, before)).toEqual([]);
});
