import { toRunRow } from '../host/run-rows.ts';
import type { Host } from '../host/host.ts';
import { print, printJson, tell } from './json-line.ts';

/** `troupe list`: every run of the home, newest first. */
export async function list(host: Host, { json }: { readonly json?: boolean }): Promise<number> {
  for (const { message, code } of host.home.damage()) tell(`${message} [${code}]`);
  const { runs } = host.home.runs.list({ limit: 100_000 });
  const rows = await Promise.all(runs.map((run) => toRunRow(run, host.statuses)));
  if (json === true)
    printJson(
      rows.map(({ runId, team, form, status, startedAt, endedAt, turns, usage }) => ({
        runId,
        team,
        form,
        status,
        startedAt,
        endedAt,
        turns,
        usage,
      })),
    );
  else if (rows.length === 0) tell(`No runs in ${host.directory} yet. Start one: troupe run FILE`);
  else
    for (const { runId, status, startedAt, turns, task } of rows)
      print(
        `${runId.padEnd(32)}  ${status.padEnd(11)}  ${startedAt.slice(0, 16).replace('T', ' ')}  ${String(turns).padStart(5)} turns  ${task.replaceAll('\n', ' ').slice(0, 60)}`,
      );
  return 0;
}
