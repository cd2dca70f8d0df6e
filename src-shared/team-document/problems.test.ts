import { describe, expect, it } from 'vitest';
import { loadTeamDocument } from './load-team-document.ts';
import { PROBLEM_CODES, type ProblemCode } from './problem-codes.ts';
import type { Problem } from './problem.ts';

const HEAD = 'format: troupe.team\nformatVersion: 1\nform: conversation\n';
const PAIR = `${HEAD}members:
  - { id: writer, name: Writer, engine: { kind: scripted } }
  - { id: editor, engine: { kind: scripted } }
`;
const withTurn = (turn: string, rest = 'rooms: [{ id: desk, members: [writer, editor] }, { id: den, members: [editor] }]') =>
  `${HEAD}members:
  - { id: writer, name: Writer, engine: { kind: scripted, turns: [${turn}] } }
  - { id: editor, engine: { kind: scripted } }
  - { id: reader, engine: { kind: scripted } }
${rest}
`;
const problemsOf = (text: string): readonly Problem[] => loadTeamDocument({ text, fileName: 'team.troupe.yaml' }).problems;

type Case = {
  readonly code: ProblemCode;
  readonly text: string;
  readonly path: string;
  readonly line?: number;
  readonly says: string;
  readonly member?: string;
};
const CASES: readonly Case[] = [
  { code: 'DOCUMENT_TOO_LARGE', text: 'x'.repeat(16 * 1024 * 1024 + 1), path: '', says: 'larger than 16 MiB' },
  { code: 'DOCUMENT_TOO_DEEP', text: '['.repeat(100_000), path: '', says: 'nested deeper than 256 levels' },
  { code: 'INVALID_YAML', text: `${HEAD}task: Note: quotes`, path: '', line: 4, says: 'must stand in quotes' },
  { code: 'DUPLICATE_KEY', text: `${PAIR}task: a\ntask: b\n`, path: '/task', line: 8, says: 'Keep one of them' },
  { code: 'UNSAFE_KEY', text: `${PAIR}constructor: {}\n`, path: '/constructor', line: 7, says: 'Remove or rename it' },
  { code: 'NOT_A_TEAM', text: 'name: shopping list\n', path: '', line: 1, says: 'format: troupe.team' },
  { code: 'NOT_A_TEAM', text: 'format: troupe.room\n', path: '/format', line: 1, says: '"troupe.room"' },
  {
    code: 'NEWER_FORMAT',
    text: 'format: troupe.team\nformatVersion: 2\nform: orchestra\n',
    path: '/formatVersion',
    line: 2,
    says: 'format version 2',
  },
  {
    code: 'REQUIRED',
    text: `${HEAD}members:\n  - { name: Nobody, engine: { kind: scripted } }\n`,
    path: '/members/0/id',
    line: 5,
    says: '"id" is missing in member Nobody',
  },
  {
    code: 'INVALID_VALUE',
    text: `${PAIR}limits: { globalConcurrency: 0 }\n`,
    path: '/limits/globalConcurrency',
    line: 7,
    says: 'at least 1; it is 0',
  },
  {
    code: 'INVALID_VALUE',
    text: `${PAIR}limits: { maxTurnsPerMember: 1e308 }\n`,
    path: '/limits/maxTurnsPerMember',
    line: 7,
    says: 'counted exactly',
  },
  { code: 'INVALID_VALUE', text: `${PAIR}tailMessages: .nan\n`, path: '/tailMessages', line: 7, says: 'finite number' },
  { code: 'INVALID_VALUE', text: `${PAIR}task: 5\n`, path: '/task', line: 7, says: 'Put it in quotes' },
  {
    code: 'INVALID_VALUE',
    text: withTurn('{ fail: { code: TIMEUOT } }'),
    path: '/members/0/engine/turns/0/fail/code',
    line: 5,
    says: 'Closest: TIMEOUT',
    member: 'writer',
  },
  {
    code: 'INVALID_VALUE',
    text: withTurn('{ delayMs: -1 }'),
    path: '/members/0/engine/turns/0/delayMs',
    line: 5,
    says: 'turn 1 of member Writer',
    member: 'writer',
  },
  {
    code: 'INVALID_VALUE',
    text: `${HEAD.replace('conversation', 'converstion')}members: []\n`,
    path: '/form',
    line: 3,
    says: 'Closest: conversation',
  },
  {
    code: 'INVALID_ID',
    text: `${HEAD}members:\n  - { id: " writer", engine: { kind: scripted } }\n`,
    path: '/members/0/id',
    line: 5,
    says: 'no address',
  },
  {
    code: 'INVALID_ID',
    text: `${HEAD}members:\n  - { id: __proto__, engine: { kind: scripted } }\n`,
    path: '/members/0/id',
    line: 5,
    says: 'no address',
  },
  {
    code: 'UNKNOWN_KEY',
    text: `${PAIR}limits: { globalConcurency: 1 }\n`,
    path: '/limits/globalConcurency',
    line: 7,
    says: 'Closest: globalConcurrency',
  },
  {
    code: 'FORM_UNAVAILABLE',
    text: `${HEAD.replace('conversation', 'pipeline')}members: [{ id: a, input: x }]\ndependencies: []\n`,
    path: '/form',
    line: 3,
    says: '"pipeline"',
  },
  { code: 'FORM_UNAVAILABLE', text: 'roster: [a, b]\nmaxRounds: 2\n', path: '', line: 1, says: 'room configuration' },
  {
    code: 'ENGINE_UNAVAILABLE_HERE',
    text: `${HEAD}members:\n  - { id: a, engine: { kind: person } }\n`,
    path: '/members/0/engine',
    line: 5,
    says: 'a is run by a person',
    member: 'a',
  },
  {
    code: 'ENGINE_UNAVAILABLE_HERE',
    text: `${HEAD}members:\n  - { id: a, engine: { profile: fast } }\n`,
    path: '/members/0/engine',
    line: 5,
    says: 'a named profile',
    member: 'a',
  },
  {
    code: 'ENGINE_MISSING',
    text: `${HEAD}members:\n  - { id: a, name: Ada }\n`,
    path: '/members/0/engine',
    line: 5,
    says: 'Ada has no engine',
    member: 'a',
  },
  {
    code: 'TOOLS_UNAVAILABLE',
    text: withTurn('{ tools: [{ name: read }] }'),
    path: '/members/0/engine/turns/0/tools',
    line: 5,
    says: 'turn 1 of member Writer',
    member: 'writer',
  },
  {
    code: 'TOOLS_UNAVAILABLE',
    text: withTurn('{ steps: [{ tools: [{ name: read }] }] }'),
    path: '/members/0/engine/turns/0/steps',
    line: 5,
    says: '"steps"',
    member: 'writer',
  },
  {
    code: 'FIELD_UNAVAILABLE',
    text: `${HEAD}budget: { usd: 1 }\nmembers:\n  - { id: a, engine: { kind: scripted } }\n`,
    path: '/budget',
    line: 4,
    says: '"budget" has no effect',
  },
  {
    code: 'FIELD_UNAVAILABLE',
    text: `${HEAD}members:\n  - { id: a, name: Ada, approve: all, engine: { kind: scripted } }\n`,
    path: '/members/0/approve',
    line: 5,
    says: '"approve" of Ada',
    member: 'a',
  },
  { code: 'TOO_MANY_MEMBERS', text: `${HEAD}members:\n${'  - {}\n'.repeat(10_001)}`, path: '/members', line: 4, says: '10001 members' },
  {
    code: 'DUPLICATE_ID',
    text: `${PAIR}  - { id: writer, engine: { kind: scripted } }\n`,
    path: '/members/2/id',
    line: 7,
    says: 'Two members have the id writer',
    member: 'writer',
  },
  {
    code: 'DUPLICATE_ID',
    text: `${PAIR}rooms: [{ id: r, members: [writer] }, { id: r, members: [editor] }]\n`,
    path: '/rooms/1/id',
    line: 7,
    says: 'Two rooms',
  },
  {
    code: 'DUPLICATE_ID',
    text: `${PAIR}rooms: [{ id: r, members: [writer, writer] }]\n`,
    path: '/rooms/0/members/1',
    line: 7,
    says: 'two seats',
  },
  {
    code: 'UNKNOWN_MEMBER',
    text: `${PAIR}rooms: [{ id: r, members: [writr] }]\n`,
    path: '/rooms/0/members/0',
    line: 7,
    says: 'Closest: writer',
  },
  {
    code: 'UNKNOWN_MEMBER',
    text: withTurn('{ posts: [{ room: desk, text: x, mentions: [edtor] }] }'),
    path: '/members/0/engine/turns/0/posts/0/mentions/0',
    line: 5,
    says: 'Closest: editor',
    member: 'writer',
  },
  {
    code: 'UNKNOWN_ROOM',
    text: withTurn('{ posts: [{ room: deks, text: x }] }'),
    path: '/members/0/engine/turns/0/posts/0/room',
    line: 5,
    says: 'Closest: desk',
    member: 'writer',
  },
  {
    code: 'NOT_IN_ROOM',
    text: withTurn('{ posts: [{ room: den, text: x }] }'),
    path: '/members/0/engine/turns/0/posts/0/room',
    line: 5,
    says: 'writer does not sit in den',
    member: 'writer',
  },
  {
    code: 'MENTION_UNREACHABLE',
    text: withTurn('{ posts: [{ room: desk, text: x, mentions: [reader] }] }'),
    path: '/members/0/engine/turns/0/posts/0/mentions/0',
    line: 5,
    says: 'reader does not sit in desk',
    member: 'writer',
  },
  { code: 'ROOM_EMPTY', text: `${PAIR}rooms: [{ id: r, name: Hall, members: [] }]\n`, path: '/rooms/0', line: 7, says: 'room Hall' },
  {
    code: 'NEVER_REACHED',
    text: `${PAIR}  - { id: ghost, initialTurn: false, engine: { kind: scripted } }\n`,
    path: '/members/2',
    line: 7,
    says: 'ghost never gets a turn',
    member: 'ghost',
  },
  {
    code: 'CAP_UNSAFE',
    text: `${PAIR}limits: { maxTurnsPerMember: ${Number.MAX_SAFE_INTEGER} }\n`,
    path: '/limits/maxTurnsPerMember',
    line: 7,
    says: '2 members times',
  },
  {
    code: 'UNKNOWN_TEMPLATE',
    text: withTurn('{ say: "{{messages.last.txt}}" }'),
    path: '/members/0/engine/turns/0/say',
    line: 5,
    says: 'No value is called messages.last.txt in turn 1 of member Writer. Closest: messages.last.text.',
    member: 'writer',
  },
  {
    code: 'UNKNOWN_TEMPLATE',
    text: withTurn('{ data: { a: ["{{constructor}}"] } }'),
    path: '/members/0/engine/turns/0/data/a/0',
    line: 5,
    says: 'constructor',
    member: 'writer',
  },
  {
    code: 'UNKNOWN_TEMPLATE',
    text: withTurn('{ posts: [{ room: desk, text: "{{messages.from.edtor.last.text}}" }] }'),
    path: '/members/0/engine/turns/0/posts/0/text',
    line: 5,
    says: 'Closest: messages.from.editor.last.text',
    member: 'writer',
  },
  {
    code: 'UNKNOWN_TEMPLATE',
    text: withTurn('{ fail: { message: "{{input.citty}}" } }', 'inputs: { city: Verden }'),
    path: '/members/0/engine/turns/0/fail/message',
    line: 5,
    says: 'Closest: input.city',
    member: 'writer',
  },
  {
    code: 'SECRET_IN_DOCUMENT',
    text: `${HEAD}members:\n  - { id: a, brief: "use sk-abcdefghijklmnopqrstuvwx", engine: { kind: scripted } }\n`,
    path: '/members/0/brief',
    line: 5,
    says: 'credential: NAME',
    member: 'a',
  },
  {
    code: 'SECRET_IN_DOCUMENT',
    text: `${HEAD}members:\n  - { id: a, engine: { kind: process, env: { TOKEN: q8Zr1LxV7mKp3TnW5sYb } } }\n`,
    path: '/members/0/engine/env/TOKEN',
    line: 5,
    says: '"engine.env.TOKEN" of member a',
    member: 'a',
  },
  { code: 'HIDDEN_CHARACTERS', text: `${HEAD}name: "\\u202eevil"\nmembers: []\n`, path: '/name', line: 4, says: 'can not be seen' },
  { code: 'MORE_PROBLEMS', text: `${HEAD}members:\n${'  - { id: a }\n'.repeat(300)}`, path: '', says: 'more problems are not listed' },
];

describe('problems of a team document', () => {
  it.each(CASES)('$code at "$path": $says', ({ code, text, path, line, says, member }) => {
    const found = problemsOf(text).filter((problem) => problem.code === code && problem.path === path);
    expect(found.map(({ message }) => message).join('\n')).toContain(says);
    expect(found[0]).toMatchObject({ ...(line === undefined ? {} : { line }), ...(member === undefined ? {} : { member }) });
  });

  it('has a case here for every code', () => {
    expect(new Set(CASES.map(({ code }) => code))).toEqual(new Set(PROBLEM_CODES));
  });

  it('[F3] gives all problems at once', () => {
    const text = `${HEAD}naem: x\nlimits: { globalConcurrency: -3 }\nmembers:\n  - { id: a }\n  - { id: a, engine: { kind: person } }\nrooms: [{ id: r, members: [b] }]\n`;
    expect(problemsOf(text).map(({ code }) => code)).toEqual([
      'UNKNOWN_KEY',
      'INVALID_VALUE',
      'ENGINE_MISSING',
      'DUPLICATE_ID',
      'ENGINE_UNAVAILABLE_HERE',
      'UNKNOWN_MEMBER',
    ]);
  });

  it('never repeats a secret', () => {
    const text = `${HEAD}members:\n  - { id: a, brief: ghp_0123456789abcdefghijABCDEFGHIJ012345, engine: { kind: scripted } }\n`;
    expect(JSON.stringify(problemsOf(text))).not.toContain('ghp_');
  });

  it('shows hidden characters of a hostile name as codes [F4]', () => {
    const text = `${HEAD}members:\n  - { id: a, name: "\\u202eroot\\u0007", initialTurn: false, engine: { kind: scripted } }\n`;
    const messages = problemsOf(text).map(({ message }) => message);
    expect(messages.find((message) => message.includes('never gets a turn'))).toContain(String.raw`\u202eroot\u0007`);
    // oxlint-disable-next-line no-control-regex -- the point of the test
    expect(messages.join('')).not.toMatch(/[\u202e\u0007]/u);
  });

  it('finds a member reached only through others, and one reached only by somebody unreached', () => {
    const member = (id: string, first: boolean, mentions: string) =>
      `  - { id: ${id}, initialTurn: ${first}, engine: { kind: scripted, turns: [{ posts: [{ room: r, text: x, mentions: [${mentions}] }] }] } }\n`;
    const text = `${HEAD}members:\n${member('a', true, 'b')}${member('b', false, 'c')}${member('c', false, 'a')}${member('d', false, 'e')}${member('e', false, 'd')}rooms: [{ id: r, members: [a, b, c, d, e] }]\n`;
    expect(problemsOf(text).map(({ code, member: id }) => [code, id])).toEqual([
      ['NEVER_REACHED', 'd'],
      ['NEVER_REACHED', 'e'],
    ]);
  });

  it('lets a member with another engine mention everyone it shares a room with', () => {
    const text = `${HEAD}members:\n  - { id: a, engine: { kind: model } }\n  - { id: b, initialTurn: false, engine: { kind: scripted } }\nrooms: [{ id: r, members: [a, b] }]\n`;
    expect(problemsOf(text).map(({ code }) => code)).toEqual(['ENGINE_UNAVAILABLE_HERE']);
  });
});
