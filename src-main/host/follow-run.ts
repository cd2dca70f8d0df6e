import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type JsonValue, stringOf } from '../../src-shared/kernel/json.ts';
import { StrictFold } from '../../src-shared/run/strict-fold.ts';
import type { RunObserver } from '../executor/run-driver.ts';
import type { LoadedRun } from './loaded-run.ts';

/** How often a run that another process drives is looked at. */
const LOOK_MS = 250;

/**
 * Tells everything of a run, whole and in order, then what another process adds, until `driven` says that nobody drives it. What a turn had
 * streamed comes before the event that ends it. Resolves with the run's output, null when it has none.
 */
export async function followRun({ graph, storage, stream }: LoadedRun, driven: () => boolean, observer: RunObserver): Promise<JsonValue> {
  const fold = new StrictFold(graph);
  let lastPart = 0;
  /** Parts up to now; those of turns that were over before anybody looked are left out, since their answer says it all. */
  const tellParts = async () => {
    for (const part of (await storage.eventStore.parts?.read(stream, { after: lastPart })) ?? []) {
      lastPart = part.id;
      if (part.kind === 'error' || fold.open.has(part.position)) observer.onPart(part);
    }
  };
  for (;;) {
    // Asked first: what is written after the last look is read by the look that follows the end.
    const goesOn = driven();
    for await (const event of storage.eventStore.read(stream, fold.revision)) {
      const position = isJsonObject(event.payload) ? stringOf(event.payload['position']) : '';
      if (position !== '' && event.type !== 'graph:node-dispatched') await tellParts();
      fold.apply(event);
      observer.onEvents([event]);
    }
    await tellParts();
    if (!goesOn) break;
    await sleep(LOOK_MS);
  }
  const [only] = fold.decide();
  return only?.kind === 'complete' ? only.output : null;
}
