import { describe, expect, it } from 'vitest';
import { stringOf } from '../../src-shared/kernel/json.ts';
import type { DomainEventEnvelope } from '../../src-shared/run/envelope.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import { allAtOnce, bind, oneByOne, probeGraph } from './test-graphs.ts';
import { neverAborted, testRun, until } from './test-run.ts';

const names = (count: number) => Array.from({ length: count }, (_none, index) => `n${index}`);
const nodesOf = (ids: readonly string[], node: ReturnType<typeof bind>) => Object.fromEntries(ids.map((id) => [id, node]));

describe('[decision 4] one append per tick', () => {
  it('two appends a turn, and nothing else is written', async () => {
    const run = await testRun(probeGraph(oneByOne(20, ['a', 'b'])));
    const driver = await run.driver({ a: bind(() => 1), b: bind(() => 2) });
    expect(await driver.run(neverAborted())).toMatchObject({ kind: 'complete' });
    expect(run.appends).toHaveLength(40);
    expect(run.appends.map(({ types }) => types)).toEqual(
      Array.from({ length: 20 }, () => [['graph:node-dispatched', 'graph:node-attempt-started'], ['graph:node-completed']]).flat(),
    );
    // Read once to find where the run stands and once under the lease; never again.
    expect(run.reads.length).toBeLessThanOrEqual(3);
  });

  it('the results of one tick are one append, however many', async () => {
    const ids = names(12);
    const run = await testRun(probeGraph(allAtOnce(ids), { nodes: ids }));
    const gate = Promise.withResolvers<void>();
    const driver = await run.driver(
      nodesOf(
        ids,
        bind(({ position }) => gate.promise.then(() => position)),
      ),
    );
    const running = driver.run(neverAborted());
    await until(() => run.appends.length === 1);
    gate.resolve();
    await running;
    expect(run.appends.map(({ types }) => types.length)).toEqual([24, 12]);
    expect(run.appends[0]?.types).toEqual([...ids.map(() => 'graph:node-dispatched'), ...ids.map(() => 'graph:node-attempt-started')]);
  });

  it('observers are told each event once it is on disk, in order, and parts as they come', async () => {
    const run = await testRun(probeGraph(oneByOne(2, ['a'])));
    const driver = await run.driver({
      a: bind(({ emitPart }) => {
        emitPart({ kind: 'text', data: 'x' });
        return 1;
      }),
    });
    await driver.run(neverAborted());
    const saved = (await run.events()).slice(1);
    expect(run.told.filter((item): item is DomainEventEnvelope => 'revision' in item)).toEqual(saved);
    expect(run.told.map((item) => ('revision' in item ? item.type.slice(6) : item.kind))).toEqual(
      Array.from({ length: 2 }, () => ['node-dispatched', 'node-attempt-started', 'text', 'node-completed']).flat(),
    );
  });

  it('gives up on a writer that never lets it append', async () => {
    const run = await testRun(probeGraph(oneByOne(1, ['a'])));
    run.beforeAppend = () => {
      throw new StorageError('REVISION_CONFLICT', 'always');
    };
    const driver = await run.driver({ a: bind(() => 1) });
    await expect(driver.run(neverAborted())).rejects.toMatchObject({ code: 'PROTOCOL' });
    expect(run.appends.length).toBeGreaterThan(50);
  });

  it('a conflict on a completion keeps the result and what was streamed, and writes both once', async () => {
    const run = await testRun(probeGraph(oneByOne(1, ['a'])));
    let refused = 0;
    run.beforeAppend = ({ types }) => {
      if (types.includes('graph:node-completed') && refused++ < 2) throw new StorageError('REVISION_CONFLICT', 'someone else');
    };
    let calls = 0;
    const driver = await run.driver({
      a: bind(({ emitPart }) => {
        emitPart({ kind: 'text', data: 'said' });
        return (calls += 1);
      }),
    });
    expect(await driver.run(neverAborted())).toMatchObject({ kind: 'complete' });
    expect([calls, refused]).toEqual([1, 3]);
    expect(await run.parts()).toMatchObject([{ kind: 'text', data: 'said', sequence: 1 }]);
  });
});

describe('[case 54] records that the policy does not admit', () => {
  const large = (characters = 70_000) => bind(() => 'x'.repeat(characters));

  it('are RESULT_TOO_LARGE, once, and the node does not run again', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a'])));
    let calls = 0;
    const a = bind(() => ((calls += 1), 'x'.repeat(70_000)));
    expect(await (await run.driver({ a })).run(neverAborted())).toMatchObject({ kind: 'fail' });
    expect((await run.events()).filter(({ type }) => type === 'graph:node-failed').map(({ payload }) => payload)).toEqual([
      { nodeId: 'a', position: 'a', code: 'RESULT_TOO_LARGE' },
    ]);
    expect(await run.parts('a')).toMatchObject([{ kind: 'error', data: { message: expect.stringContaining('64000') } }]);
    expect(await (await run.driver({ a })).run(neverAborted())).toMatchObject({ kind: 'fail' });
    expect(calls).toBe(1);
  });

  it('fail only the turns they belong to when several settle in one tick', async () => {
    const ids = names(5);
    const run = await testRun(probeGraph(allAtOnce(ids), { nodes: ids }));
    const driver = await run.driver({
      ...nodesOf(
        ids,
        bind(({ position }) => position),
      ),
      n1: large(),
      n3: large(),
    });
    await driver.run(neverAborted());
    const ends = (await run.events())
      .filter(({ type }) => /completed|failed/.test(type))
      .map(({ payload }) => payload as Record<string, string>);
    expect(Object.fromEntries(ends.map(({ position, code, result }) => [position, code ?? result]))).toEqual({
      n0: 'n0',
      n1: 'RESULT_TOO_LARGE',
      n2: 'n2',
      n3: 'RESULT_TOO_LARGE',
      n4: 'n4',
    });
  });

  it('a failed turn settling first in the tick does not hide a large one behind it', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a', 'b'])));
    const driver = await run.driver({
      a: bind(() => {
        throw new Error('no');
      }),
      b: large(),
    });
    expect(await driver.run(neverAborted())).toMatchObject({ kind: 'fail' });
    expect((await run.types()).filter((type) => type === 'graph:node-failed')).toHaveLength(2);
  });

  it('results that fit one by one but not together are all kept', async () => {
    const ids = names(4);
    const run = await testRun(probeGraph(allAtOnce(ids), { nodes: ids }));
    const driver = await run.driver(nodesOf(ids, large(50_000)));
    expect(await driver.run(neverAborted())).toMatchObject({ kind: 'complete' });
    expect((await run.types()).filter((type) => type === 'graph:node-completed')).toHaveLength(4);
  });

  it('hold for the request of a pause too', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a'])));
    const decideAction = () => ({ kind: 'wait' as const, reason: 'look', request: 'x'.repeat(70_000) });
    const driver = await run.driver({ a: bind(() => 1, { decideAction }) });
    await driver.run(neverAborted());
    expect((await run.events()).at(-1)).toMatchObject({ payload: { code: 'RESULT_TOO_LARGE' } });
  });

  it('do not fail a turn for what it streamed, or for how much its failure had to say', async () => {
    const run = await testRun(probeGraph(allAtOnce(['a', 'b'])));
    const said = '\u0001€😀'.repeat(60_000);
    const driver = await run.driver({
      a: bind(({ emitPart }) => {
        emitPart({ kind: 'text', data: said });
        emitPart({ kind: 'tool-result', data: { rows: names(30_000) } });
        return 'fine';
      }),
      b: bind(() => {
        throw new Error('why '.repeat(100_000));
      }),
    });
    expect(await driver.run(neverAborted())).toMatchObject({ kind: 'fail' });
    const codes = (await run.events()).map(({ payload }) => (payload as { code?: string }).code).filter((code) => code !== undefined);
    expect(codes).toEqual(['EFFECT_FAILED']);
    const texts = (await run.parts('a')).filter(({ kind }) => kind === 'text').map(({ data }) => stringOf(data));
    expect(texts.join('')).toBe(said);
  });
});

describe('[decision 10] failures keep their cause', () => {
  it('as a part of kind error at their position, in the transaction of their event', async () => {
    const run = await testRun(probeGraph(oneByOne(1, ['a'])));
    const driver = await run.driver({
      a: bind(() => {
        throw new Error('the disk of the engine is full');
      }),
    });
    await driver.run(neverAborted());
    expect(run.appends.at(-1)).toEqual({ expected: 3, types: ['graph:node-failed'], parts: 1 });
    expect(await run.parts('step/1')).toMatchObject([
      { kind: 'error', position: 'step/1', attempt: 1, sequence: 1, data: { message: 'the disk of the engine is full' } },
    ]);
    expect((await run.events()).at(-1)?.payload).toEqual({ nodeId: 'a', position: 'step/1', code: 'EFFECT_FAILED' });
  });
});

describe('streamed parts', () => {
  it('are on disk within about 100 ms, adjacent texts joined, in order and numbered', async () => {
    const run = await testRun(probeGraph(oneByOne(1, ['a'])));
    const over = Promise.withResolvers<number>();
    const driver = await run.driver({
      a: bind(({ emitPart }) => {
        emitPart({ kind: 'text', data: 'Hello ' });
        emitPart({ kind: 'text', data: 'there' });
        emitPart({ kind: 'tool-call', data: { name: 'look' } });
        emitPart({ kind: 'reasoning', data: 'hm' });
        return over.promise;
      }),
    });
    const running = driver.run(neverAborted());
    await until(() => run.told.some((item) => 'kind' in item));
    const began = Date.now();
    await until(async () => (await run.parts()).length > 0);
    expect(Date.now() - began).toBeLessThan(400);
    expect((await run.parts()).map(({ sequence, kind, data }) => [sequence, kind, data])).toEqual([
      [1, 'text', 'Hello there'],
      [2, 'tool-call', { name: 'look' }],
      [3, 'reasoning', 'hm'],
    ]);
    over.resolve(1);
    await running;
  });

  it('that come after the end of their turn belong to nothing and are dropped', async () => {
    const run = await testRun(probeGraph(oneByOne(2, ['a'])));
    let late: (() => void) | undefined;
    const driver = await run.driver({
      a: bind(async ({ emitPart, position }) => {
        late?.();
        late ??= () => emitPart({ kind: 'text', data: 'too late' });
        emitPart({ kind: 'text', data: position });
        await new Promise((resolve) => setTimeout(resolve, 5));
        return 1;
      }),
    });
    await driver.run(neverAborted());
    late?.();
    expect((await run.parts()).map(({ position, data }) => [position, data])).toEqual([
      ['step/1', 'step/1'],
      ['step/2', 'step/2'],
    ]);
    expect(JSON.stringify(run.told)).not.toContain('too late');
  });

  it('a character split between two chunks stays one, live and on disk', async () => {
    const run = await testRun(probeGraph(oneByOne(1, ['a'])));
    const driver = await run.driver({
      a: bind(({ emitPart }) => {
        for (const unit of ['a', '\ud83d', '\ude00', 'b', '\ude00', 'c', '\ud83d']) emitPart({ kind: 'text', data: unit });
        return 1;
      }),
    });
    expect(await driver.run(neverAborted())).toMatchObject({ kind: 'complete' });
    expect((await run.parts()).map(({ data }) => data)).toEqual(['a😀b\ufffdc']);
    expect(run.told.flatMap((item) => ('kind' in item ? [stringOf(item.data)] : [])).join('')).toBe('a😀b\ufffdc');
  });

  it.each<[string, object]>([
    ['an unknown kind', { kind: 'song', data: 'la' }],
    ['a text that is no text', { kind: 'text', data: 7 }],
    ['data that is no JSON', { kind: 'tool-call', data: () => 1 }],
  ])('an engine is told at once of %s, and the run goes on', async (_name, part) => {
    const run = await testRun(probeGraph(oneByOne(1, ['a'])));
    let thrown: unknown;
    const driver = await run.driver({
      a: bind(({ emitPart }) => {
        try {
          emitPart(part as never);
        } catch (error) {
          thrown = error;
        }
        return 1;
      }),
    });
    expect(await driver.run(neverAborted())).toMatchObject({ kind: 'complete' });
    expect(thrown).toBeInstanceOf(TypeError);
    expect(await run.parts()).toEqual([]);
  });

  it('[E5] a flood is bounded, live as on disk, and the turn completes', async () => {
    const run = await testRun(probeGraph(oneByOne(1, ['a'])));
    const chunk = 'x'.repeat(256 * 1024);
    const driver = await run.driver({
      a: bind(({ emitPart }) => {
        for (let count = 0; count < 40; count += 1) emitPart({ kind: 'text', data: chunk });
        return 'done';
      }),
    });
    expect(await driver.run(neverAborted())).toMatchObject({ kind: 'complete' });
    const kept = (await run.parts()).reduce((size, { data }) => size + stringOf(data).length, 0);
    const told = run.told.reduce((size, item) => size + ('kind' in item ? stringOf(item.data).length : 0), 0);
    expect(kept).toBe(4 * 1024 * 1024);
    expect(told).toBe(kept);
  });

  it('[E5] of a turn whose stream broke off are kept, numbered within their attempt, and are no completion', async () => {
    const run = await testRun(probeGraph(oneByOne(1, ['a'])));
    await run.record(['graph:node-dispatched', { nodeId: 'a', position: 'step/1' }], run.start('a', 'step/1', true));
    await run.local.eventStore.parts.append(run.stream, [
      { position: 'step/1', attempt: 1, sequence: 1, kind: 'text', data: 'half a sen', at: 1, revision: 2 },
    ]);
    const driver = await run.driver({
      a: bind(({ emitPart }) => {
        emitPart({ kind: 'text', data: 'A whole sentence.' });
        throw new Error('connection reset');
      }),
    });
    expect(await driver.run(neverAborted())).toEqual({ kind: 'waiting', positions: ['step/1'] });
    expect(await driver.proceed(neverAborted())).toMatchObject({ kind: 'fail' });
    expect((await run.parts('step/1')).map(({ attempt, sequence, kind, data }) => [attempt, sequence, kind, data])).toEqual([
      [1, 1, 'text', 'half a sen'],
      [2, 1, 'text', 'A whole sentence.'],
      [2, 2, 'error', { message: 'connection reset' }],
    ]);
  });
});

describe('[decision 16] cost of a turn', () => {
  it('asks the graph, the store and the log as often for the 500th turn as for the first', async () => {
    let decided = 0;
    let reduced = 0;
    const turns = 500;
    // A graph that keeps counts only, so that the test measures the executor and not the graph.
    const graph = probeGraph(
      (state) => {
        decided += 1;
        const { done = 0, busy = false } = state as unknown as { done?: number; busy?: boolean };
        if (busy) return [];
        return done === turns
          ? [{ kind: 'complete', output: done }]
          : [{ kind: 'dispatch', nodeId: 'a', position: `t/${done + 1}`, input: null }];
      },
      {
        reduce: (state, { type }) => {
          reduced += 1;
          const { done = 0 } = state as unknown as { done?: number };
          return { done: done + (type === 'node-completed' ? 1 : 0), busy: type === 'node-dispatched' } as never;
        },
      },
    );
    const run = await testRun(graph);
    const marks: { decided: number; reduced: number; appends: number; reads: number }[] = [];
    const driver = await run.driver({
      a: bind(() => marks.push({ decided, reduced, appends: run.appends.length, reads: run.reads.length })),
    });
    expect(await driver.run(neverAborted())).toMatchObject({ kind: 'complete', output: turns });
    const cost = (from: number) => {
      const [first, last] = [marks[from], marks[from + 100]];
      return Object.fromEntries(
        Object.keys(first ?? {}).map((key) => [key, (last?.[key as 'reads'] ?? 0) - (first?.[key as 'reads'] ?? 0)]),
      );
    };
    expect(cost(10)).toEqual({ decided: 200, reduced: 200, appends: 200, reads: 0 });
    expect(cost(390)).toEqual(cost(10));
  }, 60_000);
});
