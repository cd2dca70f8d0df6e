import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { compileGraph } from '../../src-shared/kernel/compile-graph.ts';
import type {
  CompiledGraph,
  DispatchCommand,
  GraphCommand,
  GraphDefinition,
  GraphEvent,
  GraphOperations,
} from '../../src-shared/kernel/graph-type.ts';
import { isJsonObject, type JsonObject, type JsonValue, stringOf } from '../../src-shared/kernel/json.ts';
import type { GraphNodeBinding, RunDataContext } from './node-binding.ts';

// Small graphs and bindings for tests of the executor; without a test framework, so that a child process can use them too.

/** What a probe's `decide` sees: every position on record, and how each stands. */
export interface ProbeState {
  readonly inFlight: readonly string[];
  readonly paused: Readonly<Record<string, string>>;
  readonly completed: Readonly<Record<string, JsonValue>>;
  readonly failed: Readonly<Record<string, string>>;
}
type Operations = GraphOperations<ProbeState, GraphEvent, { readonly memory: 'unused' | 'required' }>;
export interface ProbeOptions {
  readonly nodes?: readonly string[];
  readonly kind?: string;
  readonly memory?: 'unused' | 'required';
  readonly validateNodeResult?: NonNullable<Operations['validateNodeResult']>;
  readonly reduce?: Operations['reduce'];
}

const unknown = { kind: 'unknown', reason: 'a probe may decide anything' } as const;

/** A graph that decides as the test says. */
export function probeGraph(decide: (state: ProbeState) => readonly GraphCommand[], options: ProbeOptions = {}): CompiledGraph {
  const { nodes = ['a', 'b', 'c'], kind = 'probe', memory = 'unused', validateNodeResult, reduce = reduceProbe } = options;
  const definition: GraphDefinition = {
    id: 'probe',
    definitionVersion: 1,
    data: {},
    nodes: nodes.map((id) => ({ id, data: {} })),
    edges: [],
  };
  return compileGraph<GraphDefinition, ProbeState, GraphEvent, { readonly memory: 'unused' | 'required' }>(
    {
      kind,
      version: 1,
      compile: () => ({
        requirements: { memory },
        initialState: () => ({ inFlight: [], paused: {}, completed: {}, failed: {} }),
        reduce,
        decide,
        describe: () => ({
          inputContract: {},
          outputContract: {},
          phases: [{ id: 'all', name: 'All', nodeIds: [...nodes] }],
          nodes: nodes.map((id) => ({ id, phaseId: 'all', inputContract: {}, outputContract: {}, laneId: null })),
          policies: { retry: null, stop: null, concurrency: null, write: null, budget: null, action: null },
          executionLanes: [],
          requestedPermissions: [],
          bounds: { dispatches: { min: unknown, max: unknown }, maxConcurrency: unknown, maxFanOut: unknown },
        }),
        ...(validateNodeResult && { validateNodeResult }),
      }),
    },
    definition,
  );
}

const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([known]) => known !== key));

function reduceProbe(state: ProbeState, { type, payload }: GraphEvent): ProbeState {
  const fields: JsonObject = isJsonObject(payload) ? payload : {};
  const position = stringOf(fields['position']);
  const rest = { ...state, inFlight: state.inFlight.filter((known) => known !== position), paused: without(state.paused, position) };
  switch (type) {
    case 'node-dispatched':
    case 'node-resumed':
      return { ...rest, inFlight: [...rest.inFlight, position] };
    case 'node-completed':
      return { ...rest, completed: { ...state.completed, [position]: fields['result'] ?? null } };
    case 'node-failed':
      return { ...rest, failed: { ...state.failed, [position]: stringOf(fields['code']) } };
    case 'node-paused':
      return { ...rest, paused: { ...rest.paused, [position]: stringOf(fields['reason']) } };
    default:
      return state;
  }
}

export const dispatch = (nodeId: string, position = nodeId, input: JsonValue = {}): DispatchCommand => ({
  kind: 'dispatch',
  nodeId,
  position,
  input,
});
export const complete = (output: JsonValue = null): readonly GraphCommand[] => [{ kind: 'complete', output }];

/** All nodes at once, then complete with their results; a failure or pause ends it once nothing is in flight. */
export function allAtOnce(nodes: readonly string[]): (state: ProbeState) => readonly GraphCommand[] {
  return ({ inFlight, paused, completed, failed }) => {
    const known = new Set([...inFlight, ...Object.keys(paused), ...Object.keys(completed), ...Object.keys(failed)]);
    const next = nodes.filter((node) => !known.has(node)).map((node) => dispatch(node, node, { for: node }));
    if (next.length > 0 || inFlight.length > 0) return next;
    const [code] = Object.values(failed);
    if (code !== undefined) return [{ kind: 'fail', code: 'PROBE_FAILED', message: `A node failed with ${code}.` }];
    const [reason] = Object.values(paused);
    return reason === undefined ? complete({ ...completed }) : [{ kind: 'pause', reason }];
  };
}

/** One after the other: `turns` positions `step/<n>` over the nodes in turn. */
export function oneByOne(turns: number, nodes: readonly string[]): (state: ProbeState) => readonly GraphCommand[] {
  return ({ inFlight, paused, completed, failed }) => {
    if (inFlight.length > 0) return [];
    const [code] = Object.values(failed);
    if (code !== undefined) return [{ kind: 'fail', code: 'PROBE_FAILED', message: `A node failed with ${code}.` }];
    const [reason] = Object.values(paused);
    if (reason !== undefined) return [{ kind: 'pause', reason }];
    const done = Object.keys(completed).length;
    const node = nodes[done % nodes.length];
    return done === turns || node === undefined ? complete({ turns }) : [dispatch(node, `step/${done + 1}`, { step: done + 1 })];
  };
}

const scratchDirectory = realpathSync(tmpdir());

/** A data node's binding that does what the test says. */
export function bind(
  runData: (context: RunDataContext) => unknown,
  { policy, ...others }: Partial<Omit<GraphNodeBinding, 'policy'>> & { readonly policy?: Partial<GraphNodeBinding['policy']> } = {},
): GraphNodeBinding {
  return {
    prompt: null,
    scratchDirectory,
    workspace: { mode: 'none', directory: null, allowedPaths: [] },
    trustedCaller: {},
    permissions: [],
    policy: {
      inputBytes: 1_000_000,
      outputBytes: 10_000_000,
      timeoutMs: 20_000,
      teardownGraceMs: 20,
      memoryBytes: 10_000_000,
      filesChanged: 0,
      linesChanged: 0,
      callTokens: null,
      ...policy,
    },
    resultContract: null,
    runData,
    parseResult: null,
    tokenBudget: null,
    decideAction: () => ({ kind: 'allow' }),
    ...others,
  };
}
