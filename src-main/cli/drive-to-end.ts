import { exitCodeOf, type RunStatus } from '../../src-shared/run/run-status.ts';
import type { Host } from '../host/host.ts';
import { failureLine, USAGE_EXIT } from './failure.ts';
import { goOnWithoutReader, printJson, tell } from './json-line.ts';

/** Exit code after Ctrl-C (decisions.md 13). */
const INTERRUPTED_BY_KEY = 130;

const NEXT_STEP: Readonly<Partial<Record<RunStatus, (runId: string) => string>>> = {
  paused: (runId) => `Go on with: troupe run --resume ${runId}`,
  waiting: (runId) => `See what it waits for: troupe recover ${runId}`,
  interrupted: (runId) => `Go on with: troupe run --resume ${runId}`,
  failed: (runId) => `See what each member did: troupe show ${runId}`,
};

/** Waits for a run that this process drives, says how it ended and gives the exit code. Ctrl-C pauses it, a second one stops it. */
export async function driveToEnd(host: Host, runId: string, json: boolean): Promise<number> {
  goOnWithoutReader();
  let keys = 0;
  const onKey = () => {
    keys += 1;
    if (keys > 2) process.exit(INTERRUPTED_BY_KEY);
    tell(keys === 1 ? 'Pausing: running turns finish. Ctrl-C again stops them.' : 'Stopping.');
    (keys === 1 ? host.service.pause(runId) : host.service.stop(runId)).catch((error: unknown) => tell(failureLine(error)));
  };
  process.on('SIGINT', onKey);
  const ended = await host.service.ended(runId);
  process.off('SIGINT', onKey);
  const stored = host.home.runs.get(runId);
  if (stored === null) throw ended instanceof Error ? ended : new Error(`run ${runId} is gone`);
  const { status, code, message } = await host.statuses.of(stored);
  const output = ended !== null && !(ended instanceof Error) && ended.kind === 'complete' ? ended.output : null;
  if (json) {
    const failure = code === null ? {} : { code, message };
    printJson({ type: 'outcome', runId, status, output, usage: stored.usage, ...failure });
  }
  if (ended instanceof Error) {
    tell(failureLine(ended));
    const exit = exitCodeOf(status);
    // What was asked for did not happen, whatever the run was before.
    return ('code' in ended && ended.code === 'RUN_OWNED') || exit === 0 ? USAGE_EXIT : exit;
  }
  const seconds = ((Date.parse(stored.lastAt) - Date.parse(stored.startedAt) - stored.awayMs) / 1000).toFixed(1);
  tell(
    `${status[0]?.toUpperCase()}${status.slice(1)}: ${stored.turns} turns in ${seconds} s.${message === null ? '' : ` ${message}`}${code === null ? '' : ` [${code}]`}`,
  );
  const next = NEXT_STEP[status]?.(runId);
  if (next !== undefined) tell(next);
  return keys > 0 && status !== 'complete' && status !== 'failed' ? INTERRUPTED_BY_KEY : exitCodeOf(status);
}
