import type { CompiledGraph, DispatchCommand } from '../kernel/graph-type.ts';
import { isJsonObject } from '../kernel/json.ts';
import type { DomainEventEnvelope } from './envelope.ts';
import { StrictFold } from './strict-fold.ts';

/**
 * The command that dispatched `position`, with its exact input: a dispatch's event holds none (spec/graph-and-team.md 1.5), so it is
 * decided again at its own prefix. Null when the run has no such dispatch. Throws GraphExecutionError INVALID_EVENT as the fold does.
 */
export async function findDispatch(
  graph: CompiledGraph,
  events: AsyncIterable<DomainEventEnvelope>,
  position: string,
): Promise<DispatchCommand | null> {
  const fold = new StrictFold(graph);
  for await (const event of events) {
    fold.apply(event);
    if (event.type === 'graph:node-dispatched' && isJsonObject(event.payload) && event.payload['position'] === position)
      return fold.dispatched(position);
  }
  return null;
}
