import { setTimeout as sleep } from 'node:timers/promises';

/** Time as an engine sees it; tests pass one that does not wait. */
export interface TurnClock {
  /** Milliseconds from any fixed moment; never goes back. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason, at once and leaving no timer, when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The machine's time. */
export const systemClock: TurnClock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await sleep(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};
