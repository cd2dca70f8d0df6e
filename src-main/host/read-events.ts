import { setImmediate as nextTick } from 'node:timers/promises';
import type { DomainEventEnvelope } from '../../src-shared/run/envelope.ts';
import type { EventStream, RunStorage } from '../../src-shared/run/storage.ts';

/** Longest that reading holds up everything else in this process. */
const SLICE_MS = 10;

/** Events in revision order, from the one after `after`. A long log is read in slices, so that runs and windows have their turn. */
export async function* readEvents({ eventStore }: RunStorage, stream: EventStream, after = 0): AsyncGenerator<DomainEventEnvelope> {
  let until = performance.now() + SLICE_MS;
  for await (const event of eventStore.read(stream, after)) {
    yield event;
    if (performance.now() < until) continue;
    await nextTick();
    until = performance.now() + SLICE_MS;
  }
}
