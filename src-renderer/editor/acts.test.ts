import { expect, test } from 'vitest';
import type { JsonObject } from '../../src-shared/kernel/json.ts';
import { diffDocuments } from '../../src-shared/team-document/document-change.ts';
import { type History, NO_HISTORY, redone, undone, withAct } from './acts.ts';

const act = (before: JsonObject, after: JsonObject, merge: string | null, at: number) => ({
  label: 'x',
  merge,
  changes: diffDocuments(before, after),
  at,
});
const typed = (texts: readonly string[], merge: string | null, step = 100): History =>
  texts
    .slice(1)
    .reduce((history, text, index) => withAct(history, act({ name: texts[index] ?? '' }, { name: text }, merge, index * step)), NO_HISTORY);

test('letters typed into one field are one act; a pause or another field begins a new one', () => {
  const together = typed(['', 'a', 'ab', 'abc'], 'name');
  expect(together.past).toHaveLength(1);
  expect(undone({ name: 'abc' }, together)?.document).toEqual({ name: '' });
  expect(typed(['', 'a', 'ab', 'abc'], 'name', 2000).past).toHaveLength(3);
  expect(typed(['', 'a', 'ab', 'abc'], null).past).toHaveLength(3);
});

test('[scenario 14] undo and redo without anything to take back do nothing', () => {
  expect(undone({ a: 1 }, NO_HISTORY)).toBeNull();
  expect(redone({ a: 1 }, NO_HISTORY)).toBeNull();
});

test('a field that was set and then removed in one act comes back as it was', () => {
  const history = withAct(withAct(NO_HISTORY, act({ a: 1 }, { a: 2 }, 'a', 0)), act({ a: 2 }, {}, 'a', 1));
  expect(undone({}, history)?.document).toEqual({ a: 1 });
  const back = undone({}, history);
  expect(redone({ a: 1 }, back?.history ?? NO_HISTORY)?.document).toEqual({});
});

test('a new act after an undo is the end of redo', () => {
  const history = typed(['', 'a', 'b'], null);
  const back = undone({ name: 'b' }, history);
  const next = withAct(back?.history ?? NO_HISTORY, act({ name: 'a' }, { name: 'c' }, null, 9));
  expect(next.future).toEqual([]);
  expect(next.past).toHaveLength(2);
});
