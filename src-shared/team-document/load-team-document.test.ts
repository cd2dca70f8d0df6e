import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Parser } from 'yaml';
import { idFromName } from './id-from-name.ts';
import { isRunnable, loadTeamDocument } from './load-team-document.ts';
import { Problem } from './problem.ts';

const TEAM = `format: troupe.team
formatVersion: 1
form: conversation
name: Two
task: Say hello.
members:
  - { id: a, engine: { kind: scripted, turns: [{ say: "Hello", data: { mood: fine } }] } }
  - { id: b.c, role: listener, engine: { kind: scripted } }
extra: [kept]
`;

describe('loadTeamDocument', () => {
  it('reads YAML and JSON by content, whatever the name', () => {
    const fromYaml = loadTeamDocument({ text: TEAM, fileName: 'two.json' });
    const fromJson = loadTeamDocument({ text: JSON.stringify(fromYaml.document, null, 2), fileName: 'notes.txt' });
    expect(fromJson.document).toEqual(fromYaml.document);
    expect(fromYaml.document).toMatchObject({ id: 'two', name: 'Two', members: [{ id: 'a' }, { id: 'b.c' }] });
    expect(fromJson.problems.map(({ code, line }) => [code, line])).toEqual([['UNKNOWN_KEY', 30]]);
  });

  it('reads JSON on one line and says at which column', () => {
    const { problems } = loadTeamDocument({
      text: '{"format":"troupe.team","formatVersion":1,"form":"conversation","members":[{"id":"a"}]}',
    });
    expect(problems).toMatchObject([{ code: 'ENGINE_MISSING', line: 1, column: 76, path: '/members/0/engine' }]);
  });

  it('keeps unknown keys and ids outside of our own pattern (decisions 31)', () => {
    const { document, problems } = loadTeamDocument({ text: TEAM });
    expect(document).toMatchObject({ extra: ['kept'] });
    expect(isRunnable(problems)).toBe(true);
  });

  it('reads a byte order mark and Windows line ends', () => {
    const { document, problems } = loadTeamDocument({ text: `\uFEFF${TEAM.replaceAll('\n', '\r\n')}` });
    expect(document).toEqual(loadTeamDocument({ text: TEAM }).document);
    expect(problems).toMatchObject([{ code: 'UNKNOWN_KEY', line: 9, column: 1 }]);
  });

  it('names a team after its file when it says no name', () => {
    const nameless = TEAM.replace('name: Two\n', '');
    expect(loadTeamDocument({ text: nameless, fileName: 'C:\\teams\\Évening crew.troupe.yaml' })).toMatchObject({
      document: { id: 'e-vening-crew' },
      name: 'e-vening-crew',
    });
    expect(loadTeamDocument({ text: ']', fileName: '/home/ada/broken.troupe.yaml' })).toMatchObject({ document: null, name: 'broken' });
    expect(loadTeamDocument({ text: '' }).name).toBe('Team without a name');
  });

  it('[F1] refuses keys that would reach a prototype, and changes none', () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const { document, problems } = loadTeamDocument({
        text: `{"format":"troupe.team","formatVersion":1,"a":[{"${key}":{"isAdmin":true}}]}`,
      });
      expect(document).toBeNull();
      expect(problems[0]).toMatchObject({ code: 'UNSAFE_KEY', path: `/a/0/${key}`, severity: 'error' });
    }
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  it('[F2] refuses 20 MB of nonsense by its size, before anything is parsed', { timeout: 30_000 }, () => {
    const next = vi.spyOn(Parser.prototype, 'next');
    for (const text of ['x'.repeat(20_000_000), 'ä'.repeat(9_000_000), '{"a":1},'.repeat(300_000), '- a\n'.repeat(500_000)]) {
      const { document, problems } = loadTeamDocument({ text });
      expect(document).toBeNull();
      expect(['DOCUMENT_TOO_LARGE', 'NOT_A_TEAM']).toContain(problems[0]?.code);
    }
    expect(next).not.toHaveBeenCalled();
    next.mockRestore();
  });

  it('[F2] stops at a depth of 256 and at a million values that aliases make', { timeout: 30_000 }, () => {
    const nested = (levels: number) => `${TEAM}deep: ${'['.repeat(levels)}${']'.repeat(levels)}\n`;
    expect(loadTeamDocument({ text: nested(255) }).problems.map(({ code }) => code)).not.toContain('DOCUMENT_TOO_DEEP');
    expect(loadTeamDocument({ text: nested(256) }).problems.map(({ code }) => code)).toContain('DOCUMENT_TOO_DEEP');
    const bomb = Array.from(
      { length: 9 },
      (_, level) =>
        `l${level}: &l${level} [${
          level === 0
            ? 'x'
            : Array(10)
                .fill(`*l${level - 1}`)
                .join(', ')
        }]`,
    );
    expect(loadTeamDocument({ text: bomb.join('\n') }).problems).toMatchObject([{ code: 'DOCUMENT_TOO_LARGE' }]);
    expect(loadTeamDocument({ text: 'a: &a [*a, *a]' }).problems).toMatchObject([{ code: 'DOCUMENT_TOO_DEEP' }]);
    expect(loadTeamDocument({ text: '&a '.repeat(20_000) }).problems).toMatchObject([{ code: 'DOCUMENT_TOO_LARGE' }]);
  });

  it('reads an alias as the value it names', () => {
    const text = TEAM.replace('say: "Hello"', 'say: &hello Hello').replace('role: listener', 'role: *hello');
    expect(loadTeamDocument({ text }).document).toMatchObject({ members: [{}, { role: 'Hello' }] });
    expect(loadTeamDocument({ text: 'a: *nobody' }).problems).toMatchObject([{ code: 'INVALID_YAML', line: 1, column: 4 }]);
  });

  it('makes nothing but JSON out of tags', () => {
    const { document, problems } = loadTeamDocument({ text: TEAM.replace('mood: fine', 'mood: !!js/function "() => 1"') });
    expect(document).toMatchObject({ members: [{ engine: { turns: [{ data: { mood: '() => 1' } }] } }, {}] });
    expect(problems.map(({ code, severity }) => [code, severity])).toContainEqual(['INVALID_YAML', 'warning']);
  });

  it('never throws on any text, and its problems fit the contract', () => {
    const pieces = fc.constantFrom(
      'format: troupe.team\n',
      'formatVersion: 1\n',
      'form: conversation\n',
      'members:\n',
      '  - ',
      'id: a\n',
      '{',
      '}',
      '[',
      ']',
      '"',
      ': ',
      '&a ',
      '*a ',
      '!t ',
      '|\n',
      '\t',
      '---\n',
      '\u0000',
      '\ud800',
      '- ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const { problems, document } = loadTeamDocument({ text, fileName: text });
          expect(Problem.array().safeParse(problems).success).toBe(true);
          expect(document !== null || !isRunnable(problems)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never throws on any JSON in any place of a document', () => {
    const place = fc.constantFrom(
      'id',
      'name',
      'task',
      'limits',
      'members',
      'rooms',
      'notes',
      'groups',
      'inputs',
      'form',
      'budget',
      'version',
    );
    const inMember = fc.constantFrom('id', 'engine', 'limits', 'at', 'color', 'initialTurn');
    fc.assert(
      fc.property(place, fc.jsonValue(), inMember, fc.jsonValue(), (key, value, memberKey, memberValue) => {
        const member = { id: 'a', engine: { kind: 'scripted' }, [memberKey]: memberValue };
        const document = { format: 'troupe.team', formatVersion: 1, form: 'conversation', members: [member], [key]: value };
        const { problems } = loadTeamDocument({ text: JSON.stringify(document) });
        expect(problems.every(({ path }) => path === '' || path.startsWith('/'))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('reads long JSON without places, and long broken JSON with them', { timeout: 30_000 }, () => {
    const { document } = loadTeamDocument({ text: TEAM });
    const long = { ...document, task: 'x'.repeat(300_000) };
    const read = loadTeamDocument({ text: JSON.stringify(long) });
    expect(read.document).toEqual(long);
    expect(read.problems.map(({ code, line }) => [code, line])).toEqual([['UNKNOWN_KEY', undefined]]);
    expect(loadTeamDocument({ text: `${JSON.stringify(long)}\n}` }).problems).toMatchObject([{ code: 'INVALID_YAML', line: 2 }]);
    expect(loadTeamDocument({ text: JSON.stringify(long).replace('"extra"', '"__proto__"') })).toMatchObject({
      document: null,
      problems: [{ code: 'UNSAFE_KEY' }],
    });
    expect(loadTeamDocument({ text: JSON.stringify(long).replace('"Two"', '1e999') }).problems).toMatchObject([
      { code: 'INVALID_VALUE', path: '/name' },
      {},
    ]);
  });

  it('is idempotent: what it loads loads again as the same document', () => {
    const { document } = loadTeamDocument({ text: TEAM, fileName: 'x.yaml' });
    expect(loadTeamDocument({ text: JSON.stringify(document) }).document).toEqual(document);
  });
});

describe('idFromName', () => {
  it.each([
    ['Fact checker', 'fact-checker'],
    ['  Ünïcode & more!  ', 'u-ni-code-more'],
    ['42 answers', 'answers'],
    ['漢字', 'team'],
    ['a'.repeat(100), 'a'.repeat(64)],
  ])('%s is %s', (name, id) => {
    expect(idFromName(name)).toBe(id);
  });
});
