import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAttemptIdentity } from './attempt-identity.ts';
import { bind, oneByOne, probeGraph } from './test-graphs.ts';
import { neverAborted, type TestRun, testRun, until } from './test-run.ts';

const FIXTURE = fileURLToPath(new URL('./child-run.fixture.ts', import.meta.url));
const graph = probeGraph(oneByOne(3, ['a', 'b']));

/** Starts the fixture on a run; its lines as they come. */
function child(run: TestRun, ...act: string[]) {
  const lines: string[] = [];
  const process_ = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', FIXTURE, run.directory, run.runId, ...act], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let rest = '';
  process_.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  const over = new Promise<NodeJS.Signals | null>((resolve) => process_.on('close', (_code, signal) => resolve(signal)));
  onTestFinished(async () => {
    process_.kill('SIGKILL');
    await over;
  });
  return { lines, over, pid: process_.pid, kill: () => process_.kill('SIGKILL') };
}
const isTurn = (line: string) => line.startsWith('turn ');

const turnsOf = async (run: TestRun) => {
  const settled = (await run.events()).filter(({ type }) => type === 'graph:node-completed');
  return settled.map(({ payload }) => (payload as { position: string }).position);
};

describe('[decision 11] one executor drives a run', () => {
  it('a second one in the same process is told RUN_OWNED with who and since when, and may go on once the first is done', async () => {
    const run = await testRun(graph);
    const over = Promise.withResolvers<number>();
    const first = await run.driver({ a: bind(() => over.promise), b: bind(() => 1) });
    const running = first.run(neverAborted());
    await until(() => run.appends.length === 1);
    const second = await run.driver({ a: bind(() => 1), b: bind(() => 1) });
    const owned = {
      name: 'GraphExecutionError',
      code: 'RUN_OWNED',
      details: { pid: process.pid, host: hostname(), since: expect.stringMatching(/Z$/) },
    };
    await expect(second.run(neverAborted())).rejects.toMatchObject(owned);
    await expect(second.proceed(neverAborted())).rejects.toMatchObject(owned);
    await expect(second.resume('step/1', neverAborted())).rejects.toMatchObject(owned);
    await expect(second.pause('person')).rejects.toMatchObject(owned);
    await expect(second.stop('person')).rejects.toMatchObject(owned);
    over.resolve(1);
    expect(await running).toMatchObject({ kind: 'complete' });
    expect(await second.run(neverAborted())).toMatchObject({ kind: 'complete' });
    expect(await run.local.eventStore.leases.owner(run.stream)).toBeNull();
  });

  it('one in another process is told the same', async () => {
    const run = await testRun(graph);
    const over = Promise.withResolvers<number>();
    const driver = await run.driver({ a: bind(() => over.promise), b: bind(() => 1) });
    const running = driver.run(neverAborted());
    await until(() => run.appends.length === 1);
    const other = child(run);
    await other.over;
    expect(other.lines).toEqual([expect.stringMatching(/^refused RUN_OWNED /)]);
    expect(JSON.parse(other.lines[0]?.slice('refused RUN_OWNED '.length) ?? '')).toMatchObject({ pid: process.pid, host: hostname() });
    over.resolve(1);
    expect(await running).toMatchObject({ kind: 'complete' });
  }, 60_000);

  it('the lease of a SIGKILLed process is free at once, taking it over is on record, and the run goes on', async () => {
    const run = await testRun(graph);
    const owner = child(run, 'hold');
    await until(() => owner.lines.some(isTurn), 'the first turn of the child', 40_000);
    const driver = await run.driver({ a: bind(() => 1), b: bind(() => 1) });
    await expect(driver.run(neverAborted())).rejects.toMatchObject({ code: 'RUN_OWNED', details: { pid: owner.pid } });
    owner.kill();
    expect(await owner.over).toBe('SIGKILL');
    expect(await driver.run(neverAborted())).toEqual({ kind: 'waiting', positions: ['step/1'] });
    expect(await run.types()).not.toContain('host:lease-taken');
    expect(await driver.proceed(neverAborted())).toMatchObject({ kind: 'complete' });
    const taken = (await run.events()).filter(({ type }) => type === 'host:lease-taken').map(({ payload }) => payload);
    expect(taken).toMatchObject([{ from: { pid: owner.pid, host: hostname() } }]);
    expect(await turnsOf(run)).toEqual(['step/1', 'step/2', 'step/3']);
  }, 60_000);

  it('an executor whose lease is gone writes nothing more, even when its decision would still fit', async () => {
    const run = await testRun(graph);
    const over = Promise.withResolvers<number>();
    const sleeper = await run.driver({ a: bind(() => over.promise), b: bind(() => 1) });
    const running = sleeper.run(neverAborted());
    await until(() => run.appends.length === 1);
    // As if this process had slept for longer than a lease lives: another one has taken the run over and left its mark.
    const { leases } = run.local.eventStore;
    const asleep = await leases.owner(run.stream);
    await leases.release(run.stream, asleep?.holder ?? '');
    await leases.acquire(run.stream, 'another-executor');
    await run.record(['host:lease-taken', { from: null }]);
    const before = await run.types();
    over.resolve(1);
    await expect(running).rejects.toMatchObject({ code: 'RUN_OWNED' });
    expect(await run.types()).toEqual(before);
    expect((await leases.owner(run.stream))?.holder).toBe('another-executor');
  });

  it('an idle executor gives its lease back, whatever the end', async () => {
    const run = await testRun(graph);
    const { leases } = run.local.eventStore;
    await expect((await run.driver({})).run(neverAborted())).rejects.toMatchObject({ code: 'MISSING_NODE_BINDING' });
    expect(await leases.owner(run.stream)).toBeNull();
    const controller = new AbortController();
    const driver = await run.driver({ a: bind(() => controller.abort()) });
    await expect(driver.run(controller.signal)).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await leases.owner(run.stream)).toBeNull();
  });
});

describe('[C1][C2] SIGKILL around every append', () => {
  // "after n" leaves the log that "before n + 1" leaves, so that one of each odd kind is enough.
  const points = [...[1, 2, 3, 4].map((count) => ['before', count] as const), ['after', 1] as const, ['after', 6] as const];

  it.each(points)(
    '%s append %i: a committed prefix, nothing acknowledged lost, no completed turn run twice, and it finishes',
    async (side, count) => {
      const run = await testRun(graph);
      const killed = child(run, side, String(count));
      expect(await killed.over).toBe('SIGKILL');
      const prefix = await run.events();
      const written = side === 'after' ? count : count - 1;
      // run-started, then 2 events with a dispatch and 1 with a completion.
      expect(prefix).toHaveLength(1 + Math.ceil(written / 2) * 2 + Math.floor(written / 2));
      const completed = await turnsOf(run);

      const begun: string[] = [];
      const node = bind(({ position, attempt }) => (begun.push(`turn ${position} ${attempt}`), { position }));
      const driver = await run.driver({ a: node, b: node });
      expect(await driver.proceed(neverAborted())).toMatchObject({ kind: 'complete' });
      const events = await run.events();
      expect(events.slice(0, prefix.length)).toEqual(prefix);
      expect(await turnsOf(run)).toEqual(['step/1', 'step/2', 'step/3']);
      for (const position of completed) expect(begun.some((line) => line.includes(position))).toBe(false);
      // A turn that ran and was not recorded runs once more, and its record says that it may have been paid twice.
      const twice = killed.lines.filter((line) => isTurn(line) && !completed.includes(line.split(' ')[1] ?? ''));
      const resumed = events.filter(({ type }) => type === 'graph:node-resumed').map(({ payload }) => payload);
      const open = prefix.filter(({ type }) => type === 'graph:node-attempt-started').length - completed.length;
      expect(resumed).toHaveLength(open);
      expect(twice.length).toBeLessThanOrEqual(open);
      const identity = createAttemptIdentity(run.stream, 'a', 'step/1');
      expect(events.find(({ type }) => type === 'graph:node-attempt-started')?.payload).toMatchObject({ identity });
    },
    20_000,
  );

  it('[C3] in the middle of a stream: what was said is kept under its attempt, and the second attempt starts clean', async () => {
    const run = await testRun(graph);
    const killed = child(run, 'stream');
    expect(await killed.over).toBe('SIGKILL');
    expect(await run.parts('step/1')).toMatchObject([{ attempt: 1, kind: 'text', data: 'step/1 by attempt 1' }]);
    expect(await turnsOf(run)).toEqual([]);
    const node = bind(({ position, attempt, emitPart }) => {
      emitPart({ kind: 'text', data: `${position} by attempt ${attempt}` });
      return 1;
    });
    await (await run.driver({ a: node, b: node })).proceed(neverAborted());
    expect((await run.parts('step/1')).map(({ attempt, data }) => [attempt, data])).toEqual([
      [1, 'step/1 by attempt 1'],
      [2, 'step/1 by attempt 2'],
    ]);
  }, 60_000);

  it('[C2] a turn that is not retry-safe is not run again by itself', async () => {
    const run = await testRun(graph);
    const killed = child(run, 'before', '2', 'unsafe');
    expect(await killed.over).toBe('SIGKILL');
    expect(killed.lines).toEqual(['turn step/1 1']);
    let calls = 0;
    const node = bind(() => (calls += 1));
    const driver = await run.driver({ a: node, b: node });
    expect(await driver.proceed(neverAborted())).toMatchObject({ kind: 'pause' });
    expect(calls).toBe(0);
    expect(await driver.recover('step/1', 'result', { from: 'the provider’s own log' }, neverAborted())).toMatchObject({
      kind: 'complete',
    });
    expect(calls).toBe(2);
  }, 60_000);

  it('[C9] three processes in a row: the fourth start runs nothing and asks a person', async () => {
    const run = await testRun(graph);
    for (const act of ['stream', 'stream-again', 'stream-again']) {
      const killed = child(run, act);
      expect(await killed.over).toBe('SIGKILL');
      expect(killed.lines.filter(isTurn)).toHaveLength(1);
    }
    let calls = 0;
    const node = bind(() => (calls += 1));
    expect(await (await run.driver({ a: node, b: node })).proceed(neverAborted())).toMatchObject({ kind: 'pause' });
    expect(calls).toBe(0);
  }, 120_000);
});
