import type { RunSnapshot, RunUpdates } from '../../src-shared/contract/runs-contract.ts';
import { connectHost, whenOnline } from '../host-client/connect.ts';
import { type HostError, hostErrorOf } from '../host-client/host-error.ts';

const RETRY_MS = 1000;
const HIDDEN_MS = 250;

/** Resolves with the next frame; a page that is not shown has none and looks four times a second. */
const nextFrame = () =>
  new Promise<unknown>((resolve) => {
    if (document.hidden) setTimeout(resolve, HIDDEN_MS);
    else requestAnimationFrame(resolve);
  });

/**
 * Follows a run until `signal` aborts: asks, waits for a frame, hands over, asks again from there. So a slow window asks less often,
 * and a lost connection goes on at the last cursor. `failed` tells what stands in the way: UNKNOWN_RUN ends it, all else is tried again.
 */
export async function followRun(
  runId: string,
  signal: AbortSignal,
  on: { answer: (answer: RunSnapshot | RunUpdates) => string | null; failed: (error: HostError) => void },
): Promise<void> {
  let after: string | null = null;
  while (!signal.aborted) {
    try {
      const answer: RunSnapshot | RunUpdates = await connectHost().runs.next({ runId, after, parts: true }, { signal });
      if (answer.cursor === after) continue;
      await nextFrame();
      if (signal.aborted) return;
      after = on.answer(answer);
    } catch (failure) {
      if (signal.aborted) return;
      const error = hostErrorOf(failure);
      on.failed(error);
      if (error.code === 'UNKNOWN_RUN') return;
      if (error.code !== 'OFFLINE') after = null;
      await new Promise((resolve) => setTimeout(resolve, error.code === 'OFFLINE' ? 0 : RETRY_MS));
      await whenOnline(signal).catch(() => undefined);
    }
  }
}
