import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { Host } from '../host/host.ts';
import { CommandError } from './failure.ts';
import { print, printJson, tell } from './json-line.ts';
import { knownRun } from './known-run.ts';

/** `troupe rooms RUN --out DIR`: one file a room; refused inside the home, where the record lies (RECORD_IN_WORKSPACE). */
export async function rooms(host: Host, { out, json }: { readonly out: string; readonly json?: boolean }, given: string): Promise<number> {
  const { runId } = knownRun(host, given);
  if (`${realOf(resolve(out))}${sep}`.startsWith(`${host.directory}${sep}`))
    throw new CommandError(
      'RECORD_IN_WORKSPACE',
      `${out} lies inside the home ${host.directory}, where the record is kept; choose a folder outside it.`,
    );
  const { files, revision } = await host.projectRooms(runId, out);
  if (json === true) printJson({ revision, files });
  else for (const { roomId, path } of files) print(`${roomId}  ${path}`);
  if (files.length === 0) tell(`Run ${runId} has no rooms.`);
  return 0;
}

/** The real path of a folder that may not be there yet: that of its nearest folder that is. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = resolve(path, '..');
    return parent === path ? path : resolve(realOf(parent), path.slice(parent.length + (parent.endsWith(sep) ? 0 : 1)));
  }
}
