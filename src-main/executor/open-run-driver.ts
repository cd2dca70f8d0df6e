import { canonicalJson } from '../../src-shared/kernel/canonical-json.ts';
import { GraphExecutionError } from '../../src-shared/run/execution-error.ts';
import { loadRunDefinition } from '../store/run-definition.ts';
import { type DriverOptions, RunDriver } from './run-driver.ts';

/** A driver for a persisted run, once its stored definition and plan are known to be those of `graph`. */
export async function openRunDriver(options: DriverOptions): Promise<RunDriver> {
  const { runId, graph, storage, memory } = options;
  const { record, resolvedPlan } = await loadRunDefinition(storage, runId);
  const stored = record.payload.definition.graphDefinition;
  const described = graph.describe().graph;
  if (stored.digest !== graph.definition.digest || stored.canonicalJson !== graph.definition.canonicalJson)
    throw mismatch(runId, 'its stored definition is another one');
  if (canonicalJson(resolvedPlan.plan.graph) !== canonicalJson(described)) throw mismatch(runId, 'its stored plan is for another graph');
  if (resolvedPlan.plan.executionLanes.length > 0)
    throw new GraphExecutionError(
      'MISSING_ENGINE_BINDING',
      `Run "${runId}" plans engine lanes (${resolvedPlan.plan.executionLanes.map(({ id }) => id).join(', ')}), which cannot be bound here.`,
    );
  if (graph.requirements.memory === 'required' && !isMemory(memory))
    throw new GraphExecutionError(
      'MISSING_MEMORY',
      `The graph of run "${runId}" needs a memory; pass bindings: { memory: { scope, execute } }.`,
    );
  return new RunDriver(options);
}

function isMemory(memory: unknown): boolean {
  if (typeof memory !== 'object' || memory === null) return false;
  const { scope, execute } = memory as { scope?: unknown; execute?: unknown };
  return typeof scope === 'string' && scope.trim() !== '' && typeof execute === 'function';
}

function mismatch(runId: string, why: string): GraphExecutionError {
  return new GraphExecutionError(
    'STORED_GRAPH_MISMATCH',
    `Run "${runId}" cannot be driven with this graph: ${why}. Compile the definition that the run was saved with.`,
  );
}
