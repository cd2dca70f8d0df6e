import { createStore } from 'zustand';
import type { RunRow } from '../../src-shared/contract/runs-contract.ts';
import type { TeamRow } from '../../src-shared/contract/teams-contract.ts';
import { connectHost, whenOnline } from '../host-client/connect.ts';
import { type HostError, hostErrorOf } from '../host-client/host-error.ts';

export interface Library {
  /** What the rows below were searched for. */
  readonly search: string;
  /** Null until the first answer. */
  readonly teams: readonly TeamRow[] | null;
  readonly runs: readonly RunRow[];
  readonly totalRuns: number;
  /** What was once saved and is not there any more, a sentence each. */
  readonly damage: readonly string[];
  readonly error: HostError | null;
  /** Follows the library for this search until `signal` aborts. */
  readonly follow: (search: string, signal: AbortSignal) => Promise<void>;
}

const MOST_RUNS = 500;
const RETRY_MS = 1000;

/** The library as the host tells it; it lives as long as the page. One call is outstanding: the next is asked when the last is answered. */
export const createLibrary = () =>
  createStore<Library>((set) => ({
    search: '',
    teams: null,
    runs: [],
    totalRuns: 0,
    damage: [],
    error: null,
    follow: async (search, signal) => {
      let after: string | null = null;
      while (!signal.aborted) {
        try {
          const { cursor, teams, runs, totalRuns, damage } = await connectHost().library.next(
            { after, search, limit: MOST_RUNS },
            { signal },
          );
          if (cursor !== after) set({ search, teams, runs, totalRuns, damage, error: null });
          after = cursor;
        } catch (error) {
          if (signal.aborted) return;
          set({ error: hostErrorOf(error) });
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
          await whenOnline(signal).catch(() => undefined);
        }
      }
    },
  }));
