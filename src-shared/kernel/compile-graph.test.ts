import { describe, expect, it, vi } from 'vitest';
import { compileGraph } from './compile-graph.ts';
import {
  completed,
  decideDraft,
  describeDraft,
  draftDefinition,
  draftType,
  type DraftState,
  type DraftType,
  issuesOf,
} from './draft-review.fixture.ts';
import type { GraphDescriptionInput } from './description.ts';
import type { GraphCommand, GraphEvent, GraphType } from './graph-type.ts';

const deciding = (decision: unknown) => {
  const compiled = compileGraph(draftType({ decide: () => decision as readonly GraphCommand[] }), draftDefinition);
  return () => compiled.decide({ next: 'draft' });
};
const dispatch = (position: string, nodeId = 'draft') => ({ kind: 'dispatch', nodeId, input: {}, position });
const thrown = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    return String(error);
  }
  return '';
};

describe('the graph type itself', () => {
  it.each([
    ['kind', '', '/kind'],
    ['kind', ' \t', '/kind'],
    ['version', 0, '/version'],
    ['version', 1.5, '/version'],
    ['compile', null, '/compile'],
  ])('%s %j', (key, value, path) => {
    expect(issuesOf(() => compileGraph({ ...draftType(), [key]: value }, draftDefinition))).toEqual([`INVALID_GRAPH_TYPE ${path}`]);
  });
  it('is judged before the definition, the definition before compile()', () => {
    const compile = vi.fn<DraftType['compile']>(draftType().compile);
    expect(issuesOf(() => compileGraph({ ...draftType(), kind: '' }, { ...draftDefinition, id: '' }))).toEqual([
      'INVALID_GRAPH_TYPE /kind',
    ]);
    expect(issuesOf(() => compileGraph({ ...draftType(), compile }, { ...draftDefinition, id: '' }))).toEqual(['INVALID_ID /id']);
    expect(compile).not.toHaveBeenCalled();
  });
  it.each(['initialState', 'reduce', 'decide', 'describe'])('without %s', (method) => {
    expect(issuesOf(() => compileGraph(draftType({ [method]: undefined }), draftDefinition))).toEqual([
      `INVALID_GRAPH_TYPE /compile/${method}`,
    ]);
  });
  it('with an optional operation that is none, with wrong requirements, with nothing at all', () => {
    expect(issuesOf(() => compileGraph(draftType({ validateNodeResult: 1 as never }), draftDefinition))).toEqual([
      'INVALID_GRAPH_TYPE /compile/validateNodeResult',
    ]);
    const requirements = { memory: 'maybe' } as never;
    expect(issuesOf(() => compileGraph(draftType({ requirements }), draftDefinition))).toEqual([
      'INVALID_GRAPH_TYPE /compile/requirements/memory',
    ]);
    expect(issuesOf(() => compileGraph({ ...draftType(), compile: () => null as never }, draftDefinition))).toEqual([
      'INVALID_GRAPH_TYPE /compile',
    ]);
  });
  it('whose state or description is not JSON', () => {
    expect(issuesOf(() => compileGraph(draftType({ initialState: () => ({ next: new Map() }) as never }), draftDefinition))).toEqual([
      'INVALID_GRAPH_TYPE /initialState/next',
    ]);
    const describeBadly = () => ({ ...describeDraft(draftDefinition), inputContract: undefined as never });
    expect(issuesOf(() => compileGraph(draftType({ describe: describeBadly }), draftDefinition))).toEqual([
      'INVALID_JSON_VALUE /inputContract',
    ]);
  });
  it('sees the frozen definition and kernel', () => {
    const compile = vi.fn<DraftType['compile']>(draftType().compile);
    compileGraph({ ...draftType(), compile }, draftDefinition);
    const [definition, kernel] = compile.mock.calls[0] ?? [];
    expect(definition).toEqual(draftDefinition);
    expect(Object.isFrozen(definition?.nodes)).toBe(true);
    expect(kernel?.definition.value).toBe(definition);
  });
});

describe('compiled operations', () => {
  it('initialState and describe run once; everything is frozen', () => {
    const initialState = vi.fn<() => DraftState>(() => ({ next: 'draft' }));
    const describeOnce = vi.fn<() => GraphDescriptionInput>(() => describeDraft(draftDefinition));
    const compiled = compileGraph(draftType({ initialState, describe: describeOnce }), draftDefinition);
    expect(compiled.initialState()).toBe(compiled.initialState());
    expect(compiled.describe()).toBe(compiled.describe());
    expect([initialState.mock.calls.length, describeOnce.mock.calls.length]).toEqual([1, 1]);
    expect(
      [compiled, compiled.initialState(), compiled.describe(), compiled.describe().nodes, compiled.requirements].every(Object.isFrozen),
    ).toBe(true);
  });
  it('work unbound and ignore further arguments', () => {
    const { reduce, initialState, decide } = compileGraph(draftType(), draftDefinition);
    const state = [completed('draft'), completed('review')].reduce(reduce, initialState());
    expect(state).toEqual({ next: 'done' });
    expect([state].map(decide)).toEqual([[{ kind: 'complete', output: { approved: true } }]]);
  });
  it("keep the type's own `this`", () => {
    const type: GraphType = {
      kind: 'bound',
      version: 1,
      compile: (definition) => ({
        requirements: { memory: 'unused' as const },
        name: 'mine',
        initialState: () => ({}),
        reduce: (state: unknown) => state,
        decide: () => [],
        describe: () => describeDraft(definition),
        validateNodeResult(this: { name: string }) {
          return { code: 'X', path: '', message: this.name };
        },
      }),
    };
    expect(compileGraph(type, draftDefinition).validateNodeResult?.('draft', null)?.message).toBe('mine');
  });
  it('[case 6] reduce refuses a malformed event before the type sees it', () => {
    const reduce = vi.fn<(state: DraftState) => DraftState>((state) => state);
    const compiled = compileGraph(draftType({ reduce }), draftDefinition);
    const reducing = (event: unknown) => issuesOf(() => compiled.reduce({ next: 'draft' }, event as never));
    expect(reducing({ type: 'node-completed', version: 1 })).toEqual(['INVALID_GRAPH_TYPE /event/payload']);
    expect(reducing({ ...completed('draft'), receivedAt: 1 })).toEqual(['INVALID_GRAPH_TYPE /event/receivedAt']);
    expect(reducing({ ...completed('draft'), version: 0 })).toEqual(['INVALID_GRAPH_TYPE /event/version']);
    expect(reducing({ ...completed('draft'), type: ' ' })).toEqual(['INVALID_GRAPH_TYPE /event/type']);
    expect(reducing({ type: 'x', version: 1, payload: { at: Number.NaN } })).toEqual(['INVALID_GRAPH_TYPE /event/payload/at']);
    expect(reducing(null)).toEqual(['INVALID_GRAPH_TYPE /event']);
    expect(reduce).not.toHaveBeenCalled();
  });
  it("[case 5] hand frozen copies to the type, leave the caller's values alone, return frozen values", () => {
    const seen: unknown[] = [];
    const reduce = (state: DraftState, event: GraphEvent) => {
      seen.push(state, event, event.payload);
      return { ...state };
    };
    const decide = (state: DraftState) => {
      seen.push(state);
      return decideDraft(state);
    };
    const compiled = compileGraph(draftType({ reduce, decide }), draftDefinition);
    const [state, event]: [DraftState, ReturnType<typeof completed>] = [{ next: 'draft' }, completed('draft')];
    const results = [compiled.reduce(state, event), compiled.decide(state)];
    expect(seen).toHaveLength(4);
    expect([...seen, ...results, results[1]?.[0 as never]].every(Object.isFrozen)).toBe(true);
    expect([state, event, event.payload].some(Object.isFrozen)).toBe(false);
  });
  it('refuse a state that is not JSON, given or reduced', () => {
    const compiled = compileGraph(draftType({ reduce: () => ({ next: undefined }) as never }), draftDefinition);
    expect(issuesOf(() => compiled.reduce({ next: 'draft' }, completed('draft')))).toEqual(['INVALID_GRAPH_TYPE /reducedState/next']);
    expect(issuesOf(() => compiled.decide({ next: new Date(0) } as never))).toEqual(['INVALID_GRAPH_TYPE /state/next']);
  });
  it('walk only what is new of a state from outside', () => {
    let reads = 0;
    const counted = new Proxy([{ a: 1 }], { get: (target, key, self) => ((reads += key === '0' ? 1 : 0), Reflect.get(target, key, self)) });
    const type: GraphType<typeof draftDefinition, { big: unknown; n: number }> = {
      kind: 'growing',
      version: 1,
      compile: (definition) => ({
        requirements: { memory: 'unused' },
        initialState: () => ({ big: counted, n: 0 }),
        reduce: ({ big, n }) => ({ big, n: n + 1 }),
        decide: () => [],
        describe: () => describeDraft(definition),
      }),
    };
    const compiled = compileGraph(type, draftDefinition);
    const walked = reads;
    expect(walked).toBeGreaterThan(0);
    let state = compiled.initialState();
    for (let n = 0; n < 100; n += 1) state = compiled.reduce(state, { type: 'tick', version: 1, payload: null });
    expect(state.n).toBe(100);
    expect(state.big).toBe(compiled.initialState().big);
    expect(reads).toBe(walked);
  });
});

describe('decisions', () => {
  it('[case 8] an unknown node, a terminal that is not alone', () => {
    expect(thrown(deciding([dispatch('p', 'missing')]))).toMatch(/unknown node/i);
    expect(issuesOf(deciding([dispatch('a'), dispatch('p', 'missing')]))).toEqual(['INVALID_GRAPH_COMMAND /1/nodeId']);
    expect(thrown(deciding([{ kind: 'complete', output: 1 }, dispatch('p')]))).toMatch(/terminal/i);
    expect(issuesOf(deciding([dispatch('p'), { kind: 'pause', reason: 'x' }]))).toEqual(['INVALID_GRAPH_COMMAND ']);
    expect(
      thrown(
        deciding([
          { kind: 'pause', reason: 'x' },
          { kind: 'fail', code: 'X', message: 'y' },
        ]),
      ),
    ).toMatch(/terminal/i);
  });
  it('[case 9] a position twice', () => {
    expect(issuesOf(deciding([dispatch('p'), dispatch('p', 'review')]))).toEqual(['INVALID_GRAPH_COMMAND /1/position']);
  });
  it('[case 10] the same node at two positions, order kept', () => {
    expect(deciding([dispatch('items/first'), dispatch('items/second')])()).toEqual([dispatch('items/first'), dispatch('items/second')]);
  });
  it('[case 11] each kind has exactly its fields', () => {
    expect(issuesOf(deciding([{ ...dispatch('p'), extra: 1 }]))).toEqual(['INVALID_GRAPH_COMMAND /0/extra']);
    expect(issuesOf(deciding([{ kind: 'dispatch', nodeId: 'draft', position: 'p' }]))).toEqual(['INVALID_GRAPH_COMMAND /0/input']);
    expect(issuesOf(deciding([{ kind: 'pause', reason: ' ' }]))).toEqual(['INVALID_GRAPH_COMMAND /0/reason']);
    expect(issuesOf(deciding([{ kind: 'fail', code: 'X' }]))).toEqual(['INVALID_GRAPH_COMMAND /0/message']);
    expect(issuesOf(deciding([{ kind: 'fail', code: 'X', message: 'a\u0000b' }]))).toEqual(['INVALID_GRAPH_COMMAND /0/message']);
    expect(issuesOf(deciding([{ kind: 'toString' }]))).toEqual(['INVALID_GRAPH_COMMAND /0/kind']);
    expect(issuesOf(deciding([{ kind: 'complete', output: { at: undefined } }]))).toEqual(['INVALID_GRAPH_COMMAND /0/output/at']);
    expect(issuesOf(deciding([null]))).toEqual(['INVALID_GRAPH_COMMAND /0']);
    expect(issuesOf(deciding({ kind: 'pause', reason: 'x' }))).toEqual(['INVALID_GRAPH_COMMAND ']);
    expect(issuesOf(deciding(undefined))).toEqual(['INVALID_GRAPH_COMMAND ']);
  });
  it('an empty decision and each terminal alone pass; untrimmed texts are fine', () => {
    for (const decision of [
      [],
      [{ kind: 'pause', reason: ' soon ' }],
      [{ kind: 'complete', output: null }],
      [{ kind: 'fail', code: 'X', message: 'y' }],
    ])
      expect(deciding(decision)()).toEqual(decision);
    expect(Object.isFrozen(deciding([])())).toBe(true);
  });
});

describe('[case 13] validateNodeResult', () => {
  const validating = (answer: unknown) => {
    const validateNodeResult = vi.fn<(nodeId: string, result: unknown) => never>(() => answer as never);
    return { validateNodeResult, compiled: compileGraph(draftType({ validateNodeResult }), draftDefinition) };
  };
  it('is absent unless the type has it', () => {
    expect(Object.keys(compileGraph(draftType(), draftDefinition)).toSorted()).toEqual([
      'decide',
      'definition',
      'describe',
      'initialState',
      'reduce',
      'requirements',
    ]);
  });
  it('passes null and an exact issue on, gives the type a frozen copy', () => {
    const { compiled, validateNodeResult } = validating(null);
    const result = { a: [1] };
    expect(compiled.validateNodeResult?.('draft', result)).toBeNull();
    expect(validateNodeResult).toHaveBeenCalledTimes(1);
    expect(Object.isFrozen(validateNodeResult.mock.calls[0]?.[1]) && !Object.isFrozen(result)).toBe(true);
    const issue = { code: 'X', path: '/a', message: 'No.' };
    expect(validating(issue).compiled.validateNodeResult?.('draft', null)).toEqual(issue);
  });
  it('refuses an unknown node, malformed answers and results that are not JSON', () => {
    const answered = (answer: unknown, node = 'draft') => issuesOf(() => validating(answer).compiled.validateNodeResult?.(node, null));
    expect(answered(null, 'missing')).toEqual(['INVALID_GRAPH_TYPE /nodeId']);
    expect(answered(undefined)).toEqual(['INVALID_GRAPH_TYPE /validateNodeResult']);
    expect(answered({ code: 'X', path: '' })).toEqual(['INVALID_GRAPH_TYPE /validateNodeResult/message']);
    expect(answered({ code: 'X', path: '', message: 'm', more: 1 })).toEqual(['INVALID_GRAPH_TYPE /validateNodeResult/more']);
    expect(answered('no')).toEqual(['INVALID_GRAPH_TYPE /validateNodeResult']);
    expect(issuesOf(() => validating(null).compiled.validateNodeResult?.('draft', { a: 1n } as never))).toEqual([
      'INVALID_GRAPH_TYPE /result/a',
    ]);
  });
  it('lets an exception through', () => {
    const validateNodeResult = () => {
      throw new RangeError('mine');
    };
    const compiled = compileGraph(draftType({ validateNodeResult }), draftDefinition);
    expect(() => compiled.validateNodeResult?.('draft', null)).toThrow(RangeError);
  });
});
