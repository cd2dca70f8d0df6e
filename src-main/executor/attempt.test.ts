import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digestJson } from '../../src-shared/kernel/canonical-json.ts';
import { runAttempt } from './attempt.ts';
import { createGraphExecutor } from './graph-executor.ts';
import type { ActionDecision, GraphNodeBinding, ResultContract, RunDataContext } from './node-binding.ts';
import { allAtOnce, bind, probeGraph } from './test-graphs.ts';
import { neverAborted, temporaryFolder, type TestRun, testRun } from './test-run.ts';

type Overrides = NonNullable<Parameters<typeof bind>[1]>;
const one = (options = {}) => probeGraph(allAtOnce(['a']), options);

async function drive(runData: Parameters<typeof bind>[0], overrides: Overrides | GraphNodeBinding = {}, options = {}) {
  const run = await testRun(one(options));
  const a = bind(runData, overrides);
  const result = await (
    await createGraphExecutor({ runId: 'run-1', graph: run.graph, storage: run.storage, nodes: { a }, engines: [] })
  ).run(neverAborted());
  return { run, result, ...(await lastOf(run)) };
}
async function lastOf(run: TestRun) {
  const last = (await run.events()).at(-1);
  const errors = (await run.parts('a')).filter(({ kind }) => kind === 'error');
  return {
    type: last?.type,
    payload: last?.payload as Record<string, unknown>,
    cause: (errors.at(-1)?.data as { message?: string } | undefined)?.message,
  };
}
const failedWith = (code: string) => ({ type: 'graph:node-failed', payload: { nodeId: 'a', position: 'a', code } });

const contract = (validate: (value: unknown) => unknown): ResultContract => ({
  record: { name: 'probe', version: 1, schemaDigest: digestJson({}) },
  schema: {},
  validate,
});

describe('[case 50] asking whether a node may act', () => {
  it.each<[string, () => ActionDecision | Promise<ActionDecision>, string, string]>([
    ['deny', () => ({ kind: 'deny', reason: 'not today' }), 'DENIED', 'not today'],
    [
      'a throw',
      () => {
        throw new Error('policy is down');
      },
      'ACTION_POLICY',
      'policy is down',
    ],
    ['a rejection', () => Promise.reject(new Error('policy is down')), 'ACTION_POLICY', 'policy is down'],
    ['an unknown answer', () => ({ kind: 'maybe' }) as never, 'ACTION_POLICY', 'neither allow, wait nor deny'],
    ['no answer', () => undefined as never, 'ACTION_POLICY', 'failed'],
    ['a wait without a reason', () => ({ kind: 'wait', reason: ' ', request: null }), 'ACTION_POLICY', 'without a reason'],
    ['a wait that is no JSON', () => ({ kind: 'wait', reason: 'x', request: () => 1 }) as never, 'ACTION_POLICY', 'JSON'],
  ])('%s', async (_name, decideAction, code, cause) => {
    let calls = 0;
    const end = await drive(() => (calls += 1), { decideAction });
    expect(end).toMatchObject(failedWith(code));
    expect(end.cause).toContain(cause);
    expect(calls).toBe(0);
  });

  it('wait pauses the node with its reason and request, and is asked again on resume', async () => {
    let calls = 0;
    let asked = 0;
    const run = await testRun(one());
    const request = { interaction: 'approve-write' };
    const a = bind(() => (calls += 1), {
      decideAction: ({ input, position, nodeId }) => {
        asked += 1;
        expect({ input, position, nodeId }).toEqual({ input: { for: 'a' }, position: 'a', nodeId: 'a' });
        return asked === 1 ? { kind: 'wait', reason: 'owner approval required', request } : { kind: 'allow' };
      },
    });
    const made = await createGraphExecutor({ runId: 'run-1', graph: run.graph, storage: run.storage, nodes: { a }, engines: [] });
    expect(await made.run(neverAborted())).toEqual({ kind: 'pause', reason: 'owner approval required' });
    expect(await lastOf(run)).toMatchObject({
      type: 'graph:node-paused',
      payload: { nodeId: 'a', position: 'a', reason: 'owner approval required', request },
    });
    expect(calls).toBe(0);
    expect(await made.run(neverAborted())).toMatchObject({ kind: 'pause' });
    expect(await made.resume('a', neverAborted())).toMatchObject({ kind: 'complete' });
    expect([calls, asked]).toEqual([1, 2]);
    expect((await run.types()).slice(-2)).toEqual(['graph:node-resumed', 'graph:node-completed']);
  });

  it('an answer that never comes does not hold up an abort', async () => {
    const run = await testRun(one());
    let calls = 0;
    const controller = new AbortController();
    const a = bind(() => (calls += 1), { decideAction: () => new Promise(() => setTimeout(() => controller.abort(), 5)) });
    const made = await createGraphExecutor({ runId: 'run-1', graph: run.graph, storage: run.storage, nodes: { a }, engines: [] });
    await expect(made.run(controller.signal)).rejects.toMatchObject({ code: 'ABORTED' });
    expect(calls).toBe(0);
  });

  it('an abort at any moment between the answer and the effect reaches the attempt', async () => {
    for (let hops = 0; hops < 16; hops += 1) {
      const controller = new AbortController();
      const abortLater = async () => {
        for (let hop = 0; hop < hops; hop += 1) await Promise.resolve();
        controller.abort('ABORTED');
      };
      const told: unknown[] = [];
      const untilTold = ({ signal }: RunDataContext) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            told.push(signal.reason);
            resolve();
          });
        });
      const binding = bind(untilTold, {
        policy: { timeoutMs: 300 },
        decideAction: () => {
          void abortLater();
          return { kind: 'allow' };
        },
      });
      const request = { graph: one(), nodeId: 'a', position: 'a', attempt: 1, input: {}, memory: null, emitPart: () => {} };
      expect(await runAttempt({ ...request, binding, signal: controller.signal })).toMatchObject({ kind: 'failed', code: 'ABORTED' });
      expect(told).not.toContain('TIMEOUT');
    }
  });

  it('an abort while it was asked starts no effect', async () => {
    const run = await testRun(one());
    let calls = 0;
    const controller = new AbortController();
    const a = bind(() => (calls += 1), {
      decideAction: () => {
        controller.abort();
        return { kind: 'allow' };
      },
    });
    const made = await createGraphExecutor({ runId: 'run-1', graph: run.graph, storage: run.storage, nodes: { a }, engines: [] });
    await expect(made.run(controller.signal)).rejects.toMatchObject({ code: 'ABORTED' });
    expect(calls).toBe(0);
    expect(await lastOf(run)).toMatchObject(failedWith('ABORTED'));
  });
});

describe('results', () => {
  it.each<[string, Overrides]>([
    ['with a permissive contract', { resultContract: contract((value) => value) }],
    ['without a contract', {}],
  ])('[case 52] the graph judges once, %s', async (_name, overrides) => {
    let judged = 0;
    const validateNodeResult = () => {
      judged += 1;
      return { code: 'BAD', path: '/result/x', message: 'x is missing' };
    };
    const end = await drive(() => ({ y: 1 }), overrides, { validateNodeResult });
    expect(end).toMatchObject(failedWith('RESULT_INVALID'));
    expect(end.cause).toContain('/result/x: x is missing');
    expect(judged).toBe(1);
    expect(await end.run.types()).not.toContain('graph:node-completed');
  });

  it('[case 52] the graph judges once on resume', async () => {
    let judged = 0;
    const run = await testRun(one({ validateNodeResult: () => ((judged += 1), { code: 'BAD', path: '', message: 'no' }) }));
    await run.record(['graph:node-dispatched', { nodeId: 'a', position: 'a' }], run.start('a', 'a', true));
    const driver = await run.driver({ a: bind(() => 1) });
    await driver.resume('a', neverAborted());
    expect(judged).toBe(1);
    expect(await lastOf(run)).toMatchObject(failedWith('RESULT_INVALID'));
  });

  it.each<[string, () => never]>([
    [
      'throws',
      () => {
        throw new TypeError('the type is broken');
      },
    ],
    ['returns a malformed issue', () => ({ code: 1 }) as never],
  ])('rejects run() when the graph type itself %s, and leaves the turn open', async (_name, validateNodeResult) => {
    const run = await testRun(probeGraph(allAtOnce(['a', 'b']), { validateNodeResult }));
    const driver = await run.driver({
      a: bind(() => 1),
      b: bind(({ signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve))),
    });
    await expect(driver.run(neverAborted())).rejects.toThrow(/the type is broken|Invalid graph type/);
    expect((await run.types()).filter((type) => type === 'graph:node-completed' || type === 'graph:node-failed')).toEqual([]);
    expect(await driver.run(neverAborted())).toEqual({ kind: 'waiting', positions: ['a', 'b'] });
  });

  it('stores what the contract returns, and fails with what it throws', async () => {
    expect(await drive(() => 1, { resultContract: contract(() => ({ kept: true })) })).toMatchObject({
      type: 'graph:node-completed',
      payload: { result: { kept: true } },
    });
    const end = await drive(() => 1, {
      resultContract: contract(() => {
        throw new Error('wrong shape');
      }),
    });
    expect(end).toMatchObject(failedWith('RESULT_INVALID'));
    expect(end.cause).toContain('wrong shape');
    expect(await drive(() => 1, { resultContract: contract(() => undefined) })).toMatchObject(failedWith('RESULT_INVALID'));
  });

  it.each<[string, () => unknown, string]>([
    [
      'a throw',
      () => {
        throw new Error('no connection');
      },
      'no connection',
    ],
    ['a rejection', () => Promise.reject(new Error('no connection')), 'no connection'],
    ['undefined', () => undefined, 'not JSON'],
    ['a bigint', () => 1n, 'not JSON'],
    ['half a character', () => 'x\ud83d', 'surrogate'],
    [
      'something thrown that is no error',
      () => {
        throw { toString: () => 'odd' };
      },
      'odd',
    ],
    [
      'something thrown that says nothing',
      () => {
        throw Object.create(null);
      },
      'says nothing',
    ],
    [
      'an error whose words are half a character',
      () => {
        throw new Error('bad \ud83d end');
      },
      'bad \ufffd end',
    ],
  ])('[case 56] %s is EFFECT_FAILED, with its cause kept', async (_name, runData, cause) => {
    const end = await drive(runData);
    expect(end).toMatchObject(failedWith('EFFECT_FAILED'));
    expect(end.cause).toContain(cause);
  });

  it('an engine may give one of the codes of 1.4, and no other', async () => {
    const thrown = (turnFailureCode: unknown) => () => {
      throw Object.assign(new Error('why'), { turnFailureCode });
    };
    expect(await drive(thrown('TOKEN_BUDGET'))).toMatchObject(failedWith('TOKEN_BUDGET'));
    for (const code of ['CANCELLED', 'MADE_UP', 7]) expect(await drive(thrown(code))).toMatchObject(failedWith('EFFECT_FAILED'));
  });
});

describe('[case 56] time', () => {
  const policy = (timeoutMs: number, teardownGraceMs: number) => ({ policy: { timeoutMs, teardownGraceMs } });
  const onAbort = (signal: AbortSignal, act: () => void) => signal.addEventListener('abort', act);

  it('what never settles is TIMEOUT at the hard deadline', async () => {
    const began = Date.now();
    const end = await drive(() => new Promise(() => {}), policy(50, 20));
    expect(end).toMatchObject(failedWith('TIMEOUT'));
    expect(end.cause).toContain('50 ms');
    expect(Date.now() - began).toBeGreaterThanOrEqual(65);
  });
  it('a value within the grace is taken', async () => {
    const end = await drive(({ signal }) => new Promise((resolve) => onAbort(signal, () => resolve({ ok: true }))), policy(50, 5000));
    expect(end).toMatchObject({ type: 'graph:node-completed', payload: { result: { ok: true } } });
  });
  it('a throw within the grace is TIMEOUT', async () => {
    expect(
      await drive(({ signal }) => new Promise((_resolve, reject) => onAbort(signal, () => reject(new Error('ended')))), policy(50, 5000)),
    ).toMatchObject(failedWith('TIMEOUT'));
  });
});

describe('limits and bindings', () => {
  it('an input that is too large is not asked about', async () => {
    let asked = 0;
    const bytes = Buffer.byteLength('{"for":"a"}');
    const decideAction = () => ((asked += 1), { kind: 'allow' as const });
    expect(await drive(() => 1, { policy: { inputBytes: bytes - 1 }, decideAction })).toMatchObject(failedWith('INPUT_LIMIT'));
    expect(asked).toBe(0);
    expect(await drive(() => 1, { policy: { inputBytes: bytes }, decideAction })).toMatchObject({ type: 'graph:node-completed' });
  });
  it('counts the output in UTF-8 bytes of its JSON', async () => {
    const bytes = Buffer.byteLength('"héllo"');
    expect(await drive(() => 'héllo', { policy: { outputBytes: bytes - 1 } })).toMatchObject(failedWith('OUTPUT_LIMIT'));
    expect(await drive(() => 'héllo', { policy: { outputBytes: bytes } })).toMatchObject({ type: 'graph:node-completed' });
  });
  it.each<[string, object]>([
    ['a timeout of 0', { policy: { timeoutMs: 0 } }],
    ['a timeout that no timer holds', { policy: { timeoutMs: 2_147_483_647, teardownGraceMs: 1 } }],
    ['half a byte', { policy: { outputBytes: 1.5 } }],
    ['an unknown limit', { policy: { cpu: 1 } }],
    ['a permission twice', { permissions: ['read', 'read'] }],
    ['a permission with outer spaces', { permissions: [' read'] }],
    ['neither lane nor runData', { runData: null }],
    ['a prompt on a data node', { prompt: () => '' }],
    ['a relative scratch directory', { scratchDirectory: 'tmp' }],
    ['a scratch directory that is not there', { scratchDirectory: '/nowhere/at/all' }],
  ])('INVALID_ATTEMPT: %s', async (_name, overrides) => {
    const end = await drive(() => 1, overrides);
    expect(end).toMatchObject(failedWith('INVALID_ATTEMPT'));
    expect(end.cause).toMatch(/\w/);
  });
  it('INVALID_ATTEMPT: a scratch directory that is a link, lies behind one, or is a file', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'real', 'inner'), { recursive: true });
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    writeFileSync(join(folder, 'file'), '');
    for (const scratchDirectory of [join(folder, 'link'), join(folder, 'link', 'inner'), join(folder, 'file')])
      expect(await drive(() => 1, { scratchDirectory })).toMatchObject(failedWith('INVALID_ATTEMPT'));
    expect(await drive(() => 1, { scratchDirectory: join(folder, 'real', 'inner') })).toMatchObject({ type: 'graph:node-completed' });
  });
  it('hands the effect its context', async () => {
    const seen: unknown[] = [];
    await drive(
      ({ signal, emitPart, ...rest }) => {
        seen.push(rest, signal.aborted, typeof emitPart);
        return 1;
      },
      { trustedCaller: { user: 'u' }, permissions: ['read'] },
    );
    expect(seen).toMatchObject([
      {
        input: { for: 'a' },
        memory: null,
        workspaceDirectory: null,
        trustedCaller: { user: 'u' },
        permissions: ['read'],
        position: 'a',
        attempt: 1,
      },
      false,
      'function',
    ]);
    expect(Object.isFrozen((seen[0] as { input: object }).input)).toBe(true);
  });
});
