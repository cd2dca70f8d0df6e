import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createRunFold } from '../../src-shared/run/run-fold.ts';
import type { RunView } from '../../src-shared/run/run-view.ts';
import type { Host } from './host.ts';
import { RunHistory } from './run-history.ts';
import { RunReader } from './run-reader.ts';
import { startRecorded, stateRecorder } from './state-recorder.fixture.ts';
import { asSent, type Client, openHost, refusal, type Script, settled, startRun, teamText, temporaryHome } from './test-host.ts';

const example = readFileSync(new URL('../../examples/newsroom.troupe.yaml', import.meta.url), 'utf8');
/** The newsroom, each member at a pace of its own, so that turns end in the midst of others. */
const newsroom = (pace: number) => {
  let member = 0;
  return example.replaceAll(/pace: \d+/g, () => `pace: ${pace * (1 + (member += 1) / 3)}`);
};

/** Starts a run and keeps what a live reader has right after each event, by revision. */
async function record(host: Host, text: string) {
  const states = new Map<number, RunView>();
  const runId = await startRecorded(host, text, (view) => states.set(view.revision, view));
  return { runId, states };
}

/** Compares every moment with what was shown live then; in any order, since each is asked for by itself. */
async function expectSame(client: Client, runId: string, states: ReadonlyMap<number, RunView>): Promise<void> {
  const { lastRevision } = await client.runs.ticks({ runId, most: 1000 });
  expect([...states.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: lastRevision }, (_, index) => index + 1));
  const order = [...states].toSorted(([a], [b]) => ((a * 7919) % 997) - ((b * 7919) % 997));
  for (const [revision, live] of order) {
    const { view, moment } = await client.runs.at({ runId, revision });
    expect([revision, asSent(view)]).toEqual([revision, asSent(live)]);
    expect(moment).toMatchObject({ revision, at: live.lastAt });
  }
}

/** Turns in whose midst an event of another came: their text was seen unfinished. */
const interleaved = (states: ReadonlyMap<number, RunView>) =>
  [...states.values()].filter(({ members }) =>
    Object.values(members).some(({ turns }) => turns.some(({ state, text }) => state === 'running' && text !== '')),
  ).length;

it('gives the newsroom at each revision as it was shown live then, streamed text to the letter', async () => {
  const { client, host } = openHost();
  const { runId, states } = await record(host, newsroom(800));
  await host.whenIdle();
  expect(states.size).toBeGreaterThan(150);
  expect(interleaved(states)).toBeGreaterThan(12);
  await expectSame(client, runId, states);
});

it('reaches a moment beyond more streamed text than is folded at once', async () => {
  const { client, host } = openHost();
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const members = Object.fromEntries(ids.map((id, index) => [id, { turns: [{ say: 'word '.repeat(80 + index) }], pace: 80 }]));
  const { runId, states } = await record(host, teamText({ members, limits: { globalConcurrency: ids.length } }));
  await host.whenIdle();
  const { storage, stream } = await host.service.load(runId);
  expect((await storage.eventStore.parts?.read(stream))?.length).toBeGreaterThan(600);
  await expectSame(client, runId, states);
});

const breaking: Script = {
  members: {
    ada: { turns: [{ say: 'I begin, and I go on for a while so that others are heard meanwhile.' }], pace: 150 },
    bo: { turns: [{ say: 'Half a senten', fail: { code: 'ENGINE_UNAVAILABLE', message: 'The line went dead.' } }], pace: 100 },
    cy: { turns: [{ say: 'Short.' }], pace: 40 },
  },
  limits: { globalConcurrency: 3 },
};
it('gives a turn that fails beside others, and why, from its own revision on', async () => {
  const { client, host } = openHost();
  const { runId, states } = await record(host, teamText(breaking));
  await host.whenIdle();
  await expectSame(client, runId, states);
  const { revision } = await client.runs.seek({ runId, from: 0, sought: 'failure', back: false });
  const { view, moment } = await client.runs.at({ runId, revision: revision ?? 0 });
  expect(view.members['bo']?.turns[0]).toMatchObject({ state: 'failed', cause: 'The line went dead.' });
  expect(view.members['ada']?.turns[0]?.text).toMatch(/^I begin/);
  expect(moment).toMatchObject({ kind: 'failure', member: 'bo', detail: 'ENGINE_UNAVAILABLE' });
  expect((await client.runs.at({ runId, revision: (revision ?? 0) - 1 })).view.members['bo']?.turns[0]).toMatchObject({ cause: null });
});

it('gives a run that was paused and resumed, while it runs and afterwards, without the time of the pause', async () => {
  const { client, host } = openHost();
  const { runId, states } = await record(host, newsroom(2000));
  await expect.poll(() => states.size, { timeout: 40_000 }).toBeGreaterThan(20);
  await client.runs.pause({ runId });
  await host.whenIdle();
  const paused = states.size;
  await expectSame(client, runId, states);
  const pausedFor = 300;
  await new Promise((resolve) => setTimeout(resolve, pausedFor));
  const before = [...states.values()].at(-1) ?? null;
  const observer = stateRecorder((await host.service.load(runId)).graph, before, (view) => states.set(view.revision, view));
  await host.service.proceed(runId, observer);
  await expect.poll(() => states.size, { timeout: 40_000 }).toBeGreaterThan(paused + 20);
  await client.runs.at({ runId, revision: paused + 10 }); // in mid-run: the past grows with it
  await host.whenIdle();
  await expectSame(client, runId, states);
  const last = states.get(states.size);
  expect(last?.away).toMatchObject([{ why: 'paused' }]);
  expect(last?.awayMs).toBeGreaterThanOrEqual(pausedFor - 5);
  expect(last?.awayMs).toBeLessThan(pausedFor + 2000);
});

it('gives a run whose process was killed and that was resumed by another, without the time in between', async () => {
  const home = temporaryHome();
  const file = join(home, 'newsroom.troupe.yaml');
  writeFileSync(file, newsroom(300));
  const child = spawn(process.execPath, [fileURLToPath(new URL('killed-run.fixture.ts', import.meta.url)), home, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const states = new Map<number, RunView>();
  for await (const line of createInterface({ input: child.stdout })) {
    const view = JSON.parse(line) as RunView;
    states.set(view.revision, view);
    if (view.revision === 30) child.kill('SIGKILL');
  }
  if (child.signalCode === null) await once(child, 'exit');
  const gone = 300;
  await new Promise((resolve) => setTimeout(resolve, gone));
  const { client, host } = openHost(home);
  const runId = [...states.values()][0]?.runId ?? '';
  await expectSame(client, runId, states);
  const { graph, storage, stream } = await host.service.load(runId);
  const { view: found } = await RunReader.open(storage, stream, graph);
  const known = states.size;
  const observer = stateRecorder(graph, found, (view) => states.set(view.revision, view));
  await host.service.proceed(runId, observer);
  await expect.poll(() => states.size, { timeout: 40_000 }).toBeGreaterThan(known + 40);
  await client.runs.stop({ runId });
  await host.whenIdle();
  await expectSame(client, runId, states);
  const last = states.get(states.size);
  expect(last?.away).toMatchObject([{ why: 'interrupted' }]);
  expect(last?.awayMs).toBeGreaterThanOrEqual(gone);
  expect(host.home.runs.get(runId)?.awayMs).toBe(last?.awayMs); // lists say the same
});

it('counts text of rows that kept no revision as there from the beginning of its turn', async () => {
  const { client, host } = openHost();
  const { runId } = await record(host, teamText(breaking));
  await host.whenIdle();
  const { graph, storage, stream } = await host.service.load(runId);
  const { eventStore } = storage;
  const { parts } = eventStore;
  if (parts === undefined) throw new Error('this store keeps parts');
  const read: typeof parts.read = async (...asked) => (await parts.read(...asked)).map((part) => ({ ...part, revision: 0 }));
  const old = { ...storage, eventStore: { ...eventStore, parts: { ...parts, read } } };
  const loaded = await host.service.load(runId);
  const history = new RunHistory({ ...loaded, storage: old });
  const { revision } = await client.runs.seek({ runId, from: 0, sought: 'failure', back: false });
  const failed = await history.at(revision ?? 0);
  expect(failed.view.members['bo']?.turns[0]).toMatchObject({ state: 'failed', cause: 'The line went dead.', text: 'Half a senten' });
  expect(failed.view.members['ada']?.turns[0]?.text).toMatch(/so that others are heard meanwhile\.$/);
  expect((await history.at((revision ?? 0) - 1)).view.members['bo']?.turns[0]).toMatchObject({ state: 'running', cause: null });
  const { view } = await RunReader.open(storage, stream, graph);
  expect(asSent((await history.at(view.revision)).view)).toEqual(asSent(view));
});

it('marks every revision, or of many the most telling ones, and finds turns and failures by them', async () => {
  const { client } = openHost();
  const runId = await startRun(client, breaking);
  await settled(client, runId, 'failed');
  const { ticks, lastRevision } = await client.runs.ticks({ runId, most: 1000 });
  expect(ticks.map(({ revision }) => revision)).toEqual(Array.from({ length: lastRevision }, (_, index) => index + 1));
  expect(ticks.slice(0, 4)).toMatchObject([
    { kind: 'host', member: -1, at: 0 },
    { kind: 'start', member: 0 },
    { kind: 'start', member: 1 },
    { kind: 'start', member: 2 },
  ]);
  const few = await client.runs.ticks({ runId, most: 2 });
  expect(few.ticks).toHaveLength(2);
  const { revision: failure } = await client.runs.seek({ runId, from: 0, sought: 'failure', back: false });
  expect(few.ticks).toContainEqual(expect.objectContaining({ revision: failure, kind: 'failure' }));
  const seek = async (from: number, back: boolean) => (await client.runs.seek({ runId, from, sought: 'turn', back })).revision;
  expect([await seek(0, false), await seek(2, false), await seek(4, false)]).toEqual([2, 3, null]);
  expect([await seek(99, true), await seek(4, true), await seek(2, true), await seek(1, true)]).toEqual([4, 3, null, null]);
});

it('tells from a moment on what came, in order and with times, so that folding it leads to the end', async () => {
  const { client, host } = openHost();
  const { runId, states } = await record(host, newsroom(3000));
  await host.whenIdle();
  const { graph } = await host.service.load(runId);
  const fold = createRunFold(graph);
  const from = 20;
  const start = await client.runs.at({ runId, revision: from });
  let { view } = start;
  let last = 0;
  const reached: [RunView, RunView | undefined][] = [];
  for (let place: string | null = start.place; place !== null; ) {
    const page: Awaited<ReturnType<typeof client.runs.items>> = await client.runs.items({ runId, place });
    for (const { item, at } of page.items) {
      expect(at).toBeGreaterThanOrEqual(last - 200);
      last = at;
      view = fold.apply(view, [item]);
      if (item.type === 'team:state-update') reached.push([view, states.get(item.event.revision)]);
    }
    place = page.place;
  }
  expect(reached).toHaveLength(states.size - from);
  for (const [told, live] of reached) expect(asSent(told)).toEqual(asSent(live ?? null));
});

it('keeps fewer views of a run that says much, and still gives every moment of it', async () => {
  const { client, host } = openHost();
  const long = 'x'.repeat(60_000);
  const talker = (other: string) => ({ kind: 'scripted', turns: [{ say: long, posts: [{ room: 'all', text: long, mentions: [other] }] }] });
  const runId = await startRun(client, {
    members: {
      ada: { engine: talker('bo') },
      bo: { engine: talker('ada'), initialTurn: false },
    },
    rooms: [{ id: 'all', members: ['ada', 'bo'] }],
    limits: { maxTurnsPerMember: 400 },
  });
  await host.whenIdle();
  const history = new RunHistory(await host.service.load(runId));
  const { last } = await history.moments();
  expect(history.size.units).toBeLessThan(8_000_000);
  for (const revision of [1, 2, Math.floor(last / 3), last - 1, last]) expect((await history.at(revision)).view.revision).toBe(revision);
  await refusal('UNKNOWN_REVISION', client.runs.at({ runId, revision: last + 1 }));
});
