import { exitCodeOf } from '../../src-shared/run/run-status.ts';
import type { RunItem } from '../../src-shared/run/run-view.ts';
import type { Host } from '../host/host.ts';
import type { RunObserver } from '../executor/run-driver.ts';
import { readItems, RunReader } from '../host/run-reader.ts';
import { printJson, tell } from './json-line.ts';
import { knownRun } from './known-run.ts';
import { runPrinter } from './run-printer.ts';

/** `troupe follow RUN`: everything so far, then what comes, until nobody drives the run any more. Reads only. */
export async function follow(host: Host, { json }: { readonly json?: boolean }, given: string): Promise<number> {
  const { runId } = knownRun(host, given);
  const { graph, stream, team } = await host.service.load(runId);
  const { storage } = host.home;
  const printer = runPrinter(json === true, team);
  const reader = await RunReader.open(storage, stream, graph);
  let { cursor } = reader;
  for await (const item of readItems(storage, stream, 0, reader.view.revision)) printItem(printer, item);
  for (;;) {
    const driven = host.home.runs.get(runId)?.lease != null;
    await reader.changed(driven ? 1000 : 0, undefined);
    const items = reader.itemsAfter(cursor);
    cursor = reader.cursor;
    for (const item of items ?? []) printItem(printer, item);
    if (items === null) tell('Some streamed text was skipped: this terminal is slower than the run.');
    if (!driven && items?.length === 0) break;
  }
  const stored = knownRun(host, runId);
  const { status, code, message } = await host.statuses.of(stored);
  if (json === true) printJson({ type: 'outcome', runId, status, usage: stored.usage, ...(code !== null && { code, message }) });
  tell(`${runId}: ${status}${message === null ? '' : `. ${message}`}`);
  return exitCodeOf(status);
}

function printItem(printer: RunObserver, item: RunItem): void {
  if (item.type === 'team:state-update') printer.onEvents([item.event]);
  else printer.onPart(item);
}
