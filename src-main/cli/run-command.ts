import { randomBytes } from 'node:crypto';
import { compileTeamDocument } from '../../src-shared/team-document/compile-team.ts';
import { sketchTeam } from '../../src-shared/team-document/sketch-team.ts';
import type { Host } from '../host/host.ts';
import { runnableDocument } from '../host/team-library.ts';
import { driveToEnd } from './drive-to-end.ts';
import { CommandError, USAGE_EXIT } from './failure.ts';
import { tell } from './json-line.ts';
import { knownRun } from './known-run.ts';
import { problemLine, readDocument } from './read-document.ts';
import { runPrinter } from './run-printer.ts';

export interface RunOptions {
  readonly home?: string;
  readonly task?: string;
  readonly input?: readonly string[];
  readonly resume?: string;
  readonly json?: boolean;
}

/** `troupe run FILE` and `troupe run --resume RUN`. */
export async function run(host: Host, options: RunOptions, file: string | undefined): Promise<number> {
  const json = options.json === true;
  if (options.resume !== undefined) {
    const { runId } = knownRun(host, options.resume);
    const { team } = await host.service.load(runId);
    await host.service.proceed(runId, runPrinter(json, team));
    return await driveToEnd(host, runId, json);
  }
  if (file === undefined)
    throw new CommandError(
      'USAGE',
      'Name a team document to run, for example "troupe run examples/release-team.troupe.yaml", or a run with --resume.',
    );
  const { document, problems } = await readDocument(file);
  for (const problem of problems) tell(problemLine(file, problem));
  if (document === null || problems.some(({ severity }) => severity === 'error')) {
    tell(`${file} was not run: mend its errors first.`);
    return USAGE_EXIT;
  }
  const conversation = runnableDocument(document, problems, file);
  const inputs = inputsOf(options.input ?? []);
  const compiled = compileTeamDocument(conversation, { inputs });
  for (const problem of compiled.problems) tell(problemLine(file, problem));
  if (compiled.problems.length > 0) return USAGE_EXIT;
  const runId = await host.service.start({
    document: conversation,
    teamId: null,
    ...(options.task !== undefined && { task: options.task }),
    inputs,
    commandId: randomBytes(6).toString('hex'),
    observer: runPrinter(json, sketchTeam(document)),
  });
  tell(`Run ${runId}`);
  return await driveToEnd(host, runId, json);
}

function inputsOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((pair) => {
      const [, key, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
      if (key === undefined || value === undefined) throw new CommandError('USAGE', `--input ${pair} has no "="; write it as name=value.`);
      return [key, value];
    }),
  );
}
