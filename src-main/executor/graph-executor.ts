import { randomUUID } from 'node:crypto';
import type { CompiledGraph, CompleteCommand, FailCommand, Memory, PauseCommand } from '../../src-shared/kernel/graph-type.ts';
import { GraphExecutionError } from '../../src-shared/run/execution-error.ts';
import type { RunStorage } from '../../src-shared/run/storage.ts';
import type { GraphNodeBinding } from './node-binding.ts';
import { openRunDriver } from './open-run-driver.ts';
import type { RunOutcome } from './run-driver.ts';

/** What run and resume resolve with (spec/graph-and-team.md 1.4). `waiting`: turns that a dead process left open, in dispatch order. */
export type GraphExecutionResult =
  | PauseCommand
  | CompleteCommand
  | FailCommand
  | { readonly kind: 'waiting'; readonly positions: readonly string[] };

export interface GraphExecutor {
  /** Goes on until the run settles; a finished run gives its result again and adds no event. */
  readonly run: (signal: AbortSignal) => Promise<GraphExecutionResult>;
  /** Opens the turn at `position` again, then goes on as run does. */
  readonly resume: (position: string, signal: AbortSignal) => Promise<GraphExecutionResult>;
}

export interface GraphExecutorOptions {
  readonly runId: string;
  readonly graph: CompiledGraph;
  readonly storage: RunStorage;
  /** One binding a node, by node id. */
  readonly nodes: Readonly<Record<string, GraphNodeBinding>>;
  /** Engine lanes cannot be bound yet: a graph whose plan has lanes is refused with MISSING_ENGINE_BINDING. */
  readonly engines: readonly never[];
  readonly bindings?: { readonly memory?: Memory };
}

/**
 * An executor for a persisted run. Rejects with GraphExecutionError: STORED_GRAPH_MISMATCH when `graph` is not the run's,
 * MISSING_MEMORY, MISSING_ENGINE_BINDING; what run and resume may reject with is in 1.2 and RUN_OWNED (decisions.md 11).
 */
export async function createGraphExecutor(options: GraphExecutorOptions): Promise<GraphExecutor> {
  if (options.engines.length > 0)
    throw new GraphExecutionError('MISSING_ENGINE_BINDING', 'This version binds nodes by runData only; pass "engines: []".');
  const driver = await openRunDriver({ ...options, memory: options.bindings?.memory ?? null, now: Date.now, newId: randomUUID });
  return Object.freeze({
    run: async (signal: AbortSignal) => told(await driver.run(signal)),
    resume: async (position: string, signal: AbortSignal) => told(await driver.resume(position, signal)),
  });
}

function told(outcome: RunOutcome): GraphExecutionResult {
  if (outcome.kind !== 'held') return outcome;
  const reason =
    outcome.control === 'stopped' ? 'The run was stopped; start a new one.' : 'The run was paused by a person; resume it to go on.';
  return { kind: 'pause', reason };
}
