import { expect, test } from 'vitest';
import { applyChanges, diffDocuments } from '../../src-shared/team-document/document-change.ts';
import { holds } from './unsaved-changes.ts';

const turns = (...says: string[]) => ({ task: 'x', turns: says.map((say) => ({ say })) });

test.each([
  [turns('1'), turns('1', '2')],
  [turns('1', '2'), turns('1', 'other')],
  [turns('1'), { ...turns('1'), task: 'y' }],
])('changes that reached the library are told from those that did not', (before, after) => {
  const changes = diffDocuments(before, after);
  expect(holds(after, changes)).toBe(true);
  expect(holds(before, changes)).toBe(false);
  expect(applyChanges(before, changes).document).toEqual(after);
});
