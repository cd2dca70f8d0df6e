import { describe, expect, it } from 'vitest';
import type { RunDriver } from './run-driver.ts';
import { allAtOnce, bind, oneByOne, probeGraph } from './test-graphs.ts';
import { neverAborted, type TestRun, testRun, until } from './test-run.ts';

/** A node that ends when the test says so, or when it is aborted. */
function held() {
  const calls: { position: string; attempt: number; end: (value: unknown) => void; aborted: boolean }[] = [];
  const node = bind(({ position, attempt, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call = { position, attempt, end: resolve, aborted: false };
    signal.addEventListener('abort', () => {
      call.aborted = true;
      reject(new Error('aborted'));
    });
    calls.push(call);
    return promise;
  });
  return { calls, node };
}
const settles = async (run: TestRun) =>
  (await run.events())
    .filter(({ type }) => /completed|failed|paused|resumed|stopped|recovered/.test(type))
    .map(({ type, payload }) => {
      const { position, code, reason } = payload as Record<string, string>;
      return [type.replace('graph:node-', ''), position ?? reason, code].filter((word) => word !== undefined).join(' ');
    });

describe('[decision 13] pause', () => {
  it('lets running turns finish, starts nothing new, and is lifted by proceed', async () => {
    const run = await testRun(probeGraph(oneByOne(3, ['a'])));
    const { calls, node } = held();
    const driver = await run.driver({ a: node });
    const running = driver.run(neverAborted());
    await until(() => calls.length === 1);
    await driver.pause('person');
    expect((await run.types()).at(-1)).toBe('host:paused');
    calls[0]?.end(1);
    expect(await running).toEqual({ kind: 'held', control: 'paused' });
    expect(await settles(run)).toEqual(['host:paused person', 'completed step/1']);
    expect(calls).toHaveLength(1);

    expect(await driver.run(neverAborted())).toEqual({ kind: 'held', control: 'paused' });
    const going = driver.proceed(neverAborted());
    await until(() => calls.length === 2);
    expect(await run.types()).toContain('host:resumed');
    calls[1]?.end(1);
    await until(() => calls.length === 3);
    calls[2]?.end(1);
    expect(await going).toMatchObject({ kind: 'complete' });
  });

  it('is lifted while its last turn still runs: the next ones start, the call goes on', async () => {
    const run = await testRun(probeGraph(oneByOne(2, ['a'])));
    const { calls, node } = held();
    const driver = await run.driver({ a: node });
    const running = driver.run(neverAborted());
    await until(() => calls.length === 1);
    await Promise.all([driver.pause('person'), driver.unpause()]);
    expect((await run.types()).slice(-2)).toEqual(['host:paused', 'host:resumed']);
    await driver.unpause();
    expect((await run.types()).at(-1)).toBe('host:resumed');
    calls[0]?.end(1);
    await until(() => calls.length === 2);
    calls[1]?.end(1);
    expect(await running).toMatchObject({ kind: 'complete' });
    await driver.unpause();
  });

  it('a second pause adds nothing, and both resolve', async () => {
    const run = await testRun(probeGraph(oneByOne(2, ['a'])));
    const { calls, node } = held();
    const driver = await run.driver({ a: node });
    const running = driver.run(neverAborted());
    await until(() => calls.length === 1);
    await Promise.all([driver.pause('person'), driver.pause('person')]);
    await driver.pause('person');
    expect((await run.types()).filter((type) => type === 'host:paused')).toHaveLength(1);
    calls[0]?.end(1);
    await running;
  });

  it('asked for in the very tick in which the last turn ends, it still resolves and the run is complete', async () => {
    const run = await testRun(probeGraph(oneByOne(1, ['a'])));
    let pausing: Promise<void> | undefined;
    const driver: RunDriver = await run.driver({
      a: bind(() => {
        setImmediate(() => (pausing = driver.pause('person')));
        return 1;
      }),
    });
    expect(await driver.run(neverAborted())).toMatchObject({ kind: 'complete' });
    await pausing;
    expect(await driver.run(neverAborted())).toMatchObject({ kind: 'complete' });
  });

  it('of a run that nobody drives is recorded alone; of a finished one it is nothing', async () => {
    const run = await testRun(probeGraph(oneByOne(1, ['a'])));
    const driver = await run.driver({ a: bind(() => 1) });
    await driver.pause('needs-review');
    expect((await run.events()).at(-1)).toMatchObject({ type: 'host:paused', payload: { reason: 'needs-review' } });
    expect(await driver.proceed(neverAborted())).toMatchObject({ kind: 'complete' });
    const before = await run.types();
    await driver.pause('person');
    await driver.stop('person');
    expect(await run.types()).toEqual(before);
    expect(await driver.proceed(neverAborted())).toMatchObject({ kind: 'complete' });
    expect(await run.types()).toEqual(before);
  });

  it('alone and a drive at the same time stand in each other’s way in no order', async () => {
    const run = await testRun(probeGraph(oneByOne(2, ['a'])));
    const driver = await run.driver({ a: bind(() => 1) });
    const paused = driver.pause('person');
    const outcome = await driver.run(neverAborted());
    await paused;
    expect(outcome).toEqual({ kind: 'held', control: 'paused' });
    expect(await driver.proceed(neverAborted())).toMatchObject({ kind: 'complete' });
  });
});

describe('[decision 13] stop', () => {
  it('aborts what runs, settles it as CANCELLED and then host:stopped, in one append, and nothing is dispatched again', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a', 'b'])));
    const { calls, node } = held();
    const driver = await run.driver({ a: node, b: node });
    const running = driver.run(neverAborted());
    await until(() => calls.length === 2);
    await driver.stop('person');
    expect(await running).toEqual({ kind: 'held', control: 'stopped' });
    expect(run.appends.at(-1)?.types).toEqual(['graph:node-failed', 'graph:node-failed', 'host:stopped']);
    expect(await settles(run)).toEqual(['failed a CANCELLED', 'failed b CANCELLED', 'host:stopped']);
    const before = await run.types();
    expect(await driver.run(neverAborted())).toEqual({ kind: 'held', control: 'stopped' });
    expect(await driver.proceed(neverAborted())).toEqual({ kind: 'held', control: 'stopped' });
    await expect(driver.resume('a', neverAborted())).rejects.toMatchObject({ code: 'PROTOCOL' });
    await driver.stop('person');
    await driver.pause('person');
    expect(await run.types()).toEqual(before);
  });

  it('asked for while a dispatch is being written, it reaches the turns of that dispatch', async () => {
    const run = await testRun(probeGraph(oneByOne(3, ['a'])));
    const { calls, node } = held();
    const driver = await run.driver({ a: node });
    let stopping: Promise<void> | undefined;
    run.beforeAppend = ({ types }) => {
      if (types.includes('graph:node-dispatched')) stopping ??= driver.stop('person');
    };
    expect(await driver.run(neverAborted())).toEqual({ kind: 'held', control: 'stopped' });
    await stopping;
    expect(calls).toEqual([]);
    expect(await settles(run)).toEqual(['failed step/1 CANCELLED', 'host:stopped']);
  });

  it('of a run that a dead process left cancels its open turns', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a', 'b'])));
    await run.record(
      ['graph:node-dispatched', { nodeId: 'a', position: 'a' }],
      ['graph:node-dispatched', { nodeId: 'b', position: 'b' }],
      run.start('a'),
    );
    const driver = await run.driver({});
    await driver.stop('person');
    expect(await settles(run)).toEqual(['failed a CANCELLED', 'failed b CANCELLED', 'host:stopped']);
    expect(await driver.run(neverAborted())).toEqual({ kind: 'held', control: 'stopped' });
  });

  it('waits for the grace of a deaf turn and drops what it still answers', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a'])));
    const answer = Promise.withResolvers<unknown>();
    const driver = await run.driver({ a: bind(() => answer.promise, { policy: { teardownGraceMs: 30 } }) });
    const running = driver.run(neverAborted());
    await until(() => run.appends.length === 1);
    const stopped = driver.stop('person');
    setTimeout(() => answer.resolve('late'), 5);
    await stopped;
    expect(await running).toEqual({ kind: 'held', control: 'stopped' });
    expect(await settles(run)).toEqual(['failed a CANCELLED', 'host:stopped']);
  });
});

describe('turns that a dead process left', () => {
  const pairOpen = async (retrySafe: boolean) => {
    const run = await testRun(probeGraph(allAtOnce(['a', 'b'])));
    await run.record(
      ['graph:node-dispatched', { nodeId: 'a', position: 'a' }],
      ['graph:node-dispatched', { nodeId: 'b', position: 'b' }],
      run.start('a', 'a', retrySafe),
      run.start('b', 'b', retrySafe),
    );
    return run;
  };

  it('[case 48] wait in dispatch order, and resume opens one at a time', async () => {
    const run = await pairOpen(true);
    const inputs: unknown[] = [];
    const node = bind(({ input, attempt }) => (inputs.push([input, attempt]), 1));
    const driver = await run.driver({ a: node, b: node });
    expect(await driver.run(neverAborted())).toEqual({ kind: 'waiting', positions: ['a', 'b'] });
    expect(await driver.resume('a', neverAborted())).toEqual({ kind: 'waiting', positions: ['b'] });
    expect(await driver.resume('b', neverAborted())).toMatchObject({ kind: 'complete' });
    expect(inputs).toEqual([
      [{ for: 'a' }, 2],
      [{ for: 'b' }, 2],
    ]);
  });

  it('[case 46] resume runs a retry-safe turn again: node-resumed, the same attempt id', async () => {
    const run = await pairOpen(true);
    // The binding of now says otherwise: the saved word counts.
    const driver = await run.driver({ a: bind(() => 1, { retrySafe: false }), b: bind(() => 1) });
    await driver.resume('a', neverAborted());
    const events = await run.events();
    expect(events.filter(({ type }) => type === 'graph:node-resumed').map(({ payload }) => payload)).toEqual([
      { nodeId: 'a', position: 'a' },
    ]);
    const ids = events.filter(({ type }) => type === 'graph:node-attempt-started');
    expect(ids).toHaveLength(2);
  });

  it('[case 46] resume of any other started turn asks a person instead of running it', async () => {
    const run = await pairOpen(false);
    let calls = 0;
    const node = bind(() => (calls += 1), { retrySafe: true });
    const driver = await run.driver({ a: node, b: node });
    expect(await driver.resume('a', neverAborted())).toMatchObject({ kind: 'waiting' });
    expect((await run.events()).at(-1)).toMatchObject({
      type: 'graph:node-paused',
      payload: {
        nodeId: 'a',
        position: 'a',
        reason: 'The previous process stopped after node code started, so its outcome is uncertain.',
        request: { kind: 'reconcile-attempt', attemptId: expect.stringMatching(/^sha256:/) },
      },
    });
    expect(calls).toBe(0);
  });

  it('resume starts a turn that was only dispatched, without node-resumed', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a'])));
    await run.record(['graph:node-dispatched', { nodeId: 'a', position: 'a' }]);
    const driver = await run.driver({ a: bind(({ attempt }) => attempt) });
    expect(await driver.resume('a', neverAborted())).toMatchObject({ kind: 'complete', output: { a: 1 } });
    expect(await run.types()).toEqual(['graph:run-started', 'graph:node-dispatched', 'graph:node-attempt-started', 'graph:node-completed']);
  });

  it('resume refuses unknown and settled positions, saying what is open', async () => {
    const run = await pairOpen(true);
    const driver = await run.driver({ a: bind(() => 1), b: bind(() => 1) });
    await expect(driver.resume('x', neverAborted())).rejects.toMatchObject({ code: 'PROTOCOL', message: expect.stringContaining('a, b') });
    await driver.resume('a', neverAborted());
    await expect(driver.resume('a', neverAborted())).rejects.toMatchObject({
      code: 'PROTOCOL',
      message: expect.stringContaining('already settled'),
    });
  });

  it('[decision 12] proceed runs the retry-safe ones again and asks about the others', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a', 'b', 'c'])));
    await run.record(
      ...['a', 'b', 'c'].map((node) => ['graph:node-dispatched', { nodeId: node, position: node }] as const),
      run.start('a', 'a', true),
      run.start('b', 'b', false),
    );
    const calls: string[] = [];
    const node = bind(({ position, attempt }) => calls.push(`${position} ${attempt}`));
    const driver = await run.driver({ a: node, b: node, c: node });
    expect(await driver.proceed(neverAborted())).toMatchObject({ kind: 'pause' });
    expect(calls.toSorted()).toEqual(['a 2', 'c 1']);
    const before = await run.types();
    expect(await driver.proceed(neverAborted())).toMatchObject({ kind: 'pause' });
    expect(await run.types()).toEqual(before);
  });

  it('[C9] a turn that has ended its process three times waits for a person, with the reason', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a'])));
    const resumed = ['graph:node-resumed', { nodeId: 'a', position: 'a' }] as const;
    await run.record(['graph:node-dispatched', { nodeId: 'a', position: 'a' }], run.start('a', 'a', true), resumed);
    let calls = 0;
    // Two processes ended: it may have a third try.
    const driver = await run.driver({ a: bind(() => (calls += 1) && new Promise(() => {}), { policy: { teardownGraceMs: 0 } }) });
    const controller = new AbortController();
    const third = driver.proceed(controller.signal);
    await until(() => calls === 1);
    controller.abort();
    await expect(third).rejects.toMatchObject({ code: 'ABORTED' });

    const poisoned = await testRun(probeGraph(allAtOnce(['a'])));
    await poisoned.record(['graph:node-dispatched', { nodeId: 'a', position: 'a' }], poisoned.start('a', 'a', true), resumed, resumed);
    const again = await poisoned.driver({ a: bind(() => (calls += 1)) });
    expect(await again.proceed(neverAborted())).toMatchObject({ kind: 'pause', reason: expect.stringContaining('3 times') });
    expect((await poisoned.events()).at(-1)).toMatchObject({
      type: 'graph:node-paused',
      payload: { request: { kind: 'reconcile-attempt' } },
    });
    expect(calls).toBe(1);
    expect(await again.recover('a', 'again', null, neverAborted())).toMatchObject({ kind: 'complete' });
    expect(calls).toBe(2);
  });

  it('waits for approvals are no lost attempts', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a'])));
    const wait = ['graph:node-paused', { nodeId: 'a', position: 'a', reason: 'ask', request: null }] as const;
    const resumed = ['graph:node-resumed', { nodeId: 'a', position: 'a' }] as const;
    await run.record(
      ['graph:node-dispatched', { nodeId: 'a', position: 'a' }],
      run.start('a', 'a', true),
      wait,
      resumed,
      wait,
      resumed,
      wait,
      resumed,
    );
    const driver = await run.driver({ a: bind(() => 1) });
    expect(await driver.proceed(neverAborted())).toMatchObject({ kind: 'complete' });
  });
});

describe('recovering one uncertain turn', () => {
  const uncertain = async () => {
    const run = await testRun(
      probeGraph(allAtOnce(['a']), {
        validateNodeResult: (_node, result) => (result === 'bad' ? { code: 'BAD', path: '/result', message: 'not bad' } : null),
      }),
    );
    await run.record(['graph:node-dispatched', { nodeId: 'a', position: 'a' }], run.start('a'));
    return run;
  };
  const paused = async () => {
    const run = await uncertain();
    await run.record(['graph:node-paused', { nodeId: 'a', position: 'a', reason: 'uncertain', request: null }]);
    return run;
  };

  it.each([
    ['started', uncertain],
    ['paused', paused],
  ] as const)('again: runs it once more (%s)', async (_name, open) => {
    const run = await open();
    const driver = await run.driver({ a: bind(({ attempt }) => attempt) });
    expect(await driver.recover('a', 'again', null, neverAborted())).toMatchObject({ kind: 'complete', output: { a: 2 } });
    expect((await run.types()).slice(-3)).toEqual(['host:recovered', 'graph:node-resumed', 'graph:node-completed']);
    expect((await run.events()).find(({ type }) => type === 'host:recovered')?.payload).toEqual({ position: 'a', choice: 'again' });
  });

  it.each([
    ['started', uncertain],
    ['paused', paused],
  ] as const)('failed: settles it as failed, with its cause in the same transaction (%s)', async (_name, open) => {
    const run = await open();
    const driver = await run.driver({ a: bind(() => 1) });
    expect(await driver.recover('a', 'failed', null, neverAborted())).toMatchObject({ kind: 'fail' });
    expect((await run.types()).slice(-2)).toEqual(['host:recovered', 'graph:node-failed']);
    expect(run.appends.at(-1)).toMatchObject({ types: ['host:recovered', 'graph:node-failed'], parts: 1 });
    expect(await run.parts('a')).toMatchObject([{ kind: 'error', attempt: 1 }]);
  });

  it.each([
    ['started', uncertain],
    ['paused', paused],
  ] as const)('result: settles it with the result given (%s)', async (_name, open) => {
    const run = await open();
    let calls = 0;
    const driver = await run.driver({ a: bind(() => (calls += 1)) });
    expect(await driver.recover('a', 'result', { by: 'hand' }, neverAborted())).toMatchObject({
      kind: 'complete',
      output: { a: { by: 'hand' } },
    });
    expect(calls).toBe(0);
  });

  it('result: one that the graph or the contract refuses is PROTOCOL and changes nothing', async () => {
    const run = await uncertain();
    const before = await run.types();
    const plain = await run.driver({ a: bind(() => 1) });
    await expect(plain.recover('a', 'result', 'bad', neverAborted())).rejects.toMatchObject({
      code: 'PROTOCOL',
      details: { path: '/result' },
    });
    await expect(plain.recover('a', 'result', 1n as never, neverAborted())).rejects.toMatchObject({ code: 'PROTOCOL' });
    const resultContract = {
      record: { name: 'x', version: 1, schemaDigest: 'sha256:0' as const },
      schema: {},
      validate: () => {
        throw new Error('wrong shape');
      },
    };
    const strict = await run.driver({ a: bind(() => 1, { resultContract }) });
    await expect(strict.recover('a', 'result', 1, neverAborted())).rejects.toMatchObject({
      code: 'PROTOCOL',
      message: expect.stringContaining('wrong shape'),
    });
    await expect(strict.recover('b', 'again', 1, neverAborted())).rejects.toMatchObject({ code: 'PROTOCOL' });
    expect(await run.types()).toEqual(before);
    expect(await plain.recover('a', 'result', 'good', neverAborted())).toMatchObject({ kind: 'complete' });
  });

  it('again: needs a binding before anything is written', async () => {
    const run = await uncertain();
    const before = await run.types();
    await expect((await run.driver({})).recover('a', 'again', null, neverAborted())).rejects.toMatchObject({
      code: 'MISSING_NODE_BINDING',
    });
    await expect((await run.driver({})).proceed(neverAborted())).resolves.toMatchObject({ kind: 'pause' });
    expect((await run.types()).slice(0, before.length)).toEqual(before);
  });
});
