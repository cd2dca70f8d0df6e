import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { asSent, Follower, loggedView, openHost, refusal, type Script, settled, startRun, statusOf, teamText } from './test-host.ts';

const program = fileURLToPath(new URL('../cli/troupe.ts', import.meta.url));
const slow = (id: string): Script => ({ id, members: { ada: { turns: [{ say: 'x'.repeat(200) }], pace: 50 } } });
const isSpeaking = (follower: Follower) => follower.untilView((view) => (view.members['ada']?.turns.at(-1)?.text ?? '').length > 20);

/** Another process that runs a team in this home. */
function runElsewhere(home: string, script: Script) {
  const file = join(home, 'team.troupe.json');
  writeFileSync(file, teamText(script));
  const child = spawn(process.execPath, ['--conditions=source', program, 'run', file, '--home', home], { stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended };
}

it('[D3] a run of another process is followed live; who wants to drive it is told who does', async () => {
  const { client, home, host } = openHost();
  const { child, ended } = runElsewhere(home, slow('elsewhere'));
  const list = () => client.library.next({ after: null, search: '', limit: 10 });
  await expect.poll(async () => (await list()).runs.length, { timeout: 20_000 }).toBe(1);
  const { runId = '' } = (await list()).runs[0] ?? {};
  // Two windows look at once: what was said comes to each of them once.
  const [follower, other] = [new Follower(client, runId), new Follower(client, runId)];
  await Promise.all([isSpeaking(follower), isSpeaking(other)]);
  expect(follower.view?.members['ada']?.turns.at(-1)?.text).toMatch(/^x+$/);
  expect(await statusOf(client, runId)).toBe('running');
  for (const act of [client.runs.pause, client.runs.stop, client.runs.resume]) {
    const error = await refusal('RUN_OWNED', act({ runId }));
    expect(error.message).toContain(String(child.pid));
    expect(error.data).toMatchObject({ pid: child.pid });
  }
  await refusal('RUN_OWNED', client.runs.recover({ runId, position: 'team/ada/1', choice: 'again' }));
  expect((await client.runs.open({ runId })).turns).toEqual([]);
  await Promise.all([follower.until('complete'), other.until('complete')]);
  expect(await ended).toBe(0);
  const logged = await loggedView(host, runId);
  expect(asSent(follower.view)).toEqual(logged);
  expect(asSent(other.view)).toEqual(logged);
});

it('a run whose process is killed is seen as Interrupted without a word of it, and resumed here', async () => {
  const { client, home } = openHost();
  const { child, ended } = runElsewhere(home, slow('killed'));
  const list = () => client.library.next({ after: null, search: '', limit: 10 });
  await expect.poll(async () => (await list()).runs.length, { timeout: 20_000 }).toBe(1);
  const { runId = '' } = (await list()).runs[0] ?? {};
  const follower = await isSpeaking(new Follower(client, runId));
  let { cursor } = await list();
  child.kill('SIGKILL');
  await ended;
  await follower.until('interrupted');
  for (let status = ''; status !== 'interrupted'; ) {
    const next = await client.library.next({ after: cursor, search: '', limit: 10 });
    [cursor, status] = [next.cursor, next.runs[0]?.status ?? ''];
  }
  await client.runs.resume({ runId });
  await follower.until('complete');
  expect(follower.view?.members['ada']?.turns).toMatchObject([{ attempt: 2, text: 'x'.repeat(200) }]);
});

it('[D7, P4] a damaged run stays listed with its code and cannot go on; others can', async () => {
  const first = openHost();
  const [bad, good] = [await startRun(first.client, slow('bad')), await startRun(first.client, slow('good'))];
  for (const runId of [bad, good]) await isSpeaking(new Follower(first.client, runId));
  await first.close();
  flipPayload(first.home, bad, 3);
  const { client, host } = openHost(first.home);
  const { runs } = await client.library.next({ after: null, search: '', limit: 10 });
  expect(runs.find(({ runId }) => runId === bad)).toMatchObject({ status: 'interrupted', code: 'CORRUPT_EVENT_STREAM' });
  expect(runs.find(({ runId }) => runId === good)).toMatchObject({ status: 'interrupted', code: null });
  for (const act of [
    () => client.runs.resume({ runId: bad }),
    () => client.runs.pause({ runId: bad }),
    () => client.runs.stop({ runId: bad }),
    () => client.runs.recover({ runId: bad, position: 'team/ada/1', choice: 'again' }),
    () => client.runs.next({ runId: bad, after: null, parts: true }),
    () => client.runs.at({ runId: bad, revision: 3 }),
    () => client.runs.turn({ runId: bad, position: 'team/ada/1' }),
  ])
    expect((await refusal('CORRUPT_EVENT_STREAM', act())).message).toContain('revision 3');
  // What stands before the damage can still be read.
  expect((await client.runs.events({ runId: bad, after: 0, limit: 2, search: '' })).events.map(({ revision }) => revision)).toEqual([1, 2]);
  expect(host.activeRuns()).toBe(0);
  await client.runs.resume({ runId: good });
  await settled(client, good, 'complete');
  // Nothing is read again while nobody writes.
  const made = host.feed.made;
  for (let times = 0; times < 5; times += 1) await client.library.next({ after: null, search: '', limit: 10 });
  expect(host.feed.made - made).toBeLessThanOrEqual(1);
});

it('damage found when a finished run is opened is told in the list too', async () => {
  const first = openHost();
  const runId = await startRun(first.client, { id: 'done', members: { ada: { turns: [{ say: 'Done.' }] } } });
  await settled(first.client, runId, 'complete');
  await first.close();
  flipPayload(first.home, runId, 4);
  const { client } = openHost(first.home);
  expect((await client.library.next({ after: null, search: '', limit: 10 })).runs).toMatchObject([{ status: 'complete', code: null }]);
  await refusal('CORRUPT_EVENT_STREAM', client.runs.next({ runId, after: null, parts: true }));
  expect((await client.library.next({ after: null, search: '', limit: 10 })).runs).toMatchObject([{ code: 'CORRUPT_EVENT_STREAM' }]);
});

/** Changes one byte of an event in the file, past every check of SQLite. */
function flipPayload(home: string, runId: string, revision: number): void {
  const database = new Database(join(home, 'troupe.db'));
  const { id } = database.prepare<[string], { id: number }>('SELECT id FROM stream WHERE name = ?').get(runId) ?? { id: 0 };
  const key = `(SELECT min(id) + ${revision - 1} FROM event WHERE id >> 32 = ${id})`;
  const changed = database.prepare(`UPDATE event SET payload = replace(payload, 'ada', 'adb') WHERE id = ${key}`).run();
  database.close();
  expect(changed.changes).toBe(1);
}
