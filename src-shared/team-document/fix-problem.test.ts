import { describe, expect, it, test } from 'vitest';
import { isJsonObject, type JsonObject } from '../kernel/json.ts';
import { applyChanges, diffDocuments, invertChanges } from './document-change.ts';
import { renameInput } from './edit/rename-input.ts';
import { setField } from './edit/set-field.ts';
import { fixesOf } from './fix-problem.ts';
import { problemsOfDocument } from './load-team-document.ts';
import { PROBLEM_CODES, type ProblemCode } from './problem-codes.ts';

const scripted = (...turns: JsonObject[]) => ({ kind: 'scripted', turns });
const team = (fields: JsonObject): JsonObject => ({ format: 'troupe.team', formatVersion: 1, id: 't', form: 'conversation', ...fields });
/** Writer with this turn, Editor in every room, Reader in none. */
const withTurn = (turn: JsonObject, more: JsonObject = {}): JsonObject =>
  team({
    members: [
      { id: 'writer', name: 'Writer', engine: scripted(turn) },
      { id: 'editor', name: 'Editor', engine: scripted() },
      { id: 'reader', name: 'Reader', engine: scripted() },
    ],
    rooms: [
      { id: 'desk', name: 'Desk', members: ['writer', 'editor'] },
      { id: 'den', name: 'Den', members: ['editor'] },
    ],
    ...more,
  });
const alone = (fields: JsonObject) => team({ members: [{ id: 'a', name: 'Ada', engine: scripted(), ...fields }] });

type Case = { readonly code: ProblemCode; readonly document: JsonObject; readonly labels: readonly string[] };
const CASES: readonly Case[] = [
  { code: 'REQUIRED', document: team({ members: [{ name: 'Ada', engine: scripted() }] }), labels: ['Give it the id ada'] },
  {
    code: 'REQUIRED',
    document: withTurn({ posts: [{ text: 'x' }] }),
    labels: ['Post to Desk', 'Remove the post'],
  },
  { code: 'REQUIRED', document: withTurn({ posts: [{ room: 'desk' }] }), labels: ['Leave the text empty'] },
  { code: 'REQUIRED', document: team({ members: [], rooms: [{ id: 'r' }] }), labels: ['Begin with nobody'] },
  { code: 'INVALID_ID', document: team({ members: [{ id: ' ada', engine: scripted() }] }), labels: ['Give it the id ada'] },
  { code: 'INVALID_ID', document: team({ id: 'constructor\n', members: [] }), labels: ['Give it the id constructor-2'] },
  { code: 'INVALID_ID', document: team({ members: [{ id: 'prototype', engine: scripted() }] }), labels: ['Give it the id prototype-2'] },
  { code: 'INVALID_VALUE', document: alone({ onEmpty: 'acept' }), labels: ['Use accept', 'Remove it'] },
  { code: 'INVALID_VALUE', document: alone({ brief: 5 }), labels: ['Put it in quotes', 'Remove it'] },
  { code: 'INVALID_VALUE', document: team({ members: [], limits: { globalConcurrency: 0 } }), labels: ['Remove it'] },
  { code: 'UNKNOWN_KEY', document: team({ members: [], naem: 'Team' }), labels: ['Rename to name', 'Remove it'] },
  { code: 'UNKNOWN_KEY', document: team({ members: [], naem: 'Team', name: 'Known' }), labels: ['Remove it'] },
  { code: 'FIELD_UNAVAILABLE', document: team({ members: [], budget: { usd: 1 } }), labels: ['Remove it'] },
  { code: 'ENGINE_MISSING', document: team({ members: [{ id: 'a' }] }), labels: ['Use a script'] },
  { code: 'ENGINE_UNAVAILABLE_HERE', document: alone({ engine: { kind: 'person' } }), labels: ['Use a script instead'] },
  {
    code: 'TOOLS_UNAVAILABLE',
    document: withTurn({ steps: [{ tools: [{ name: 'read' }] }], tools: [{ name: 'read' }] }),
    labels: ['Remove the tools'],
  },
  {
    code: 'DUPLICATE_ID',
    document: team({
      members: [
        { id: 'a', engine: scripted() },
        { id: 'a', engine: scripted() },
      ],
    }),
    labels: ['Give it the id a-2'],
  },
  {
    code: 'DUPLICATE_ID',
    document: withTurn({}, { rooms: [{ id: 'r', members: ['writer', 'writer'] }] }),
    labels: ['Remove the second seat'],
  },
  {
    code: 'UNKNOWN_MEMBER',
    document: withTurn({}, { rooms: [{ id: 'r', members: ['writr', 'editor'] }] }),
    labels: ['Use writer', 'Remove the seat'],
  },
  { code: 'UNKNOWN_MEMBER', document: withTurn({}, { rooms: [{ id: 'r', members: ['writr', 'writer'] }] }), labels: ['Remove the seat'] },
  {
    code: 'UNKNOWN_MEMBER',
    document: withTurn({ posts: [{ room: 'desk', text: 'x', mentions: ['edtor'] }] }),
    labels: ['Use editor', 'Remove the mention'],
  },
  { code: 'UNKNOWN_ROOM', document: withTurn({ posts: [{ room: 'deks', text: 'x' }] }), labels: ['Use desk', 'Remove the post'] },
  { code: 'NOT_IN_ROOM', document: withTurn({ posts: [{ room: 'den', text: 'x' }] }), labels: ['Seat Writer in Den', 'Remove the post'] },
  {
    code: 'MENTION_UNREACHABLE',
    document: withTurn({ posts: [{ room: 'desk', text: 'x', mentions: ['reader'] }] }),
    labels: ['Seat Reader in Desk', 'Remove the mention'],
  },
  { code: 'ROOM_EMPTY', document: withTurn({}, { rooms: [{ id: 'r', members: [] }] }), labels: ['Seat everyone', 'Remove the room'] },
  { code: 'ROOM_EMPTY', document: team({ members: [], rooms: [{ id: 'r', members: [] }] }), labels: ['Remove the room'] },
  { code: 'NEVER_REACHED', document: alone({ initialTurn: false }), labels: ['Give it a first turn'] },
  {
    code: 'CAP_UNSAFE',
    document: withTurn({}, { limits: { maxTurnsPerMember: Number.MAX_SAFE_INTEGER } }),
    labels: ['Use the default of 8'],
  },
  {
    code: 'UNKNOWN_TEMPLATE',
    document: withTurn({ say: '{{messages.last.txt}} and {{ messages.last.txt }}' }),
    labels: ['Use messages.last.text'],
  },
  { code: 'UNKNOWN_TEMPLATE', document: withTurn({ data: { a: ['{{ constructor }}'] } }), labels: ['Remove {{constructor}}'] },
  {
    code: 'SECRET_IN_DOCUMENT',
    document: alone({ brief: 'use sk-abcdefghijklmnopqrstuvwxyz0123 here' }),
    labels: ['Remove it from the text'],
  },
  {
    code: 'SECRET_IN_DOCUMENT',
    document: alone({ engine: { kind: 'process', env: { TOKEN: 'q8Zr1LxV7mKp3TnW5sYb' } } }),
    labels: ['Remove it from the text'],
  },
  {
    code: 'SECRET_IN_DOCUMENT',
    document: alone({ brief: '-----BEGIN PRIVATE KEY-----\nabc=\n-----END PRIVATE KEY-----' }),
    labels: ['Remove it from the text'],
  },
  { code: 'HIDDEN_CHARACTERS', document: alone({ name: '\u202eevil' }), labels: ['Remove the hidden characters'] },
  { code: 'HIDDEN_CHARACTERS', document: alone({ id: 'a\u200bb' }), labels: ['Remove the hidden characters'] },
];
/** Nobody but the person can say what is meant, or the document cannot be edited at all. */
const WITHOUT_FIX: readonly ProblemCode[] = [
  'DOCUMENT_TOO_LARGE',
  'DOCUMENT_TOO_DEEP',
  'INVALID_YAML',
  'DUPLICATE_KEY',
  'UNSAFE_KEY',
  'NOT_A_TEAM',
  'NEWER_FORMAT',
  'FORM_UNAVAILABLE',
  'TOO_MANY_MEMBERS',
  'MORE_PROBLEMS',
];

describe('fixes', () => {
  it.each(CASES)('$code: $labels', ({ code, document, labels }) => {
    const before = problemsOfDocument(document);
    const problem = before.find((one) => one.code === code);
    if (problem === undefined) throw new Error(`no ${code} in ${JSON.stringify(before)}`);
    const fixes = fixesOf(document, problem);
    expect(fixes.map(({ label }) => label)).toEqual(labels);
    const keyOf = (one: { code: string; path: string; message: string }) => `${one.code} ${one.path} ${one.message}`;
    const known = new Set(before.map(keyOf));
    for (const { apply } of fixes) {
      const after = apply(document);
      const left = problemsOfDocument(after);
      expect(left.map(keyOf)).not.toContain(keyOf(problem));
      expect(left.filter((one) => one.severity === 'error' && !known.has(keyOf(one)))).toEqual([]);
      expect(applyChanges(after, invertChanges(diffDocuments(document, after))).document).toEqual(document);
    }
  });

  it('exist for every code but those listed', () => {
    expect(new Set([...CASES.map(({ code }) => code), ...WITHOUT_FIX])).toEqual(new Set(PROBLEM_CODES));
  });

  it('say the same as the problem does where that says it', () => {
    for (const { document } of CASES)
      for (const problem of problemsOfDocument(document).filter(({ fix }) => fix !== undefined)) {
        const isTaken =
          problem.word !== undefined && JSON.stringify(document).includes(`"${problem.word}"`) && problem.code !== 'UNKNOWN_ROOM';
        expect([isTaken, ...fixesOf(document, problem).map(({ label }) => label)]).toContain(isTaken || problem.fix);
      }
  });

  it('never leave the rest of a secret behind, nor take the text around it', () => {
    const document = alone({ brief: 'use sk-abcdefghijklmnopqrstuvwxyz0123 here' });
    const [problem] = problemsOfDocument(document);
    const [fix] = problem === undefined ? [] : fixesOf(document, problem);
    expect(fix?.apply(document)).toEqual(alone({ brief: 'use  here' }));
  });

  it('change a wrong address wherever it is named', () => {
    const document = team({ members: [{ id: 'a\u200bb', engine: scripted() }], rooms: [{ id: 'r', members: ['a\u200bb'] }] });
    const problem = problemsOfDocument(document).find(({ code }) => code === 'HIDDEN_CHARACTERS');
    const [fix] = problem === undefined ? [] : fixesOf(document, problem);
    expect(fix?.apply(document)['rooms']).toEqual([{ id: 'r', members: ['ab'] }]);
  });
});

test('a field that is emptied takes the groups along that say nothing without it', () => {
  const document = alone({ limits: { timeoutMs: 1 }, engine: scripted({ posts: [{ room: 'r', text: '', mentions: ['x'] }] }) });
  const [member] = setField(
    setField(document, ['members', 0, 'limits', 'timeoutMs'], undefined),
    ['members', 0, 'engine', 'turns', 0, 'posts', 0],
    undefined,
  )['members'] as readonly JsonObject[];
  expect(member).toEqual({ id: 'a', name: 'Ada', engine: { kind: 'scripted', turns: [{}] } });
  expect(isJsonObject(setField(document, ['members', 0, 'name'], ''))).toBe(true);
});

test('an input has its new name in every script, and only that input', () => {
  const document = withTurn({ say: '{{ input.city }} {{input.city2}} input.city' }, { inputs: { a: 1, city: 'Verden', city2: 'Bremen' } });
  const renamed = renameInput(document, 'city', 'town');
  expect(Object.keys(renamed['inputs'] as JsonObject)).toEqual(['a', 'town', 'city2']);
  expect(JSON.stringify(renamed)).toContain('"{{ input.town }} {{input.city2}} input.city"');
  expect(renameInput(document, 'city', 'a')).toBe(document);
});
