import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RunView } from '../../src-shared/run/run-view.ts';
import { ItemQueue } from './item-queue.ts';
import { asSent, Follower, loggedView, openHost, refusal, type Script, startRun } from './test-host.ts';

const newsroom = readFileSync(new URL('../../examples/newsroom.troupe.yaml', import.meta.url), 'utf8').replaceAll(
  /pace: \d+/g,
  'pace: 40000',
);
const SLOW = 200;
const once = (say: string, pace = SLOW): Script => ({ members: { ada: { turns: [{ say }], pace } } });
const textOf = (view: RunView | null, member = 'ada') => view?.members[member]?.turns.at(-1)?.text ?? '';

it('a window that folds snapshot and updates has the view of the log, whenever it joined', async () => {
  const { client, host } = openHost();
  const runId = await startRun(client, newsroom);
  const first = new Follower(client, runId);
  const withoutParts = new Follower(client, runId, { parts: false });
  const lagging = new Follower(client, runId);
  await lagging.pull();
  const late = new Follower(client, runId);
  const join = async () => {
    await expect.poll(() => first.view?.turns.used ?? 0, { timeout: 15_000 }).toBeGreaterThan(10);
    await late.until('complete');
  };
  await Promise.all([first.until('complete'), withoutParts.until('complete'), join()]);
  await lagging.until('complete');
  const logged = await loggedView(host, runId);
  expect(logged.turns.used).toBeGreaterThan(50);
  for (const follower of [first, withoutParts, late, lagging]) {
    expect(asSent(follower.view)).toEqual(logged);
    expect(follower.largest).toBeLessThan(1024 * 1024);
  }
  expect(first.snapshots).toBe(1);
  expect(first.items).toBeGreaterThan(withoutParts.items);
  expect(asSent(await new Follower(client, runId).until('complete').then(({ view }) => view))).toEqual(logged);
});

it('a window that joins in the middle of a turn has what was said before, and every later word once', async () => {
  const { client, host } = openHost();
  const say = Array.from({ length: 60 }, (_, index) => `word${index} `).join('');
  const runId = await startRun(client, once(say));
  const first = await new Follower(client, runId).untilView((view) => textOf(view).length > 100);
  const second = new Follower(client, runId);
  await second.pull();
  expect(say.startsWith(textOf(second.view))).toBe(true);
  expect(textOf(second.view).length).toBeGreaterThanOrEqual(100);
  const seen: string[] = [];
  while (textOf(second.view).length < say.length) {
    await second.pull();
    seen.push(textOf(second.view));
  }
  expect(seen.filter((text) => !say.startsWith(text))).toEqual([]);
  expect(new Set(seen).size).toBeGreaterThan(5);
  await Promise.all([first.until('complete'), second.until('complete')]);
  expect(asSent(second.view)).toEqual(await loggedView(host, runId));
  expect(asSent(first.view)).toEqual(asSent(second.view));
});

it('what a failed turn had said and why it failed is the same live and from the log', async () => {
  const { client, host } = openHost();
  const fail = { code: 'ENGINE_UNAVAILABLE', message: 'Nobody answers.' };
  const runId = await startRun(client, { members: { ada: { turns: [{ say: 'I try it and hear nothing', fail }], pace: SLOW } } });
  const live = await new Follower(client, runId).until('failed');
  expect(live.snapshots).toBe(1);
  expect(asSent(live.view)).toEqual(await loggedView(host, runId));
  const [turn] = live.view?.members['ada']?.turns ?? [];
  expect(turn).toMatchObject({ state: 'failed', code: 'ENGINE_UNAVAILABLE', cause: 'Nobody answers.', text: 'I try it and hear nothing' });
  const withoutParts = await new Follower(client, runId, { parts: false }).until('failed');
  expect(withoutParts.view?.members['ada']?.turns[0]?.cause).toBe('Nobody answers.');
});

it('tells how a run ended at once, though that is no event', async () => {
  const { client } = openHost();
  const runId = await startRun(client, once('Short.', 100));
  const follower = await new Follower(client, runId).untilView((view) => Object.keys(view.open).length === 0 && view.turns.used === 1);
  const start = performance.now();
  await follower.until('complete');
  expect(performance.now() - start).toBeLessThan(2000);
});

it('[decision 51] answers at most about every 16 ms, and with nothing new waits', async () => {
  const { client } = openHost();
  const runId = await startRun(client, once('x'.repeat(4000), 8000));
  const follower = new Follower(client, runId);
  await follower.pull();
  const start = performance.now();
  let pulls = 0;
  while (follower.status !== 'complete') {
    await follower.pull();
    pulls += 1;
  }
  expect(pulls).toBeGreaterThan(2);
  expect((performance.now() - start) / pulls).toBeGreaterThan(15);
  const giving = new AbortController();
  const waiting = client.runs.next({ runId, after: follower.after, parts: true }, { signal: giving.signal });
  const first = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 400, 'still waiting'))]);
  expect(first).toBe('still waiting');
  giving.abort();
  await waiting.catch(() => {});
});

it('[I10] a cursor of another epoch, of another host or of nobody leads to a snapshot', async () => {
  const { client, home, close } = openHost();
  const runId = await startRun(client, once('Short.', 100));
  const follower = await new Follower(client, runId).until('complete');
  const old = follower.after;
  for (const after of [
    '',
    '0',
    ':',
    'abc:5.x',
    'deadbeef:0.',
    '::..',
    `${String(old).split(':')[0]}:999999`,
    `${String(old).split(':')[0]}:-1`,
  ]) {
    const answer = await client.runs.next({ runId, after, parts: true });
    expect([after, answer.kind]).toEqual([after, 'snapshot']);
  }
  await close();
  const again = openHost(home);
  const answer = await again.client.runs.next({ runId, after: old, parts: true });
  expect(answer).toMatchObject({ kind: 'snapshot', head: { status: 'complete' } });
  expect(asSent(answer.kind === 'snapshot' ? answer.view : null)).toEqual(asSent(follower.view));
});

it('[I8] 50,000 items that nobody fetches are not kept: who comes back gets a snapshot', () => {
  const queue = new ItemQueue();
  const start = queue.cursor;
  for (let index = 0; index < 50_000; index += 1)
    queue.push({ type: 'team:member-part', position: `team/a/${index}`, attempt: 1, kind: 'text', data: 'x'.repeat(500), at: 0 });
  expect(queue.after(start)).toBeNull();
  expect(queue.size.items).toBeLessThanOrEqual(5000);
  expect(queue.size.units).toBeLessThan(1024 * 1024);
  const next = queue.cursor;
  queue.push({ type: 'team:member-part', position: 'team/b/1', attempt: 1, kind: 'text', data: 'y', at: 0 });
  expect(queue.after(next)).toHaveLength(1);
});

it('[I8] a window that stops asking in mid-run holds up nothing, and is right again when it asks', async () => {
  const { client, host } = openHost();
  const turns = [{ say: 'x'.repeat(200), posts: [{ room: 'all', text: 'on', mentions: ['bo'] }] }];
  const back = [{ say: 'y'.repeat(200), posts: [{ room: 'all', text: 'on', mentions: ['ada'] }] }];
  const rooms = [{ id: 'all', members: ['ada', 'bo'] }];
  const runId = await startRun(client, {
    members: {
      ada: { engine: { kind: 'scripted', turns } },
      bo: { initialTurn: false, engine: { kind: 'scripted', turns: back } },
    },
    rooms,
    limits: { maxTurnsPerMember: 60 },
  });
  const paused = new Follower(client, runId);
  await paused.pull();
  await host.whenIdle();
  await paused.until('failed'); // it ends at its turn limit
  expect(paused.snapshots).toBeLessThanOrEqual(2);
  const logged = await loggedView(host, runId);
  const tail = (view: RunView) => view.members['bo']?.turns.slice(-20);
  expect(paused.view?.turns.used).toBe(120);
  expect(tail(asSent(paused.view))).toEqual(tail(logged));
});

it('a pull ends when its host closes', async () => {
  const { client, close } = openHost();
  const runId = await startRun(client, once('Short.', 100));
  const follower = await new Follower(client, runId).until('complete');
  const waiting = client.runs.next({ runId, after: follower.after, parts: true }).catch((error: unknown) => error);
  const list = await client.library.next({ after: null, search: '', limit: 5 });
  const listing = client.library.next({ after: list.cursor, search: '', limit: 5 }).catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const start = performance.now();
  await close();
  await Promise.all([waiting, listing]);
  expect(performance.now() - start).toBeLessThan(1000);
  await refusal('DATABASE_UNAVAILABLE', client.runs.pause({ runId }));
});
