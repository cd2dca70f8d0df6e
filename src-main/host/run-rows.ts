import type { RunHead, RunRow } from '../../src-shared/contract/contract.ts';
import type { RunRow as StoredRun } from '../store/home-runs.ts';
import type { HomeStore } from '../store/home-store.ts';
import type { RunService } from './run-service.ts';
import type { RunStatuses } from './run-statuses.ts';

const cut = (text: string, limit: number) => (text.length <= limit ? text : `${text.slice(0, limit - 1).toWellFormed()}…`);

/** A stored run as lists show it. */
export async function toRunRow(run: StoredRun, statuses: RunStatuses): Promise<RunRow> {
  const { status, code, message } = await statuses.of(run);
  return {
    runId: run.runId,
    team: run.team,
    name: cut(run.name, 200),
    form: run.form,
    task: cut(run.task, 300),
    status,
    code,
    message: message === null ? null : cut(message, 2000),
    startedAt: run.startedAt,
    endedAt: status === 'running' || status === 'starting' ? null : run.lastAt,
    turns: run.turns,
    usage: run.usage,
  };
}

/** A stored run as the head of its own view. */
export async function toRunHead(run: StoredRun, home: HomeStore, statuses: RunStatuses, service: RunService): Promise<RunHead> {
  const { lease } = run;
  return {
    ...(await toRunRow(run, statuses)),
    number: home.runs.number(run.runId),
    lastRevision: run.revision,
    owner: lease === null ? null : { pid: lease.pid, host: lease.host, since: lease.since, here: service.live(run.runId) !== null },
    teamId: home.teams.get(run.team) === null ? null : run.team,
  };
}
