import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../kernel/json.ts';
import { applyChanges, diffDocuments, diffInDetail, invertChanges, isSameJson } from './document-change.ts';

const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>(null, true, 0, 1, 'a', 'b', ''),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('name', 'role', 'at', 'x'), tie('value'), { maxKeys: 4 }).map((entries): JsonObject => ({ ...entries })),
  ),
})).value;
const thing = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), value).map(([id, rest]): JsonObject => ({ id, rest }));
const things = fc.uniqueArray(thing, { selector: (item) => item['id'], maxLength: 5 });
const document = fc
  .record({ members: things, rooms: things, turns: fc.array(value, { maxLength: 5 }), other: value }, { requiredKeys: [] })
  .map((record): JsonObject => ({ ...record }));
const ordered = (root: JsonObject) => JSON.stringify(root);

test('the changes from one document to another make the other of the one, and their inverse the one of the other', () => {
  fc.assert(
    fc.property(document, document, (before, after) => {
      const changes = diffDocuments(before, after);
      const there = applyChanges(before, changes);
      expect(there.lost).toEqual([]);
      expect(there.document).toEqual(after);
      const back = applyChanges(after, invertChanges(changes));
      expect(back.lost).toEqual([]);
      expect(back.document).toEqual(before);
      expect(diffDocuments(before, before)).toEqual([]);
      expect(applyChanges(before, diffInDetail(before, after))).toEqual({ document: after, lost: [] });
    }),
    { numRuns: 2000 },
  );
});

test('a removed key, member or turn comes back to the very place it had', () => {
  const before = { id: 't', name: 'n', members: [{ id: 'a' }, { id: 'b' }, { id: 'c' }], turns: [1, 2, 3], task: 'x' };
  const after = { id: 't', members: [{ id: 'c' }], turns: [3] };
  const changes = diffDocuments(before, after);
  expect(ordered(applyChanges(after, invertChanges(changes)).document)).toBe(ordered(before));
});

test('changes of two windows to different things and fields are both there afterwards', () => {
  const base = { members: [{ id: 'a', name: 'A', role: 'r' }, { id: 'b' }], rooms: [{ id: 'r', members: ['a'] }] };
  const mine = { members: [{ id: 'a', name: 'Anna', role: 'r' }, { id: 'b' }, { id: 'c' }], rooms: [{ id: 'r', members: ['a', 'b'] }] };
  const theirs = { members: [{ id: 'z' }, { id: 'a', name: 'A', role: 'lead' }], rooms: [{ id: 'r', members: ['z', 'a'], name: 'R' }] };
  const merged = applyChanges(theirs, diffDocuments(base, mine));
  expect(merged.lost).toEqual([]);
  expect(merged.document).toEqual({
    members: [{ id: 'z' }, { id: 'a', name: 'Anna', role: 'lead' }, { id: 'c' }],
    rooms: [{ id: 'r', members: ['z', 'b', 'a'], name: 'R' }],
  });
});

test('a change inside of a thing that another window removed is told as lost', () => {
  const base = { members: [{ id: 'a', brief: 'x' }] };
  const { document: merged, lost } = applyChanges({ members: [] }, diffDocuments(base, { members: [{ id: 'a', brief: 'y' }] }));
  expect(merged).toEqual({ members: [] });
  expect(lost).toEqual([{ path: ['members', { id: 'a' }, 'brief'], before: 'x', after: 'y' }]);
});

test('a turn is found by what it was, wherever another window moved it; one that is gone is told as lost', () => {
  const turn = (say: string) => ({ say });
  const base = { turns: [turn('1'), turn('2'), turn('3')] };
  const changes = diffDocuments(base, { turns: [turn('1'), turn('mine'), turn('3')] });
  expect(applyChanges({ turns: [turn('new'), turn('1'), turn('2'), turn('3')] }, changes)).toEqual({
    document: { turns: [turn('new'), turn('1'), turn('mine'), turn('3')] },
    lost: [],
  });
  const { document: kept, lost } = applyChanges({ turns: [turn('1'), turn('3')] }, changes);
  expect(kept).toEqual({ turns: [turn('1'), turn('3')] });
  expect(lost).toHaveLength(1);
  expect(diffInDetail(base, { turns: [turn('1'), turn('mine'), turn('3')] })).toEqual([
    { path: ['turns', 1, 'say'], before: '2', after: 'mine' },
  ]);
});

test('parts that do not change keep their identity', () => {
  fc.assert(
    fc.property(document, value, (before, other) => {
      const { document: after } = applyChanges(before, diffDocuments(before, { ...before, other }));
      expect(after['members']).toBe(before['members']);
      expect(isSameJson(after, { ...before, other })).toBe(true);
    }),
  );
});
