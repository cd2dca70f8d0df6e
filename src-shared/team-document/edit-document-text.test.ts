import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';
import { applyChanges, type DocumentChange, diffDocuments, isSameJson } from './document-change.ts';
import { isList } from './document-path.ts';
import { editDocumentText } from './edit-document-text.ts';
import { loadTeamDocument } from './load-team-document.ts';
import { patchText } from './patch-text.ts';
import { writeDocument } from './write-document.ts';

const example = (name: string) => readFileSync(new URL(`../../examples/${name}.troupe.yaml`, import.meta.url), 'utf8');
const EXAMPLES = ['release-team', 'design-review'].map(example);
const valueOf = (text: string): JsonObject => {
  const { value } = loadTeamDocument({ text });
  if (value === null) throw new Error(`not readable:\n${text}`);
  return value;
};
const linesOf = (text: string) => text.split('\n');
/** Lines of both texts that the other one has not, by a longest common subsequence of their ends. */
function changedLines(before: string, after: string): { removed: string[]; added: string[] } {
  const [left, right] = [linesOf(before), linesOf(after)];
  while (left.length > 0 && left[0] === right[0]) {
    left.shift();
    right.shift();
  }
  while (left.length > 0 && left.at(-1) === right.at(-1)) {
    left.pop();
    right.pop();
  }
  return { removed: left, added: right };
}
const edit = (text: string, ...changes: DocumentChange[]): string => {
  const format = text.startsWith('{') ? 'json' : 'yaml';
  const edited = editDocumentText(text, format, changes);
  if (edited === null) throw new Error('refused');
  expect(valueOf(edited)).toEqual(applyChanges(valueOf(text), changes).document);
  return edited;
};
const release = example('release-team');
const set = (path: DocumentChange['path'], after: JsonValue): DocumentChange => ({ path, before: '', after });
const writer = { id: 'writer' };

describe('a changed field is a changed line', () => {
  it.each([
    [set(['task'], 'Another one.'), 'task: Another one.'],
    [set(['task'], 'yes'), 'task: "yes"'],
    [set(['task'], '- a: b # c'), 'task: "- a: b # c"'],
    [set(['limits', 'maxTurnsPerMember'], 7), 'limits: { globalConcurrency: 1, maxTurnsPerMember: 7 }'],
    [set(['members', { id: 'reviewer' }, 'initialTurn'], true), '    initialTurn: true # waits until someone mentions it'],
    [set(['members', writer, 'at'], { x: 4, y: -8 }), '    at: { x: 4, y: -8 }'],
    [
      set(['members', writer, 'engine', 'turns', 0, 'posts', 0, 'text'], 'Say "hi": {{task}}'),
      String.raw`          posts: [{ room: review, text: "Say \"hi\": {{task}}", mentions: [reviewer] }]`,
    ],
    [
      set(['rooms', { id: 'review' }, 'name'], '검토 🎭'),
      'rooms: [{ id: review, name: 검토 🎭, members: [writer, reviewer], at: { x: 160, y: 200 } }]',
    ],
  ])('%j', (change, line) => {
    const edited = edit(release, change);
    expect(changedLines(release, edited).added).toEqual([line]);
    expect(linesOf(edited)).toHaveLength(linesOf(release).length);
  });

  it('also when a turn is given as a whole', () => {
    const was = { say: 'One.', posts: [{ room: 'all', text: 'First.' }] };
    const after = { ...was, posts: [{ room: 'all', text: 'Second.' }] };
    const text = writeDocument({ format: 'troupe.team', formatVersion: 1, turns: [was, { say: 'Two.' }] }, 'yaml');
    expect(edit(text, { path: ['turns', 0], before: was, after })).toBe(text.replace('First.', 'Second.'));
  });

  it('in the quotes, indentation and line ends that stand there', () => {
    const text =
      "format: troupe.team\r\nformatVersion: 1\r\nname: 'It''s'   # mine\r\nbrief: |\r\n      first\r\n      second\r\nform: conversation\r\n";
    expect(edit(text, set(['name'], "That's"))).toBe(text.replace("It''s", "That''s"));
    expect(edit(text, set(['brief'], 'first\nthird\n'))).toBe(text.replace('second', 'third'));
    expect(edit(text, set(['name'], 'a\nb'))).toBe(text.replace("'It''s'", String.raw`"a\nb"`));
    expect(edit(text, { path: ['id'], after: 'x', behind: 'formatVersion' })).toBe(text.replace('name:', 'id: x\r\nname:'));
    expect(edit(`\uFEFF${text}`, set(['form'], 'room'))).toBe(`\uFEFF${text.replace('conversation', 'room')}`);
  });
});

describe('what is added and taken out is lines of its own', () => {
  it.each<[string, DocumentChange, { removed: string[]; added: string[] }]>([
    ['a field', { path: ['members', writer, 'color'], after: 3, behind: 'role' }, { removed: [], added: ['    color: 3'] }],
    [
      'a field in front',
      { path: ['members', writer, 'color'], after: 3, behind: null },
      { removed: ['  - id: writer'], added: ['  - color: 3', '    id: writer'] },
    ],
    [
      'a field in a line',
      { path: ['limits', 'x'], after: 'a, b', behind: 'globalConcurrency' },
      {
        removed: ['limits: { globalConcurrency: 1, maxTurnsPerMember: 2 }'],
        added: ['limits: { globalConcurrency: 1, x: "a, b", maxTurnsPerMember: 2 }'],
      },
    ],
    ['a field away', { path: ['members', writer, 'brief'], before: '' }, { removed: ['    brief: Draft the release note.'], added: [] }],
    [
      'the first away',
      { path: ['members', writer, 'id'], before: 'writer' },
      { removed: ['  - id: writer', '    name: Writer'], added: ['  - name: Writer'] },
    ],
    ['a text of lines', set(['task'], 'a\nb'), { removed: ['task: Prepare a release note.'], added: ['task: |-', '  a', '  b'] }],
    [
      'a member',
      { path: ['members', { id: 'm' }], after: { id: 'm', engine: { kind: 'scripted' }, at: { x: 0, y: 0 } }, behind: 'writer' },
      { removed: [], added: ['  - id: m', '    engine:', '      kind: scripted', '    at: { x: 0, y: 0 }'] },
    ],
    [
      'a seat',
      { path: ['rooms', { id: 'review' }, 'members', 0], after: 'm' },
      {
        removed: [linesOf(release).find((line) => line.startsWith('rooms')) ?? ''],
        added: ['rooms: [{ id: review, name: Review, members: [m, writer, reviewer], at: { x: 160, y: 200 } }]'],
      },
    ],
    [
      'every room away',
      { path: ['rooms', { id: 'review' }], before: {} },
      { removed: [linesOf(release).find((line) => line.startsWith('rooms')) ?? ''], added: ['rooms: []'] },
    ],
  ])('%s', (_, change, expected) => {
    expect(changedLines(release, edit(release, change))).toEqual(expected);
  });

  it('a member with everything of it, and another order with the lines that speak of each', () => {
    const text = release.replace('  - id: reviewer', '  # Knows what users ask.\n  - id: reviewer');
    const without = edit(text, { path: ['members', { id: 'reviewer' }], before: {} });
    expect(without).toContain('# Knows what users ask.\nrooms:');
    const turned = edit(text, { path: ['members'], order: { before: ['writer', 'reviewer'], after: ['reviewer', 'writer'] } });
    expect(turned).toContain('members:\n  # Knows what users ask.\n  - id: reviewer\n');
    expect(linesOf(turned).toSorted()).toEqual(linesOf(text).toSorted());
  });

  it('at the end of a text without a last line end, and where nothing stood', () => {
    expect(edit('format: troupe.team\nformatVersion: 1', { path: ['id'], after: 'x' })).toBe(
      'format: troupe.team\nformatVersion: 1\nid: x',
    );
    expect(edit('format: troupe.team\nformatVersion: 1\ntask:\n', set(['task'], 'x'))).toBe(
      'format: troupe.team\nformatVersion: 1\ntask: x\n',
    );
    expect(edit('format: troupe.team\nformatVersion: 1\nrooms: [] # none\n', set(['rooms'], [{ id: 'a', members: ['b'] }]))).toContain(
      '# none',
    );
  });
});

describe('JSON', () => {
  const text = writeDocument(valueOf(release), 'json');
  it('keeps its lines', () => {
    expect(changedLines(text, edit(text, set(['task'], 'x'))).added).toEqual(['  "task": "x",']);
    expect(changedLines(text, edit(text, { path: ['members', writer, 'color'], after: 3, behind: 'role' }))).toEqual({
      removed: [],
      added: ['      "color": 3,'],
    });
    const more = edit(text, { path: ['members', { id: 'm' }], after: { id: 'm' }, behind: 'writer' });
    expect(more).toContain('\n    },\n    {\n      "id": "m"\n    },\n    {\n      "id": "reviewer"');
    expect(linesOf(more)).toHaveLength(linesOf(text).length + 3);
  });
  it('on one line stays on one line', () => {
    const short = JSON.stringify(valueOf(release));
    expect(edit(short, set(['task'], 'x'))).toBe(short.replace('Prepare a release note.', 'x'));
    expect(edit(short, { path: ['version'], after: 2, behind: 'id' })).toBe(
      short.replace('"release-team",', '"release-team","version": 2,'),
    );
  });
});

describe('anchors, tags and odd writing', () => {
  const text = `format: troupe.team
formatVersion: 1
base: &base { kind: scripted }
members:
- &one
  id: a
  engine: *base
- id: b
  engine: *base
? long
: value
`;
  it('an alias is replaced where it stands; what it names is written out when it changes', () => {
    expect(edit(text, set(['members', { id: 'a' }, 'engine', 'kind'], 'person'))).toBe(
      text.replace('engine: *base\n- id', 'engine:\n    kind: person\n- id'),
    );
    expect(edit(text, set(['base', 'kind'], 'person'))).not.toContain('*base');
    expect(edit(text, set(['long'], 'other'))).toBe(text.replace('value', 'other'));
    expect(edit(text, { path: ['members', { id: 'c' }], after: { id: 'c' }, behind: 'b' })).toBe(text.replace('? long', '- id: c\n? long'));
  });
  it('refuses what could not be read again, and leaves prototypes alone', () => {
    for (const key of ['__proto__', 'constructor'])
      expect(editDocumentText(release, 'yaml', [{ path: [key], after: { isAdmin: true } }])).toBeNull();
    expect(editDocumentText(release, 'yaml', [{ path: ['format'], after: 'other' }])).toBeNull();
    expect(editDocumentText('format: [', 'yaml', [])).toBeNull();
    expect('isAdmin' in {}).toBe(false);
  });
});

const text = fc.oneof(
  fc.constantFrom('', 'yes', '- x', 'a\nb\n', 'a: b #', '{{task}}', ' x', 'x ', '한국어 🎭', '"', "it's", '@', '1e3', 'a\r\nb', '\u2028'),
  fc.string({ unit: 'grapheme' }),
);
const scalar = fc.oneof(text, fc.integer(), fc.boolean());
const fresh: fc.Arbitrary<JsonValue> = fc.oneof(
  scalar,
  fc.constant(null),
  fc.array(scalar, { maxLength: 3 }),
  fc.record({ id: text, posts: fc.array(fc.record({ text }), { maxLength: 2 }) }),
);

/** A document changed at random places: fields set, added and removed, items added, removed and turned. */
function mutate(value: JsonValue, pick: fc.GeneratorValue): JsonValue {
  const dice = (sides: number) => pick(fc.nat, { max: sides - 1 });
  const key = () => pick(() => fc.stringMatching(/^[a-z]{1,6}$/));
  if (isList(value)) {
    if (value.length === 0 || dice(4) === 0)
      return value.toSpliced(
        dice(value.length + 1),
        0,
        pick(() => fresh),
      );
    const at = dice(value.length);
    const act = dice(6);
    if (act === 0) return value.toSpliced(at, 1);
    if (act === 1) return value.toReversed();
    return value.with(at, mutate(value[at] ?? null, pick));
  }
  if (!isJsonObject(value)) return pick(() => fresh);
  const keys = Object.keys(value).filter((name) => name !== 'format' && name !== 'formatVersion');
  const at = keys[dice(Math.max(1, keys.length))];
  const act = dice(6);
  if (at === undefined || act === 0) {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.toSpliced(dice(entries.length + 1), 0, [key(), pick(() => fresh)]));
  }
  if (act === 1) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== at));
  return { ...value, [at]: mutate(value[at] ?? null, pick) };
}

describe('for any edits of the examples', () => {
  const sources = [
    ...EXAMPLES,
    ...EXAMPLES.map((content) => writeDocument(valueOf(content), 'json')),
    ...EXAMPLES.map((content) => writeDocument(valueOf(content), 'yaml')),
  ];
  it('the text means what the edited document is, and is changed by pieces', () => {
    fc.assert(
      fc.property(fc.constantFrom(...sources), fc.integer({ min: 1, max: 4 }), fc.gen(), (source, count, pick) => {
        const before = valueOf(source);
        let after: JsonValue = before;
        for (let number = 0; number < count; number += 1) after = mutate(after, pick);
        if (!isJsonObject(after)) throw new Error('no document');
        const isJson = source.startsWith('{');
        const edited = editDocumentText(source, isJson ? 'json' : 'yaml', diffDocuments(before, after));
        expect(isSameJson(valueOf(edited ?? ''), after)).toBe(true);
        const { tree } = loadTeamDocument({ text: source });
        expect(edited).toBe((tree && patchText(source, tree, isJson, before, after)) ?? source);
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });
  it('a changed text, number or switch is one changed line', () => {
    const isOneLine = (value: JsonValue) => typeof value !== 'object' && !String(value).includes('\n');
    fc.assert(
      fc.property(fc.constantFrom(...sources.filter((source) => !source.includes('>-'))), fc.gen(), (source, pick) => {
        const before = valueOf(source);
        const places: (string | number)[][] = [];
        const walk = (value: JsonValue, path: (string | number)[]): void => {
          if (isList(value)) value.forEach((item, index) => walk(item, [...path, index]));
          else if (isJsonObject(value)) for (const [name, item] of Object.entries(value)) walk(item, [...path, name]);
          else if (isOneLine(value) && path[0] !== 'format' && path[0] !== 'formatVersion') places.push(path);
        };
        walk(before, []);
        const path = places[pick(fc.nat, { max: places.length - 1 })] ?? [];
        const value = pick(() => scalar.filter(isOneLine));
        const edited = editDocumentText(source, source.startsWith('{') ? 'json' : 'yaml', [
          { path, before: pick(() => scalar), after: value },
        ]);
        const [was, is] = [linesOf(source), linesOf(edited ?? '')];
        expect(is).toHaveLength(was.length);
        expect(is.filter((line, index) => line !== was[index]).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });
});
