import type { OpenTurn } from '../../src-shared/contract/contract.ts';
import type { RunStorage } from '../../src-shared/run/storage.ts';
import { StrictFold } from '../../src-shared/run/strict-fold.ts';
import type { LoadedRun } from './loaded-run.ts';

/** The turns of a run that have not settled, with what each needs when nobody drives it (decisions.md 12). */
export async function openTurns(storage: RunStorage, { graph, stream }: LoadedRun): Promise<OpenTurn[]> {
  const fold = new StrictFold(graph);
  for await (const event of storage.eventStore.read(stream)) fold.apply(event);
  return [...fold.open.values()].map(({ position, nodeId, startedAt, retrySafe, state }) => {
    const byItself = state === 'dispatched' || (state === 'started' && retrySafe);
    return { position, member: nodeId, startedAt, retrySafe, needs: byItself ? 'resume' : 'choose' };
  });
}
