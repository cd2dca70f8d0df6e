import { describe, expect, it } from 'vitest';
import { releaseTeam } from '../../src-shared/graph-types/team/release-team.fixture.ts';
import { teamGraphType } from '../../src-shared/graph-types/team/team-graph-type.ts';
import type { TeamTurnInput } from '../../src-shared/graph-types/team/team-state.ts';
import { compileGraph } from '../../src-shared/kernel/compile-graph.ts';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import { createGraphExecutor } from './graph-executor.ts';
import type { GraphNodeBinding } from './node-binding.ts';
import { allAtOnce, bind, complete, dispatch, oneByOne, probeGraph } from './test-graphs.ts';
import { neverAborted, type TestRun, testRun } from './test-run.ts';

const executor = (run: TestRun, nodes: Record<string, GraphNodeBinding>, bindings = {}) =>
  createGraphExecutor({ runId: run.runId, graph: run.graph, storage: run.storage, nodes, engines: [], bindings });

const team = compileGraph(teamGraphType, releaseTeam);
const posting = (text: string, mentions: string[]) => ({ summary: text, posts: [{ roomId: 'review', text, mentions }] });
const teamNodes = () => ({
  writer: bind(({ input }) => {
    const { result } = input as TeamTurnInput;
    return result === null ? posting('Please check.', ['reviewer']) : { summary: 'Finished.' };
  }),
  reviewer: bind(() => posting('Checked.', ['writer'])),
});

describe('a run from beginning to end', () => {
  it('[case 38] writes three events a turn, in the order of the turns, and completes', async () => {
    const run = await testRun(team);
    const result = await (await executor(run, teamNodes())).run(neverAborted());
    expect(result).toMatchObject({ kind: 'complete', output: { agents: [{ name: 'writer', result: { summary: 'Finished.' } }, {}] } });
    const turn = ['graph:node-dispatched', 'graph:node-attempt-started', 'graph:node-completed'];
    expect(await run.types()).toEqual(['graph:run-started', ...turn, ...turn, ...turn]);
    const events = await run.events();
    const order = events.filter(({ type }) => type === 'graph:node-dispatched').map(({ payload }) => payload);
    expect(order).toEqual([
      { nodeId: 'writer', position: 'team/writer/1' },
      { nodeId: 'reviewer', position: 'team/reviewer/1' },
      { nodeId: 'writer', position: 'team/writer/2' },
    ]);
    for (const event of events) {
      expect(event).toMatchObject({ envelopeVersion: 1, streamId: 'run-1', version: 1, causationId: null });
      expect(event.correlationId).toBe('run-1');
      expect(event.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
  });

  it('gives a finished run again without an event, an append or a lease', async () => {
    const run = await testRun(team);
    const first = await (await executor(run, teamNodes())).run(neverAborted());
    const saved = await run.events();
    const appends = run.appends.length;
    let leased = 0;
    const leases = run.local.eventStore.leases;
    const storage = {
      ...run.storage,
      eventStore: {
        ...run.storage.eventStore,
        leases: { ...leases, acquire: (...given: Parameters<typeof leases.acquire>) => (leased++, leases.acquire(...given)) },
      },
    };
    const replay = await createGraphExecutor({ runId: 'run-1', graph: team, storage, nodes: teamNodes(), engines: [] });
    expect(await replay.run(neverAborted())).toEqual(first);
    expect(await replay.run(neverAborted())).toEqual(first);
    expect(await run.events()).toEqual(saved);
    expect([run.appends.length, leased]).toEqual([appends, 0]);
    await expect(replay.resume('team/writer/1', neverAborted())).rejects.toMatchObject({ code: 'PROTOCOL' });
    expect(await run.events()).toEqual(saved);
  });

  it('hands out a frozen executor whose methods work unbound', async () => {
    const run = await testRun(team);
    const made = await executor(run, teamNodes());
    expect(Object.isFrozen(made)).toBe(true);
    const { run: go } = made;
    expect(await go(neverAborted())).toMatchObject({ kind: 'complete' });
  });
});

describe('decisions', () => {
  it('[case 40] refuses an empty decision on an empty record', async () => {
    const run = await testRun(probeGraph(() => []));
    await expect((await executor(run, {})).run(neverAborted())).rejects.toMatchObject({
      name: 'GraphExecutionError',
      code: 'EMPTY_DECISION',
    });
    expect(await run.types()).toEqual(['graph:run-started']);
  });

  it('[case 42] has the whole decision on record before any node code runs', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a', 'b'])));
    const seen: Record<string, JsonValue[]> = {};
    const look = (node: string) =>
      bind(async () => {
        seen[node] = (await run.events()).map(({ type, payload }) => [type, payload]);
        return node;
      });
    await (await executor(run, { a: look('a'), b: look('b') })).run(neverAborted());
    for (const node of ['a', 'b']) {
      const types = seen[node]?.map((entry) => (entry as readonly JsonValue[])[0]);
      expect(types?.filter((type) => type === 'graph:node-dispatched')).toHaveLength(2);
      expect(seen[node]).toContainEqual([
        'graph:node-attempt-started',
        expect.objectContaining({ identity: expect.objectContaining({ nodeId: node }) }),
      ]);
    }
  });

  it('[case 44] decides again after a revision conflict, silently', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a'])));
    let calls = 0;
    run.beforeAppend = () => {
      if (run.appends.length === 1) throw new StorageError('REVISION_CONFLICT', 'someone else wrote');
    };
    const result = await (await executor(run, { a: bind(() => (calls += 1)) })).run(neverAborted());
    expect(result).toMatchObject({ kind: 'complete' });
    expect(run.appends.filter(({ types }) => types.includes('graph:node-dispatched'))).toHaveLength(2);
    expect(calls).toBe(1);
  });

  it('rejects with any other failure of an append, and nothing half done stays behind', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a'])));
    run.beforeAppend = () => {
      throw new StorageError('DISK_FULL', 'no room');
    };
    const made = await executor(run, { a: bind(() => 1) });
    await expect(made.run(neverAborted())).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(await run.types()).toEqual(['graph:run-started']);
    run.beforeAppend = () => {};
    expect(await made.run(neverAborted())).toMatchObject({ kind: 'complete' });
  });

  it('refuses to end while a turn is in flight', async () => {
    const run = await testRun(probeGraph(({ completed }) => ('a' in completed ? complete() : [dispatch('a'), dispatch('b')])));
    const slow = bind(({ signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)));
    await expect((await executor(run, { a: bind(() => 1), b: slow })).run(neverAborted())).rejects.toMatchObject({ code: 'PROTOCOL' });
    await expect((await executor(run, { a: bind(() => 1), b: slow })).run(neverAborted())).rejects.toMatchObject({ code: 'PROTOCOL' });
  });

  it('[decision 5] drops open positions from a decision, and refuses only settled ones', async () => {
    // Folds completions alone, as the custom type of seed 003 does: what is in flight is decided again and again.
    const repeating = probeGraph(({ completed }) => {
      const missing = ['a', 'b'].filter((node) => !(node in completed));
      return missing.length === 0 ? complete() : missing.map((node) => dispatch(node));
    });
    const run = await testRun(repeating);
    const calls: string[] = [];
    const node = (ms: number) =>
      bind(async ({ position }) => {
        calls.push(position);
        await new Promise((resolve) => setTimeout(resolve, ms));
        return position;
      });
    expect(await (await executor(run, { a: node(1), b: node(30) })).run(neverAborted())).toMatchObject({ kind: 'complete' });
    expect(calls.toSorted()).toEqual(['a', 'b']);

    const stuck = await testRun(probeGraph(() => [dispatch('a')]));
    await expect((await executor(stuck, { a: bind(() => 1) })).run(neverAborted())).rejects.toMatchObject({
      code: 'DUPLICATE_POSITION',
      details: { position: 'a' },
    });
  });

  it('[decision 3] dispatches what is ready while others still run', async () => {
    // b follows a; c is independent and slow: b must not wait for c.
    const pipeline = probeGraph(({ inFlight, completed }) => {
      const free = (node: string) => !inFlight.includes(node) && !(node in completed);
      const ready = [...(free('a') ? ['a'] : []), ...(free('c') ? ['c'] : []), ...('a' in completed && free('b') ? ['b'] : [])];
      return ready.length > 0 || inFlight.length > 0 ? ready.map((node) => dispatch(node)) : complete();
    });
    const run = await testRun(pipeline);
    const over = Promise.withResolvers<void>();
    const nodes = {
      a: bind(() => 'a'),
      b: bind(() => (over.resolve(), 'b')),
      c: bind(async () => (await over.promise, 'c')),
    };
    expect(await (await executor(run, nodes)).run(neverAborted())).toMatchObject({ kind: 'complete' });
    const settled = (await run.events())
      .filter(({ type }) => type === 'graph:node-completed')
      .map(({ payload }) => (payload as { position: string }).position);
    expect(settled).toEqual(['a', 'b', 'c']);
  });
});

describe('construction and bindings', () => {
  it('refuses a graph that is not the one of the run', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a'])));
    for (const graph of [probeGraph(allAtOnce(['a']), { nodes: ['a', 'x'] }), probeGraph(allAtOnce(['a']), { kind: 'other' })])
      await expect(createGraphExecutor({ runId: 'run-1', graph, storage: run.storage, nodes: {}, engines: [] })).rejects.toMatchObject({
        code: 'STORED_GRAPH_MISMATCH',
      });
  });

  it('[case 58] notices a missing binding before anything of the decision is saved', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a', 'b'])));
    let calls = 0;
    const made = await executor(run, { a: bind(() => (calls += 1)) });
    await expect(made.run(neverAborted())).rejects.toMatchObject({ code: 'MISSING_NODE_BINDING', details: { nodeId: 'b' } });
    expect(await run.types()).toEqual(['graph:run-started']);
    expect(calls).toBe(0);
    const inherited = await executor(run, Object.create({ a: bind(() => 1), b: bind(() => 1) }));
    await expect(inherited.run(neverAborted())).rejects.toMatchObject({ code: 'MISSING_NODE_BINDING' });
  });

  it('[case 58] needs a memory where the graph needs one, and hands on that very object', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a']), { memory: 'required' }));
    const execute = () => Promise.resolve(null);
    for (const memory of [undefined, null, {}, { scope: 'x' }, { scope: ' ', execute }, { scope: 'x', execute: 'no' }])
      await expect(executor(run, {}, { memory })).rejects.toMatchObject({ code: 'MISSING_MEMORY' });
    const memory = { scope: 'x', execute };
    let seen: unknown;
    const node = bind((context) => {
      seen = context.memory;
      return 1;
    });
    await (await executor(run, { a: node }, { memory })).run(neverAborted());
    expect(seen).toBe(memory);
  });

  it('runs one call at a time', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a'])));
    const over = Promise.withResolvers<number>();
    const made = await executor(run, { a: bind(() => over.promise) });
    const first = made.run(neverAborted());
    await expect(made.run(neverAborted())).rejects.toMatchObject({ code: 'PROTOCOL' });
    await expect(made.resume('a', neverAborted())).rejects.toMatchObject({ code: 'PROTOCOL' });
    over.resolve(1);
    expect(await first).toMatchObject({ kind: 'complete' });
  });
});

describe('aborting', () => {
  it('[case 60] rejects an aborted signal before any event', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a'])));
    const made = await executor(run, { a: bind(() => 1) });
    await expect(made.run(AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(made.resume('a', AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await run.types()).toEqual(['graph:run-started']);
  });

  it('writes node-failed ABORTED for what runs, then rejects', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a', 'b'])));
    const controller = new AbortController();
    const obedient = bind(({ signal }) => {
      setTimeout(() => controller.abort(), 5);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('told to end'))));
    });
    const deaf = bind(() => new Promise(() => {}), { policy: { teardownGraceMs: 10 } });
    await expect((await executor(run, { a: obedient, b: deaf })).run(controller.signal)).rejects.toMatchObject({ code: 'ABORTED' });
    const failed = (await run.events()).filter(({ type }) => type === 'graph:node-failed').map(({ payload }) => payload);
    expect(failed).toEqual([
      { nodeId: 'a', position: 'a', code: 'ABORTED' },
      { nodeId: 'b', position: 'b', code: 'ABORTED' },
    ]);
    expect(await run.types()).not.toContain('graph:node-completed');
  });

  it('hears an abort that comes while a record is being written', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a'])));
    const controller = new AbortController();
    run.beforeAppend = ({ types }) => {
      if (types.includes('graph:node-dispatched')) controller.abort();
    };
    const deaf = bind(
      ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
    );
    await expect((await executor(run, { a: deaf })).run(controller.signal)).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await run.types()).at(-1)).toBe('graph:node-failed');
  });

  it('spends no processor time while one attempt takes its grace and another has ended', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a', 'b'])));
    const controller = new AbortController();
    const prompt = bind(
      ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
    );
    const deaf = bind(() => new Promise(() => {}), { policy: { teardownGraceMs: 300 } });
    const running = (await executor(run, { a: prompt, b: deaf })).run(controller.signal);
    setTimeout(() => controller.abort(), 10);
    const before = process.cpuUsage();
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(150);
  });
});

describe('a record that the graph would not have produced', () => {
  it.each([
    ['[case 60] a completion without a dispatch', [['graph:node-completed', { nodeId: 'a', position: 'a', result: 1 }]]],
    [
      '[case 60] a completion of version 2',
      [
        ['graph:node-dispatched', { nodeId: 'a', position: 'step/1' }],
        ['graph:node-completed', { nodeId: 'a', position: 'step/1', result: 1 }, 2],
      ],
    ],
    ['a dispatch that was not decided', [['graph:node-dispatched', { nodeId: 'b', position: 'b' }]]],
  ] as const)('is refused before deciding: %s', async (_name, events) => {
    const run = await testRun(probeGraph(oneByOne(2, ['a'])));
    await run.record(...events);
    const before = await run.types();
    await expect((await executor(run, { a: bind(() => 1) })).run(neverAborted())).rejects.toMatchObject({
      code: 'INVALID_EVENT',
      details: { revision: before.length },
    });
    expect(await run.types()).toEqual(before);
  });
});
