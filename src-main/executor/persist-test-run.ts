import { randomUUID } from 'node:crypto';
import type { CompiledGraph } from '../../src-shared/kernel/graph-type.ts';
import { resolveGraphPlan } from '../../src-shared/kernel/plan.ts';
import type { RunStorage } from '../../src-shared/run/storage.ts';
import { persistRunDefinition } from '../store/run-definition.ts';

const identity = { source: 'npm:@example/executor-tests', version: '1.0.0', digest: `sha256:${'4'.repeat(64)}` } as const;

/** Saves a run of a graph; nothing of it is driven yet. */
export async function persistTestRun(storage: RunStorage, runId: string, graph: CompiledGraph): Promise<void> {
  await persistRunDefinition(storage, {
    runId,
    eventId: randomUUID(),
    timestamp: new Date().toISOString(),
    graphDefinition: graph.definition,
    resolvedPlan: resolveGraphPlan(graph.describe(), {
      package: identity,
      admission: { package: identity, permissions: [] },
      executionLanes: [],
    }),
    resolvedInputs: {},
    workspaceBinding: null,
    hostBinding: null,
  });
}
