import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, it, onTestFinished } from 'vitest';
import { loadTeamDocument } from '../../src-shared/team-document/load-team-document.ts';
import { createHost } from './host.ts';
import { importText, newCommand, openHost, refusal, settled, startRun, teamText, temporaryHome } from './test-host.ts';
import { Uploads } from './uploads.ts';

const ask = { after: null, search: '', limit: 100 };
const quick = (id: string, say = 'Done.') => teamText({ id, members: { ada: { turns: [{ say }] } } });

it('puts the samples in once; one that was removed stays away', async () => {
  const home = temporaryHome();
  const samples = join(temporaryHome(), 'samples');
  mkdirSync(samples);
  for (const name of ['release-team', 'newsroom'])
    copyFileSync(new URL(`../../examples/${name}.troupe.yaml`, import.meta.url), join(samples, `${name}.troupe.yaml`));
  const open = () => {
    const host = createHost({ home, samples });
    onTestFinished(() => host.close());
    return { host, client: createRouterClient(host.router) };
  };
  const first = open();
  expect((await first.client.library.next(ask)).teams.map(({ id, origin }) => [id, origin])).toEqual([
    ['newsroom', 'sample'],
    ['release-team', 'sample'],
  ]);
  await first.client.teams.remove({ teamId: 'newsroom' });
  await first.host.close();
  expect((await open().client.library.next(ask)).teams.map(({ id }) => id)).toEqual(['release-team']);
});

it('lists teams and runs with status, last run and counts, and finds them', async () => {
  const { client } = openHost();
  const runId = await startRun(client, quick('alpha'));
  await settled(client, runId, 'complete');
  await importText(client, quick('beta'));
  const { teams, runs, totalRuns } = await client.library.next(ask);
  expect(teams.find(({ id }) => id === 'alpha')).toMatchObject({
    form: 'conversation',
    origin: 'import',
    memberCount: 1,
    colors: [1],
    errors: 0,
    lastRun: { runId, status: 'complete' },
  });
  expect(teams.find(({ id }) => id === 'beta')).toMatchObject({ lastRun: null });
  expect(totalRuns).toBe(1);
  expect(runs).toMatchObject([{ runId, team: 'alpha', task: 'Try it.', status: 'complete', turns: 1 }]);
  expect(runs[0]?.endedAt).not.toBeNull();
  const found = await client.library.next({ ...ask, search: 'BET' });
  expect([found.teams.map(({ id }) => id), found.runs]).toEqual([['beta'], []]);
});

it('a taken id gets a number, a taken name too, and nothing else changes; each copy has runs of its own', async () => {
  const { client, host } = openHost();
  const ids: (string | null)[] = [];
  for (const text of [quick('team'), quick('team'), quick('team', 'Other.')]) ids.push((await importText(client, text)).teamId);
  expect(ids).toEqual(['team', 'team-2', 'team-3']);
  expect(Object.fromEntries(host.home.teams.list().map(({ id, name }) => [id, name]))).toEqual({
    team: 'team',
    'team-2': 'team 2',
    'team-3': 'team 3',
  });
  const valueOf = (id: string) => loadTeamDocument({ text: host.home.teams.get(id)?.text ?? '' }).value;
  expect(valueOf('team-2')).toEqual({ ...valueOf('team'), name: 'team 2' });
  const { runId } = await client.runs.start({ teamId: 'team-2', task: null, commandId: newCommand() });
  await settled(client, runId, 'complete');
  const { teams } = await client.library.next(ask);
  expect(Object.fromEntries(teams.map(({ id, lastRun }) => [id, lastRun?.runId ?? null]))).toEqual({
    team: null,
    'team-2': runId,
    'team-3': null,
  });
  const answer = await client.runs.next({ runId, after: null, parts: true });
  expect(answer.head).toMatchObject({ teamId: 'team-2', number: 1, team: 'team-2' });
  await client.teams.remove({ teamId: 'team-2' });
  expect((await client.runs.next({ runId, after: null, parts: true })).head.teamId).toBeNull();
});

it('keeps a document with errors and does not run it; one that cannot be read is told with place and no team', async () => {
  const { client, host } = openHost();
  const text =
    'format: troupe.team\nformatVersion: 1\nid: odd\nform: conversation\nmembers:\n  - id: ada\n    engine: { kind: scripted }\nrooms:\n  - id: all\n    members: [ada, nobody]\n';
  const { teamId, problems } = await importText(client, text, 'odd.troupe.yaml');
  expect(teamId).toBe('odd');
  expect(problems.find(({ code }) => code === 'UNKNOWN_MEMBER')).toMatchObject({ severity: 'error', line: 10 });
  const refused = await refusal('DOCUMENT_INVALID', client.runs.start({ teamId: 'odd', task: null, commandId: newCommand() }));
  expect(refused.message).toMatch(/line 10, column \d+/);
  expect(host.activeRuns()).toBe(0);
  const { teams } = await client.library.next(ask);
  expect(teams).toMatchObject([{ id: 'odd', errors: 1 }]);
  expect((await client.teams.open({ teamId: 'odd' })).text).toBe(text);
  const broken = await importText(client, 'format: troupe.team\nmembers: [ada\nrooms: }', 'broken.troupe.yaml');
  expect(broken.teamId).toBeNull();
  expect(broken.problems[0]).toMatchObject({ code: 'INVALID_YAML', severity: 'error', line: expect.any(Number) as number });
  expect((await client.library.next(ask)).teams).toHaveLength(1);
});

it('[F1, F4] hostile keys, names and ids are told, and can be named by later calls', async () => {
  const { client } = openHost();
  const unsafe = '{"format":"troupe.team","formatVersion":1,"id":"x","form":"conversation","__proto__":{"isAdmin":true},"members":[]}';
  expect((await importText(client, unsafe)).problems.map(({ code }) => code)).toContain('UNSAFE_KEY');
  expect('isAdmin' in {}).toBe(false);
  for (const id of ['x'.repeat(4000), '../../etc', 'CON', '\u202Eevil', '名'.repeat(300)]) {
    const { teamId } = await importText(client, quick(id));
    if (teamId === null) continue;
    expect((await client.teams.open({ teamId })).total).toBeGreaterThan(0);
    const { runId } = await client.runs.start({ teamId, task: null, commandId: newCommand() });
    await settled(client, runId, 'complete');
    expect((await client.runs.next({ runId, after: null, parts: true })).head.teamId).toBe(teamId);
  }
  expect((await client.library.next(ask)).teams.length).toBeGreaterThan(3);
});

it('[F2] a file over 16 MiB is refused, with every later piece of it; a given-up upload never comes in by half', async () => {
  const { client } = openHost();
  const uploadId = newCommand();
  const piece = { fileName: 'big.troupe.json', uploadId, text: 'x'.repeat(131_072), done: false };
  for (let count = 0; count < 128; count += 1) expect((await client.teams.import(piece)).teamId).toBeNull();
  expect((await refusal('DOCUMENT_TOO_LARGE', client.teams.import({ ...piece, text: 'x' }))).message).toContain('16 MiB');
  await refusal('DOCUMENT_TOO_LARGE', client.teams.import({ ...piece, text: quick('tail'), done: true }));
  expect((await client.library.next(ask)).teams).toEqual([]);
  const uploads = new Uploads('save');
  for (let index = 0; index < 5; index += 1) expect(uploads.add(`upload-${index}`, 'a', false)).toBeNull();
  expect(() => uploads.add('upload-0', 'b', true)).toThrow(
    expect.objectContaining({ code: 'UPLOAD_LOST', message: expect.stringContaining('Save again') as string }),
  );
  expect(uploads.add('upload-4', 'b', true)).toBe('ab');
});

it('a list is made once for all windows, again only after a change, and tells one within a second', async () => {
  const { client, host } = openHost();
  for (let index = 0; index < 50; index += 1) await importText(client, quick(`team-${index}`));
  const { cursor } = await client.library.next(ask);
  const made = host.feed.made;
  const giving = new AbortController();
  const waiting = Array.from({ length: 4 }, () => client.library.next({ ...ask, after: cursor }, { signal: giving.signal }));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(host.feed.made).toBe(made);
  await client.teams.remove({ teamId: 'team-7' });
  const start = performance.now();
  for (const { teams } of await Promise.all(waiting)) expect(teams).toHaveLength(49);
  expect(performance.now() - start).toBeLessThan(1500);
  expect(host.feed.made).toBe(made + 1);
  giving.abort();
});

it('a document of 10,000 members is read once, not at every list and not at the next start', async () => {
  const first = openHost();
  const members = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`, { turns: [{ say: 'x' }] }]));
  await importText(first.client, teamText({ id: 'crowd', members }));
  const row = { id: 'crowd', memberCount: 10_000, errors: 0 };
  expect((await first.client.library.next(ask)).teams).toMatchObject([row]);
  await first.close();
  const { client, host } = openHost(first.home);
  const [hash = ''] = host.home.teams.list().map((team) => team.hash);
  const saved = host.home.settings.get('team-cards');
  expect(saved).toMatchObject({ cards: { [hash]: { memberCount: 10_000 } } });
  expect((await client.library.next(ask)).teams).toMatchObject([row]);
  await importText(client, quick('small'));
  expect((await client.library.next(ask)).teams.find(({ id }) => id === 'crowd')).toMatchObject(row);
  expect(host.feed.made).toBe(2);
  // A card made up, so that a row shows where it comes from.
  const other = openHost(temporaryHome());
  await importText(other.client, quick('crowd'));
  const own = other.host.home.teams.get('crowd')?.hash ?? '';
  other.host.home.settings.set('team-cards', {
    version: other.host.version,
    cards: { [own]: { colors: [], memberCount: 7, errors: 0, warnings: 0 } },
  });
  await other.close();
  expect((await openHost(other.home).client.library.next(ask)).teams).toMatchObject([{ id: 'crowd', memberCount: 7 }]);
});
