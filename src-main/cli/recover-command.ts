import type { JsonValue } from '../../src-shared/kernel/json.ts';
import { openTurns } from '../host/open-turns.ts';
import type { Host } from '../host/host.ts';
import { driveToEnd } from './drive-to-end.ts';
import { CommandError } from './failure.ts';
import { print, printJson, tell } from './json-line.ts';
import { knownRun } from './known-run.ts';
import { runPrinter } from './run-printer.ts';

export interface RecoverOptions {
  readonly again?: boolean;
  readonly failed?: boolean;
  readonly result?: string;
  readonly json?: boolean;
}

/** `troupe recover RUN`: lists open turns; with a position and one choice, settles that turn and goes on. */
export async function recover(host: Host, options: RecoverOptions, given: string, position: string | undefined): Promise<number> {
  const { runId } = knownRun(host, given);
  if (position === undefined) return await listOpen(host, runId, options.json === true);
  const choice = choiceOf(options);
  const { team } = await host.service.load(runId);
  host.service.recover(runId, position, choice.kind, choice.result, runPrinter(options.json === true, team));
  return await driveToEnd(host, runId, options.json === true);
}

async function listOpen(host: Host, runId: string, json: boolean): Promise<number> {
  const turns = await openTurns(host.home.storage, await host.service.load(runId));
  if (json) printJson(turns);
  else if (turns.length === 0) tell(`Run ${runId} has no open turn.`);
  for (const { position, member, startedAt, needs } of json ? [] : turns) {
    print(`${position}  ${member}  ${startedAt === null ? 'not started' : `started ${startedAt}`}`);
    print(
      needs === 'resume'
        ? `  runs again by itself: troupe run --resume ${runId}`
        : `  choose: troupe recover ${runId} ${position} --again | --failed | --result JSON`,
    );
  }
  return 0;
}

function choiceOf({ again, failed, result }: RecoverOptions): { kind: 'again' | 'failed' | 'result'; result: JsonValue } {
  const chosen = [again === true, failed === true, result !== undefined].filter(Boolean).length;
  if (chosen !== 1) throw new CommandError('USAGE', 'Give one of --again, --failed and --result JSON: what is to become of the turn?');
  if (result === undefined) return { kind: again === true ? 'again' : 'failed', result: null };
  try {
    const given: JsonValue = JSON.parse(result);
    return { kind: 'result', result: given };
  } catch {
    throw new CommandError('USAGE', `--result ${result.slice(0, 80)} is not JSON; for a conversation write {"summary": "..."}.`);
  }
}
