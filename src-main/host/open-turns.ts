import type { OpenTurn } from '../../src-shared/contract/runs-contract.ts';
import type { RunStorage } from '../../src-shared/run/storage.ts';
import { StrictFold } from '../../src-shared/run/strict-fold.ts';
import { runsAgainByItself } from '../executor/reopen.ts';
import type { LoadedRun } from './loaded-run.ts';
import { readEvents } from './read-events.ts';

/** The turns of a run that have not settled, with what each needs when nobody drives it (decisions.md 12). While it is `driven`: those that wait for a person. */
export async function openTurns(storage: RunStorage, { graph, stream }: LoadedRun, driven = false): Promise<OpenTurn[]> {
  const fold = new StrictFold(graph);
  for await (const event of readEvents(storage, stream)) fold.apply(event);
  return [...fold.open.values()]
    .filter(({ state }) => !driven || state === 'paused')
    .map((open) => {
      const { position, nodeId, startedAt, retrySafe } = open;
      return { position, member: nodeId, startedAt, retrySafe, needs: runsAgainByItself(open) ? 'resume' : 'choose' };
    });
}
