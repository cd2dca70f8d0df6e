import { verifyRun } from '../../src-shared/run/verify-run.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import type { Host } from '../host/host.ts';
import { print, printJson } from './json-line.ts';
import { knownRun } from './known-run.ts';

/** `troupe verify RUN`: exit 0 when every decision matches the record and its chain is whole, 1 with the first difference. */
export async function verify(host: Host, { json }: { readonly json?: boolean }, given: string): Promise<number> {
  const { runId } = knownRun(host, given);
  const { graph, stream } = await host.service.load(runId);
  const found = await verifyRun(graph, host.home.storage.eventStore.read(stream)).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    const revision = typeof error.details['revision'] === 'number' ? error.details['revision'] : 0;
    return { ok: false as const, revision, code: error.code, message: error.message };
  });
  if (json === true) printJson({ runId, ...found });
  else if (found.ok) print(`${runId}: ${found.dispatches} dispatches up to revision ${found.revision} are what the graph decides.`);
  else print(`${runId}: ${found.message} [${found.code}]`);
  return found.ok ? 0 : 1;
}
