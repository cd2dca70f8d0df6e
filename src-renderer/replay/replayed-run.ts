import type { StoreApi } from 'zustand';
import type { RunHead } from '../../src-shared/contract/runs-contract.ts';
import type { RunFold } from '../../src-shared/run/run-fold.ts';
import type { RunView } from '../../src-shared/run/run-view.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';

/** What a replay reads of an open run. */
interface OpenedRun {
  readonly head: RunHead;
  readonly team: TeamSketch;
  readonly fold: RunFold | null;
  /** What is shown now, and the moment that it is; null at the end. */
  readonly view: RunView;
  readonly moment: { readonly revision: number; readonly at: number } | null;
  readonly newest: { readonly view: RunView };
}

/** An open run whose moments can be shown. */
export interface ReplayedRun {
  readonly run: Pick<StoreApi<OpenedRun>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Shows a state of the past, which is of a time in milliseconds since 1970; `played` when it goes on from what was shown. */
  readonly show: (view: RunView, at: number, played: boolean) => void;
  readonly showNewest: () => void;
}
