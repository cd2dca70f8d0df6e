import { cloneFrozenJson, isJsonObject, type JsonValue } from '../../src-shared/kernel/json.ts';
import { fitJson, headOf, TEXT_LIMIT } from '../../src-shared/run/fit-json.ts';
import { fitView } from '../../src-shared/run/fit-view.ts';
import { memberSettings } from '../../src-shared/team-document/member-settings.ts';
import { bytesOf } from './fit-team.ts';
import { HostError } from './host-error.ts';
import type { HostParts } from './host-parts.ts';
import type { ContractImplementer } from './implementer.ts';
import { openTurns } from './open-turns.ts';
import { readEvents } from './read-events.ts';
import { storedRun } from './run-heads.ts';
import type { ItemPlace } from './run-items.ts';
import { readTurnDetail } from './turn-detail.ts';

/** How long a pull waits for something new before it answers with nothing. */
export const PULL_MS = 25_000;
/** Most of one answer of events or open turns, in UTF-8 bytes. */
const PAGE_BYTES = 900 * 1024;
/** The same of a page of items, of which the last one may be as large as a value gets (512 KiB). */
const ITEMS_BYTES = 384 * 1024;

/** Handlers of the contract's `runs`. `closing` aborts when the host closes: nothing is waited for any more. */
export function runHandlers(os: ContractImplementer, { home, service, readers, statuses, teams }: HostParts, closing: AbortSignal) {
  const stored = (runId: string) => storedRun(home, runId);
  const statusOf = async (runId: string) => ({ status: (await statuses.of(stored(runId))).status });

  return {
    start: os.runs.start.handler(async ({ input }) => {
      const document = teams.runnable(input.teamId);
      return {
        runId: await service.start({
          document,
          teamId: input.teamId,
          ...(input.task !== null && { task: input.task }),
          commandId: input.commandId,
        }),
      };
    }),
    pause: os.runs.pause.handler(async ({ input }) => {
      stored(input.runId);
      await service.pause(input.runId);
      return await statusOf(input.runId);
    }),
    resume: os.runs.resume.handler(async ({ input }) => {
      stored(input.runId);
      await service.proceed(input.runId);
      await service.begun(input.runId);
      return await statusOf(input.runId);
    }),
    stop: os.runs.stop.handler(async ({ input }) => {
      stored(input.runId);
      await service.stop(input.runId);
      return await statusOf(input.runId);
    }),
    next: os.runs.next.handler(async ({ input, signal }) => {
      stored(input.runId);
      return await readers.next({ ...input, ms: PULL_MS, signal: AbortSignal.any(signal === undefined ? [closing] : [closing, signal]) });
    }),
    at: os.runs.at.handler(async ({ input }) => {
      stored(input.runId);
      const { view, moment, place } = await (await readers.history(input.runId)).at(input.revision);
      return { view: fitView(view, (text) => Buffer.byteLength(text)), moment, place: placeToText(place) };
    }),
    ticks: os.runs.ticks.handler(async ({ input }) => {
      stored(input.runId);
      const index = await (await readers.history(input.runId)).moments();
      return { lastRevision: index.last, ticks: index.ticks(input.most) };
    }),
    seek: os.runs.seek.handler(async ({ input }) => {
      stored(input.runId);
      const index = await (await readers.history(input.runId)).moments();
      return { revision: index.seek(input.from, input.sought, input.back) };
    }),
    items: os.runs.items.handler(async ({ input }) => {
      stored(input.runId);
      const history = await readers.history(input.runId);
      const items = [];
      let bytes = 0;
      for await (const { item, at, place } of history.items(placeOf(input.place))) {
        bytes += bytesOf(item) + 40;
        items.push({ item, at });
        if (bytes > ITEMS_BYTES) return { items, place: placeToText(place) };
      }
      return { items, place: null };
    }),
    events: os.runs.events.handler(async ({ input }) => {
      const { revision } = stored(input.runId);
      const wanted = input.search.toLowerCase();
      const events = [];
      let more = false;
      let bytes = 0;
      try {
        for await (const event of readEvents(home.storage, streamOf(input.runId), input.after)) {
          if (wanted !== '' && !`${event.type} ${JSON.stringify(event.payload)}`.toLowerCase().includes(wanted)) continue;
          const { value, cut } = fitJson(event.payload, 8 * 1024, 64 * 1024);
          const row = { ...event, payload: value, cut };
          bytes += bytesOf(row) + 1;
          if ((more = events.length >= input.limit || bytes > PAGE_BYTES)) break;
          events.push(row);
        }
      } catch (error) {
        if (events.length === 0) throw error;
        more = true; // the page after these begins with the damage, and says so
      }
      return { events, lastRevision: revision, more };
    }),
    turn: os.runs.turn.handler(async ({ input }) => {
      const { lease } = stored(input.runId);
      const run = await service.load(input.runId);
      const policyOf = (member: string) => memberSettings(run.document, member)?.policy ?? null;
      // What ran at a moment of the past was driven then.
      const { revision: until = Number.POSITIVE_INFINITY } = input;
      return await readTurnDetail(run, input.position, { policyOf, driven: lease !== null || input.revision !== undefined, until });
    }),
    text: os.runs.text.handler(async ({ input }) => {
      stored(input.runId);
      for await (const event of readEvents(home.storage, streamOf(input.runId), input.revision - 1)) {
        const value = valueAt(event.payload, input.pointer);
        const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
        return pieceOf(text, input.offset);
      }
      throw new HostError('UNKNOWN_REVISION', `Run "${input.runId}" has no revision ${input.revision}.`);
    }),
    team: os.runs.team.handler(async ({ input }) => {
      stored(input.runId);
      return pieceOf((await service.load(input.runId)).documentText, input.offset);
    }),
    open: os.runs.open.handler(async ({ input }) => {
      const { lease } = stored(input.runId);
      const turns = await openTurns(home.storage, await service.load(input.runId), lease !== null);
      let bytes = 0;
      return { turns: turns.filter((turn) => (bytes += bytesOf(turn) + 1) <= PAGE_BYTES) };
    }),
    recover: os.runs.recover.handler(async ({ input }) => {
      stored(input.runId);
      service.recover(input.runId, input.position, input.choice, cloneFrozenJson(input.result ?? null));
      await service.begun(input.runId);
      return await statusOf(input.runId);
    }),
  };

  function streamOf(runId: string) {
    return { namespace: home.storage.record.namespace, streamId: runId };
  }
}

/** What travels of a text at once, from a place on. */
const pieceOf = (text: string, offset: number) => ({
  text: headOf(text.slice(offset, offset + TEXT_LIMIT + 1)).toWellFormed(),
  total: text.length,
});

const placeToText = ({ revision, partId }: ItemPlace) => `${revision}.${partId}`;
function placeOf(text: string): ItemPlace {
  const [revision = 0, partId = 0] = text.split('.').map(Number);
  return { revision, partId };
}

/** What stands at a JSON pointer. UNKNOWN_POINTER. */
function valueAt(value: JsonValue, pointer: string): JsonValue {
  let found: JsonValue | undefined = value;
  const steps = pointer.split('/').slice(1);
  for (const step of steps.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (isJsonObject(found)) found = Object.hasOwn(found, step) ? found[step] : undefined;
    else found = Array.isArray(found) ? found[Number(step)] : undefined;
  }
  if (found === undefined) throw new HostError('UNKNOWN_POINTER', `Nothing stands at "${pointer}" in that event.`);
  return found;
}
