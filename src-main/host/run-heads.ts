import type { RunHead } from '../../src-shared/contract/runs-contract.ts';
import type { HomeStore } from '../store/home-store.ts';
import { HostError } from './host-error.ts';
import { toRunRow } from './run-rows.ts';
import type { RunService } from './run-service.ts';
import type { RunStatuses } from './run-statuses.ts';
import type { TeamLibrary } from './team-library.ts';

interface Parts {
  readonly home: HomeStore;
  readonly service: RunService;
  readonly statuses: RunStatuses;
  readonly teams: TeamLibrary;
}

/** Stored runs as the heads of their own views. */
export class RunHeads {
  readonly #parts: Parts;
  /** A run's number never changes while its team's earlier runs are kept. */
  readonly #numbers = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** UNKNOWN_RUN. */
  async of(runId: string): Promise<RunHead> {
    const { home, service, statuses, teams } = this.#parts;
    const run = storedRun(home, runId);
    const { lease } = run;
    // A damaged run has no team to go back to, and is still shown.
    const teamId = await service.load(runId).then(
      (loaded) => loaded.teamId,
      () => null,
    );
    const number = this.#numbers.get(runId) ?? home.runs.number(runId);
    this.#numbers.set(runId, number);
    return {
      ...(await toRunRow(run, statuses)),
      number,
      lastRevision: run.revision,
      owner: lease === null ? null : { pid: lease.pid, host: lease.host, since: lease.since, here: service.live(runId) !== null },
      teamId: teamId !== null && teams.has(teamId) ? teamId : null,
    };
  }
}

/** A run as it is stored now. UNKNOWN_RUN, also for what can be no run's id. */
export function storedRun(home: HomeStore, runId: string) {
  const run = /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(runId) ? home.runs.get(runId) : null;
  const lost = run === null ? home.damage().find((problem) => problem.runId === runId) : undefined;
  if (lost !== undefined) throw new HostError('CORRUPT_EVENT_STREAM', lost.message);
  if (run === null) throw new HostError('UNKNOWN_RUN', `There is no run "${runId}" in this home. Open one from the list of runs.`);
  return run;
}
