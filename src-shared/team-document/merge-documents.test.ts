import { expect, test } from 'vitest';
import type { JsonObject } from '../kernel/json.ts';
import { addGroup, addMember, addNote } from './edit/add-things.ts';
import { renameThing } from './edit/rename-thing.ts';
import { directRoom, seat } from './edit/seating.ts';
import { thingsOf } from './edit/thing-key.ts';
import { mergeDocuments } from './merge-documents.ts';

const base: JsonObject = { id: 't', members: [], rooms: [{ id: 'r', members: [] }] };
const at = { x: 0, y: 0 };

test('two windows that both add a member keep both, each in the seats it was given', () => {
  const mine = seat(renameThing(addMember(base, at).document, 'member', 'member', 'Mine').document, 'mine', 'r');
  const theirs = seat(addMember(base, { x: 400, y: 0 }).document, 'member', 'r');
  const same = seat(addMember(base, at).document, 'member', 'r');
  expect(thingsOf(mergeDocuments(base, mine, theirs).document, 'member').map((member) => (member as JsonObject)['id'])).toEqual([
    'mine',
    'member',
  ]);
  const { document, lost } = mergeDocuments(base, same, theirs);
  expect(lost).toEqual([]);
  expect(thingsOf(document, 'member')).toHaveLength(2);
  expect(new Set((thingsOf(document, 'room')[0] as { members: string[] }).members)).toEqual(new Set(['member', 'member-2']));
});

test('equal new things are two, unless an answer was lost and they may be one', () => {
  const same = addMember(base, at).document;
  expect(thingsOf(mergeDocuments(base, same, same).document, 'member')).toHaveLength(2);
  expect(thingsOf(mergeDocuments(base, same, same, true).document, 'member')).toHaveLength(1);
});

test('notes and groups of both stay; a direct message that both drew is one', () => {
  const note = addNote(base, at).document;
  expect(thingsOf(mergeDocuments(base, note, addNote(base, at, 'Other').document).document, 'note')).toHaveLength(2);
  const two: JsonObject = { ...base, members: [{ id: 'a' }, { id: 'b' }] };
  expect(thingsOf(mergeDocuments(two, addGroup(two, ['a']).document, addGroup(two, ['b']).document).document, 'group')).toHaveLength(2);
  const drawn = mergeDocuments(two, directRoom(two, 'a', 'b').document, directRoom(two, 'b', 'a').document);
  expect(thingsOf(drawn.document, 'room')).toHaveLength(2);
});

test('nothing of mine: theirs; nothing of theirs: mine', () => {
  const changed = addMember(base, at).document;
  expect(mergeDocuments(base, base, changed).document).toBe(changed);
  expect(mergeDocuments(base, changed, base).document).toEqual(changed);
});
