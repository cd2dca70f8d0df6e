import { expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';
import { freeTeamName } from './free-name.ts';
import { loadTeamDocument } from './load-team-document.ts';
import { readChanges } from './read-changes.ts';
import { TEMPLATE_IDS, TEMPLATES } from './templates.ts';
import { writeDocument } from './write-document.ts';

it('every template is offered, and all but the empty one run as they are, without a warning', () => {
  expect(TEMPLATE_IDS.toSorted()).toEqual(Object.keys(TEMPLATES).toSorted());
  const problemsOf = (id: (typeof TEMPLATE_IDS)[number]) =>
    loadTeamDocument({ text: writeDocument({ id, ...TEMPLATES[id].document }, 'yaml') }).problems;
  expect(TEMPLATE_IDS.slice(1).flatMap(problemsOf)).toEqual([]);
});

it('a taken name gets the next number, and only a number that tells it apart is counted on', () => {
  const taken = new Set(['Newsroom', 'Newsroom 2', 'Area 51']);
  expect(['Desk', 'Newsroom', 'Newsroom 2', 'Area 51'].map((name) => freeTeamName(taken, name))).toEqual([
    'Desk',
    'Newsroom 3',
    'Newsroom 3',
    'Area 51 2',
  ]);
});

it('[F4] a file is called as its team, without what file systems refuse or nobody sees', () => {
  for (const name of ['뉴스룸 🎭', 'Crème brûlée', '👩‍👩‍👧 팀', 'a.b']) expect(fileNameOf(name)).toBe(name.normalize('NFC'));
  expect(fileNameOf('a/b\\c:d*?"<>|e')).toBe('a-b-c-d-e');
  expect(fileNameOf('evil\u202Egnp\u0000.exe')).not.toMatch(/[\u202E\u0000]/); // oxlint-disable-line no-control-regex -- must not be there
  for (const name of ['', '..', 'CON', 'nul', ' . ', '\u200B']) expect(fileNameOf(name)).toBe('team');
  expect(fileNameOf('../../etc/passwd')).toBe('etc-passwd');
  expect(fileNameOf('🎭'.repeat(4000))).toBe('🎭'.repeat(80));
});

it('[F1] a list of changes is taken as it is, anything else is none', () => {
  const changes = [
    { path: ['members', { id: 'a' }, 'name'], before: 'x', after: 'y' },
    { path: ['rooms', 0], after: { id: 'r' }, behind: null },
    { path: ['members'], order: { before: ['a', 'b'], after: ['b', 'a'] } },
  ];
  expect(readChanges(JSON.stringify(changes))).toEqual(changes);
  for (const text of [
    '',
    '{}',
    '[1]',
    '[{"path":"a"}]',
    '[{"path":[-1]}]',
    '[{"path":[],"after":{"__proto__":1}}]',
    '[{"path":[],"x":1}]',
    '['.repeat(1e5),
  ])
    expect(readChanges(text)).toBeNull();
});
