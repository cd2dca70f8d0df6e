import type { RunRow } from '../../src-shared/contract/runs-contract.ts';
import type { RunRow as StoredRun } from '../store/home-runs.ts';
import { beginning } from './fit-team.ts';
import type { RunStatuses } from './run-statuses.ts';

const cut = (text: string, limit: number) => (text.length <= limit ? text : `${beginning(text, limit - 1)}…`);

/** A stored run as lists show it. */
export async function toRunRow(run: StoredRun, statuses: RunStatuses): Promise<RunRow> {
  const { status, code, message } = await statuses.of(run);
  return {
    runId: run.runId,
    team: cut(run.team, 200),
    name: cut(run.name, 200),
    form: cut(run.form, 64),
    task: cut(run.task, 300),
    status,
    code,
    message: message === null ? null : cut(message, 2000),
    startedAt: run.startedAt,
    awayMs: run.awayMs,
    endedAt: status === 'running' || status === 'starting' ? null : run.lastAt,
    turns: run.turns,
    usage: run.usage,
  };
}
