import type { GraphCommand } from '../../src-shared/kernel/graph-type.ts';
import { deriveRunStatus, RunStatus } from '../../src-shared/run/run-status.ts';
import { StrictFold } from '../../src-shared/run/strict-fold.ts';
import type { RunOutcome } from '../executor/run-driver.ts';
import type { RunRow as StoredRun } from '../store/home-runs.ts';
import type { HomeStore } from '../store/home-store.ts';
import { type LoadedRun, loadRun } from './loaded-run.ts';

/** A run's status with what explains it: a failure's code, the reason of a pause, why it could not be driven on. */
export interface StatusAndReason {
  readonly status: RunStatus;
  readonly code: string | null;
  readonly message: string | null;
}

const isCommand = (outcome: RunOutcome): outcome is Extract<RunOutcome, GraphCommand> =>
  outcome.kind === 'complete' || outcome.kind === 'fail' || outcome.kind === 'pause';

function explained(status: RunStatus, decision: readonly GraphCommand[]): StatusAndReason {
  const [only] = decision;
  if (status === 'failed' && only?.kind === 'fail') return { status, code: only.code, message: only.message };
  if (status === 'waiting' && only?.kind === 'pause') return { status, code: null, message: only.reason };
  return { status, code: null, message: null };
}

/** Derives statuses (decisions.md 14) and keeps each with the revision it was derived at, so that lists fold nothing twice. */
export class RunStatuses {
  readonly #home: HomeStore;
  /** Why a run could not be driven on in this process; gone when it is driven again. */
  readonly #faults = new Map<string, { readonly code: string; readonly message: string }>();

  constructor(home: HomeStore) {
    this.#home = home;
  }

  /** The status of a run as stored. */
  async of(run: StoredRun): Promise<StatusAndReason> {
    if (run.lease !== null) return { status: deriveRunStatus(run, { leased: true, decision: null }), code: null, message: null };
    const { settled } = run;
    const known = settled !== null && settled.revision === run.revision ? settled : await this.#derive(run);
    const fault = known.status === 'interrupted' ? this.#faults.get(run.runId) : undefined;
    return {
      status: RunStatus.parse(known.status),
      code: fault?.code ?? known.code ?? null,
      message: fault?.message ?? known.message ?? null,
    };
  }

  /** Notes how driving a run ended here. */
  async settle(runId: string, outcome: RunOutcome): Promise<void> {
    this.#faults.delete(runId);
    const run = this.#home.runs.get(runId);
    if (run !== null) this.#keep(run, isCommand(outcome) ? [outcome] : []);
  }
  /** Notes why a run could not be driven on. */
  fault(runId: string, code: string, message: string): void {
    this.#faults.set(runId, { code, message });
  }

  async #derive(run: StoredRun): Promise<StatusAndReason> {
    if (run.control === 'stopped') return this.#keep(run, []);
    try {
      const loaded: LoadedRun = await loadRun(this.#home.storage, run.runId);
      const fold = new StrictFold(loaded.graph);
      for await (const event of this.#home.storage.eventStore.read(loaded.stream)) fold.apply(event);
      return this.#keep(run, fold.decide());
    } catch (error) {
      // A damaged run stays in the list, with what is wrong with it.
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'INTERNAL_ERROR';
      return { status: 'interrupted', code, message: error instanceof Error ? error.message : String(error) };
    }
  }

  #keep(run: StoredRun, decision: readonly GraphCommand[]): StatusAndReason {
    const { code, message, status } = explained(deriveRunStatus(run, { leased: false, decision }), decision);
    this.#home.runs.settle(run.runId, {
      revision: run.revision,
      status,
      ...(code !== null && { code }),
      ...(message !== null && { message }),
    });
    return { status, code, message };
  }
}
