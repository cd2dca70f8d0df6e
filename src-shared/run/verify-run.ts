import type { CompiledGraph, GraphCommand } from '../kernel/graph-type.ts';
import { GraphValidationError } from '../kernel/issues.ts';
import type { DomainEventEnvelope } from './envelope.ts';
import { GraphExecutionError } from './execution-error.ts';
import { StrictFold } from './strict-fold.ts';

/** What verification found: how much was compared, or the first record that the graph would not have produced. */
export type Verification =
  | { readonly ok: true; readonly revision: number; readonly dispatches: number; readonly decision: readonly GraphCommand[] }
  | { readonly ok: false; readonly revision: number; readonly code: string; readonly message: string };

/** Derives every decision of a saved run again and compares it with the record; nothing runs. */
export async function verifyRun(
  graph: CompiledGraph,
  events: Iterable<DomainEventEnvelope> | AsyncIterable<DomainEventEnvelope>,
): Promise<Verification> {
  const fold = new StrictFold(graph);
  let dispatches = 0;
  try {
    for await (const event of events) {
      fold.apply(event);
      if (event.type === 'graph:node-dispatched') dispatches += 1;
    }
    return { ok: true, revision: fold.revision, dispatches, decision: fold.decide() };
  } catch (error) {
    if (error instanceof GraphExecutionError) return { ok: false, revision: fold.revision + 1, code: error.code, message: error.message };
    if (error instanceof GraphValidationError)
      return { ok: false, revision: fold.revision + 1, code: error.issues[0]?.code ?? 'INVALID_EVENT', message: error.message };
    throw error;
  }
}
