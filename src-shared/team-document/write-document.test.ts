import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../kernel/json.ts';
import { loadTeamDocument } from './load-team-document.ts';
import { TEMPLATES } from './templates.ts';
import { writeDocument } from './write-document.ts';

const HOSTILE = [
  '',
  ' ',
  'yes',
  'No',
  'null',
  '~',
  '1e3',
  '0x1F',
  '0o7',
  '.5',
  '1_000',
  '12:30:45',
  '2026-01-01',
  '-',
  '- x',
  '? x',
  ': x',
  '@x',
  '`x',
  '#',
  'a #b',
  'a: b',
  'a:',
  '%TAG',
  '!tag',
  '&a',
  '*a',
  '[a',
  '{a',
  'a]',
  'a}',
  'a, b',
  '|',
  '>',
  '"',
  "'",
  "it's",
  '---',
  '...',
  '<<',
  'trailing ',
  ' leading',
  'tab\there',
  'line\nbreak',
  'line\n',
  '\nline',
  'a\n\nb',
  'a\n \nb',
  'a\n\n',
  ' a\nb',
  'a\n  b\n',
  'a\r\nb',
  'a\rb',
  '한국어 팀',
  '🎭',
  '👩‍👩‍👧',
  'a\u2028b',
  '\u202eevil',
  '\ufeffx',
  '\u0000',
  '\u0085',
  '\u007f',
  'é',
  '\\',
  '\\n',
  'https://a.b/c?d=e#f',
  '=',
  'x'.repeat(3000),
];
const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((value) => value.toWellFormed()),
);
const key = fc
  .oneof(fc.constantFrom(...HOSTILE.filter((name) => name.isWellFormed())), fc.stringMatching(/^[a-z]{1,8}$/))
  .filter((name) => name !== '__proto__');
const json = fc.letrec<{ value: unknown; group: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, 1e-7, 5e-324),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('group'),
  ),
  group: fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
}));
const documents = json.group.map((rest): JsonObject => ({ ...JSON.parse(JSON.stringify(rest)), format: 'troupe.team', formatVersion: 1 }));

it('reads back as it was, whatever the texts and keys are', () => {
  fc.assert(
    fc.property(documents, (document) => {
      for (const format of ['yaml', 'json'] as const) {
        const written = writeDocument(document, format);
        expect(written).not.toMatch(/\r/);
        expect(loadTeamDocument({ text: written }).value).toEqual(document);
      }
    }),
    { numRuns: 1500 },
  );
});

it('means the same to a reader of YAML 1.1, which takes more words for something else', () => {
  for (const value of HOSTILE)
    expect(parse(writeDocument({ list: [value], value }, 'yaml'), { version: '1.1' })).toEqual({ list: [value], value });
});

it('is nice to read: places on a line, long texts as blocks, no needless quotes', () => {
  const document = {
    format: 'troupe.team',
    name: '뉴스룸 🎭',
    task: 'One line.\nAnd another.\n',
    members: [
      { id: 'writer', brief: 'a\n\nb', initialTurn: true, engine: { kind: 'scripted', turns: [{ say: 'Yes: no' }] }, at: { x: 0, y: -4 } },
    ],
    rooms: [],
    seats: ['writer', 'reviewer'],
    limits: {},
  };
  expect(writeDocument(document, 'yaml')).toBe(`format: troupe.team
name: 뉴스룸 🎭
task: |
  One line.
  And another.
members:
  - id: writer
    brief: |-
      a

      b
    initialTurn: true
    engine:
      kind: scripted
      turns:
        - say: "Yes: no"
    at: { x: 0, y: -4 }
rooms: []
seats: [writer, reviewer]
limits: {}
`);
});

it('writes the examples and templates so that they mean the same', () => {
  const texts = ['release-team', 'newsroom', 'design-review'].map((name) =>
    readFileSync(new URL(`../../examples/${name}.troupe.yaml`, import.meta.url), 'utf8'),
  );
  const values = texts.map((content) => loadTeamDocument({ text: content }).value);
  for (const value of [...values, ...Object.values(TEMPLATES).map(({ document }) => document)]) {
    if (value === null) throw new Error('an example cannot be read');
    expect(loadTeamDocument({ text: writeDocument(value, 'yaml') }).value).toEqual(value);
  }
});
