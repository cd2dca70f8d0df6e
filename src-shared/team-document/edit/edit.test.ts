import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../kernel/json.ts';
import { applyChanges, diffDocuments, invertChanges } from '../document-change.ts';
import { valueIn, withValue } from '../document-path.ts';
import { loadTeamDocument, problemsOfDocument } from '../load-team-document.ts';
import { addGroup, addMember, addNote, addRoom } from './add-things.ts';
import { copyThings, duplicateThings, pasteThings, readFragment } from './clipboard.ts';
import { placeThings } from './place-things.ts';
import { removeThings } from './remove-things.ts';
import { renameId, renameThing } from './rename-thing.ts';
import { directRoom, seat, seatEveryone, unseat } from './seating.ts';
import { keyOf, thingsOf, type ThingKey } from './thing-key.ts';

const example = (name: string): JsonObject => {
  const fileName = `${name}.troupe.yaml`;
  const { document } = loadTeamDocument({ text: readFileSync(`examples/${fileName}`, 'utf8'), fileName });
  if (document === null) throw new Error(`examples/${fileName} cannot be read`);
  return JSON.parse(JSON.stringify(document));
};
const release = example('release-team');
const blank: JsonObject = { format: 'troupe.team', formatVersion: 1, id: 't', form: 'conversation', task: 'Do it.', members: [] };
const at = { x: 10, y: 22 };
const deepFreeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
};
deepFreeze([release, blank]);

describe('names and addresses', () => {
  it('makes the address of the first name a person gives, and keeps it through later names', () => {
    const added = addMember(blank, at);
    expect(added.key).toBe('member:member');
    const first = renameThing(added.document, 'member', 'member', 'Writer');
    expect(first.id).toBe('writer');
    const second = renameThing(first.document, 'member', 'writer', 'Author');
    expect(second.id).toBe('writer');
    expect(valueIn(second.document, ['members', { id: 'writer' }, 'name'])).toBe('Author');
  });
  it('keeps a readable address where a name has no letter for one', () => {
    const first = renameThing(addMember(blank, at).document, 'member', 'member', '기자 🙂');
    expect(first.id).toBe('member');
    expect(valueIn(first.document, ['members', 0, 'name'])).toBe('기자 🙂');
  });
  it('[scenario 2] changes exactly the id that is meant, in seats, posts, mentions and templates', () => {
    const script = (id: string) => ({
      kind: 'scripted',
      turns: [
        {
          say: `{{messages.from.${id}.last.text}} ${id}`,
          posts: [{ room: 'r', text: `{{ messages.from.${id}.last.id }}`, mentions: ['set', 'set1'] }],
        },
      ],
    });
    const before: JsonObject = {
      ...blank,
      members: [
        { id: 'set', engine: script('set1') },
        { id: 'set1', engine: script('set') },
      ],
      rooms: [{ id: 'r', members: ['set', 'set1'] }],
    };
    const after = renameId(before, 'member', 'set', 'mine');
    expect(after['rooms']).toEqual([{ id: 'r', members: ['mine', 'set1'] }]);
    expect(valueIn(after, ['members', { id: 'mine' }, 'engine'])).toEqual({
      kind: 'scripted',
      turns: [
        {
          say: '{{messages.from.set1.last.text}} set1',
          posts: [{ room: 'r', text: '{{ messages.from.set1.last.id }}', mentions: ['mine', 'set1'] }],
        },
      ],
    });
    expect(valueIn(after, ['members', { id: 'set1' }, 'engine', 'turns', 0, 'say'])).toBe('{{messages.from.mine.last.text}} set');
    expect(renameId(before, 'member', 'set', 'set1')).toBe(before);
  });
});

describe('removing', () => {
  it('[scenarios 6 and 8] takes seats, mentions and direct messages along, and one undo brings all of it back', () => {
    const whole = directRoom(release, 'writer', 'reviewer').document;
    const after = removeThings(whole, [keyOf('member', 'reviewer')]);
    expect(thingsOf(after, 'room')).toEqual([expect.objectContaining({ id: 'review', members: ['writer'] })]);
    expect(JSON.stringify(after)).not.toContain('"reviewer"');
    const back = applyChanges(after, invertChanges(diffDocuments(whole, after)));
    expect(back).toEqual({ document: whole, lost: [] });
    expect(JSON.stringify(back.document)).toBe(JSON.stringify(whole));
  });
  it('leaves what scripts post to a removed room, as a problem', () => {
    const after = removeThings(release, ['room:review']);
    expect(thingsOf(after, 'room')).toEqual([]);
    expect(problemsOfDocument(after).some(({ code, severity }) => code === 'UNKNOWN_ROOM' && severity === 'error')).toBe(true);
  });
});

describe('copies', () => {
  it('[scenario 10] shares nothing with the original: new ids, references led to the copies', () => {
    const { document, keys } = duplicateThings(release, new Set(['member:writer', 'member:reviewer', 'room:review']));
    expect(keys).toEqual(['member:writer-2', 'member:reviewer-2', 'room:review-2']);
    const copy = valueIn(document, ['members', { id: 'writer-2' }]);
    expect(copy).toMatchObject({
      name: 'Writer 2',
      engine: {
        turns: [{ posts: [{ room: 'review-2', mentions: ['reviewer-2'] }] }, { say: expect.stringContaining('messages.from.reviewer-2.') }],
      },
    });
    const edited = withValue(document, ['members', { id: 'writer-2' }, 'engine', 'turns', 0, 'say'], 'Other.');
    expect(valueIn(edited, ['members', { id: 'writer' }])).toBe(valueIn(release, ['members', { id: 'writer' }]));
    expect(problemsOfDocument(document).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
  it('sits where the original sits, when the room is not copied too', () => {
    const { document, keys } = duplicateThings(release, new Set(['member:reviewer']));
    expect(keys).toEqual(['member:reviewer-2']);
    expect(valueIn(document, ['rooms', 0, 'members'])).toEqual(['writer', 'reviewer', 'reviewer-2']);
    expect(problemsOfDocument(document).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
  it('takes a group along, with the copies of its members', () => {
    const framed = addGroup(release, ['writer', 'reviewer']).document;
    const { document, keys } = duplicateThings(framed, new Set(['member:writer', 'group:group']));
    expect(keys).toEqual(['member:writer-2', 'group:group-2']);
    expect(valueIn(document, ['groups', { id: 'group-2' }, 'members'])).toEqual(['writer-2', 'reviewer']);
  });
  it('goes to another team without what that team does not have', () => {
    const fragment = readFragment(JSON.parse(JSON.stringify(copyThings(release, new Set(['room:review', 'member:writer'])))));
    if (fragment === null) throw new Error('not a fragment');
    const { document } = pasteThings(blank, fragment, { x: 0, y: 0 });
    expect(thingsOf(document, 'room')).toEqual([expect.objectContaining({ id: 'review', members: ['writer'] })]);
    expect(readFragment({ format: 'troupe.team' })).toBeNull();
  });
});

describe('seats', () => {
  it('seats once, keeps the order, and takes out again', () => {
    const three = addMember(release, at);
    const all = seatEveryone(three.document, 'review');
    expect(valueIn(all, ['rooms', 0, 'members'])).toEqual(['writer', 'reviewer', 'member']);
    expect(seat(all, 'writer', 'review')).toBe(all);
    expect(valueIn(unseat(all, 'writer', 'review'), ['rooms', 0, 'members'])).toEqual(['reviewer', 'member']);
  });
  it('finds the direct message that two members have already', () => {
    const first = directRoom(release, 'writer', 'reviewer');
    expect(first.key).toBe('room:direct-reviewer-writer');
    expect(directRoom(first.document, 'reviewer', 'writer')).toEqual(first);
  });
});

test('60 random edits, 60 undos, 60 redos give equal documents', () => {
  type Edit = (document: JsonObject) => JsonObject;
  const pick = fc.nat(1000);
  const some = (document: JsonObject, kind: 'member' | 'room' | 'note', number: number): string | null => {
    const things = thingsOf(document, kind);
    const id = things.length === 0 ? undefined : valueIn(document, [`${kind}s`, number % things.length, 'id']);
    return typeof id === 'string' ? id : null;
  };
  const on = (kind: 'member' | 'room' | 'note', change: (document: JsonObject, id: string, number: number) => JsonObject) =>
    fc.tuple(pick, pick).map(
      ([which, number]): Edit =>
        (document) => {
          const id = some(document, kind, which);
          return id === null ? document : change(document, id, number);
        },
    );
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc.constant<Edit>((document) => addMember(document, at).document),
    fc.constant<Edit>((document) => addRoom(document, at).document),
    fc.constant<Edit>((document) => addNote(document, at).document),
    on('member', (document, id) => removeThings(document, [keyOf('member', id)])),
    on('room', (document, id) => removeThings(document, [keyOf('room', id)])),
    on('note', (document, id) => removeThings(document, [keyOf('note', id)])),
    on('member', (document, id, number) => renameThing(document, 'member', id, `Name ${number}`).document),
    on('member', (document, id, number) => renameId(document, 'member', id, `id-${number}`)),
    on('member', (document, id, number) =>
      placeThings(document, new Map<ThingKey, { x: number; y: number }>([[keyOf('member', id), { x: number, y: -number }]])),
    ),
    on('member', (document, id) => duplicateThings(document, new Set([keyOf('member', id)])).document),
    on('member', (document, id, number) => withValue(document, ['members', { id }, 'engine', 'turns'], [{ say: `${number}` }, {}])),
    on('member', (document, id, number) => withValue(document, ['members', { id }, 'limits', 'timeoutMs'], number || undefined)),
    on('room', (document, id, number) => {
      const member = some(document, 'member', number);
      return member === null ? document : seat(document, member, id);
    }),
    on('room', (document, id) => seatEveryone(document, id)),
    on('room', (document, id, number) => unseat(document, some(document, 'member', number) ?? '', id)),
    pick.map(
      (number): Edit =>
        (document) =>
          withValue(document, ['task'], `Task ${number}`),
    ),
  );
  fc.assert(
    fc.property(fc.array(edit, { minLength: 60, maxLength: 60 }), (edits) => {
      const states: JsonObject[] = [release];
      for (const change of edits) states.push(change(states.at(-1) ?? release));
      const steps = states.slice(1).map((state, index) => diffDocuments(states[index] ?? release, state));
      let document = states.at(-1) ?? release;
      for (const [index, step] of [...steps.entries()].toReversed()) {
        document = applyChanges(document, invertChanges(step)).document;
        expect(document).toEqual(states[index]);
      }
      expect(JSON.stringify(document)).toBe(JSON.stringify(release));
      for (const [index, step] of steps.entries()) {
        document = applyChanges(document, step).document;
        expect(document).toEqual(states[index + 1]);
      }
    }),
    { numRuns: 60 },
  );
});
