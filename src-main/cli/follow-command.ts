import { exitCodeOf } from '../../src-shared/run/run-status.ts';
import type { Host } from '../host/host.ts';
import { followRun } from '../host/follow-run.ts';
import { printJson, tell } from './json-line.ts';
import { knownRun } from './known-run.ts';
import { runPrinter } from './run-printer.ts';

/** `troupe follow RUN`: everything so far, then what comes, until nobody drives the run any more. Reads only. */
export async function follow(host: Host, { json }: { readonly json?: boolean }, given: string): Promise<number> {
  const { runId } = knownRun(host, given);
  const run = await host.service.load(runId);
  const output = await followRun(run, () => host.home.runs.get(runId)?.lease != null, runPrinter(json === true, run.team));
  const stored = knownRun(host, runId);
  const { status, code, message } = await host.statuses.of(stored);
  if (json === true) printJson({ type: 'outcome', runId, status, output, usage: stored.usage, ...(code !== null && { code, message }) });
  tell(`${runId}: ${status}${message === null ? '' : `. ${message}`}`);
  return exitCodeOf(status);
}
