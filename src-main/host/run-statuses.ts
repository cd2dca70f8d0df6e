import type { GraphCommand } from '../../src-shared/kernel/graph-type.ts';
import { deriveRunStatus, RunStatus } from '../../src-shared/run/run-status.ts';
import { StrictFold } from '../../src-shared/run/strict-fold.ts';
import type { RunOutcome } from '../executor/run-driver.ts';
import type { RunRow as StoredRun } from '../store/home-runs.ts';
import type { HomeStore } from '../store/home-store.ts';
import { codeOf } from './host-error.ts';
import type { LoadedRun } from './loaded-run.ts';
import { readEvents } from './read-events.ts';

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

/** Longest failure text kept for lists, in UTF-16 units: one of 10,000 members names them all. */
const LONGEST_MESSAGE = 4000;

/** Derives statuses (decisions.md 14) and keeps each with the revision it was derived at, so that lists fold nothing twice. */
export class RunStatuses {
  readonly #home: HomeStore;
  readonly #load: (runId: string) => Promise<LoadedRun>;
  /** Why a run could not be read or driven on in this process; gone when it has gone on. */
  readonly #faults = new Map<string, { readonly revision: number; readonly code: string; readonly message: string }>();
  /** Runs that cannot be read, as long as nobody writes. */
  readonly #unreadable = new Map<string, { readonly version: number; readonly answer: StatusAndReason }>();
  readonly #deriving = new Map<string, Promise<StatusAndReason>>();
  #changes = 0;

  constructor(home: HomeStore, load: (runId: string) => Promise<LoadedRun>) {
    this.#home = home;
    this.#load = load;
  }

  /** Counts what changed here and is not on disk. */
  get changes(): number {
    return this.#changes;
  }

  /** The status of a run as stored. */
  async of(run: StoredRun): Promise<StatusAndReason> {
    if (run.lease !== null) return { status: deriveRunStatus(run, { leased: true, decision: null }), code: null, message: null };
    const { settled } = run;
    const known = settled !== null && settled.revision === run.revision ? settled : await this.#derived(run);
    const fault = this.#faults.get(run.runId);
    const now = fault?.revision === run.revision ? fault : undefined;
    return {
      status: RunStatus.parse(known.status),
      code: now?.code ?? known.code ?? null,
      message: now?.message ?? known.message ?? null,
    };
  }

  /** Notes how driving a run ended here. */
  async settle(runId: string, outcome: RunOutcome): Promise<void> {
    this.#faults.delete(runId);
    const run = this.#home.runs.get(runId);
    if (run !== null) this.#keep(run, isCommand(outcome) ? [outcome] : []);
  }
  /** Notes why a run could not be read or driven on. That another process drives it is no fault of the run. */
  fault(runId: string, code: string, message: string): void {
    const run = code === 'RUN_OWNED' || code === 'ABORTED' ? null : this.#home.runs.get(runId);
    if (run !== null) this.#faults.set(runId, { revision: run.revision, code, message });
    this.#changes += 1;
  }

  /** One derivation for all who ask at once. */
  #derived(run: StoredRun): Promise<StatusAndReason> {
    const key = `${run.runId}@${run.revision}`;
    const known = this.#deriving.get(key);
    if (known !== undefined) return known;
    const deriving = this.#derive(run).finally(() => this.#deriving.delete(key));
    this.#deriving.set(key, deriving);
    return deriving;
  }

  async #derive(run: StoredRun): Promise<StatusAndReason> {
    if (run.control === 'stopped') return this.#keep(run, []);
    const version = this.#home.dataVersion();
    const known = this.#unreadable.get(run.runId);
    if (known?.version === version) return known.answer;
    try {
      const { graph, storage, stream } = await this.#load(run.runId);
      const fold = new StrictFold(graph);
      for await (const event of readEvents(storage, stream)) {
        if (event.revision > run.revision) break;
        fold.apply(event);
      }
      return this.#keep(run, fold.decide());
    } catch (error) {
      // A damaged run stays in the list, with what is wrong with it.
      const message = error instanceof Error ? error.message : String(error);
      const answer = { status: 'interrupted', code: codeOf(error) ?? 'INTERNAL_ERROR', message } as const;
      this.#unreadable.set(run.runId, { version, answer });
      return answer;
    }
  }

  #keep(run: StoredRun, decision: readonly GraphCommand[]): StatusAndReason {
    const { code, message: whole, status } = explained(deriveRunStatus(run, { leased: false, decision }), decision);
    const message = whole?.slice(0, LONGEST_MESSAGE).toWellFormed() ?? null;
    this.#home.runs.settle(run.runId, {
      revision: run.revision,
      status,
      ...(code !== null && { code }),
      ...(message !== null && { message }),
    });
    return { status, code, message };
  }
}
