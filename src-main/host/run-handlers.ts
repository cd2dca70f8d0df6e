import { cloneFrozenJson, isJsonObject, type JsonValue } from '../../src-shared/kernel/json.ts';
import { fitJson, TEXT_LIMIT } from '../../src-shared/run/fit-json.ts';
import { memberSettings } from '../../src-shared/team-document/member-settings.ts';
import { HostError } from './host-error.ts';
import type { HostParts } from './host-parts.ts';
import type { ContractImplementer } from './implementer.ts';
import { openTurns } from './open-turns.ts';
import { toRunHead } from './run-rows.ts';
import { readTurnDetail } from './turn-detail.ts';

/** How long a pull waits for something new before it answers with nothing. */
export const PULL_MS = 25_000;

/** Handlers of the contract's `runs`. */
export function runHandlers(os: ContractImplementer, { home, service, readers, statuses, teams }: HostParts) {
  const stored = (runId: string) => {
    const run = home.runs.get(runId);
    if (run === null) throw new HostError('UNKNOWN_RUN', `There is no run "${runId}" in this home. Open one from the list of runs.`);
    return run;
  };
  const head = (runId: string) => toRunHead(stored(runId), home, statuses, service);
  const statusOf = async (runId: string) => ({ status: (await statuses.of(stored(runId))).status });

  return {
    start: os.runs.start.handler(async ({ input }) => {
      const document = teams.runnable(input.teamId);
      return { runId: await service.start({ document, ...(input.task !== null && { task: input.task }), commandId: input.commandId }) };
    }),
    pause: os.runs.pause.handler(async ({ input }) => {
      stored(input.runId);
      await service.pause(input.runId);
      return await statusOf(input.runId);
    }),
    resume: os.runs.resume.handler(async ({ input }) => {
      stored(input.runId);
      service.proceed(input.runId);
      return await statusOf(input.runId);
    }),
    stop: os.runs.stop.handler(async ({ input }) => {
      stored(input.runId);
      await service.stop(input.runId);
      return await statusOf(input.runId);
    }),
    next: os.runs.next.handler(async ({ input, signal }) => {
      stored(input.runId);
      const news = await readers.next(input.runId, input.after, input.parts, PULL_MS, signal);
      const now = await head(input.runId);
      if (news.kind === 'updates') return { kind: 'updates' as const, cursor: news.cursor, head: now, items: news.items };
      const { team, definition } = news.run;
      return { kind: 'snapshot' as const, cursor: news.cursor, head: now, view: news.view, team, definition };
    }),
    at: os.runs.at.handler(async ({ input }) => {
      stored(input.runId);
      return { view: await readers.at(input.runId, input.revision) };
    }),
    events: os.runs.events.handler(async ({ input }) => {
      const { revision } = stored(input.runId);
      const stream = { namespace: home.storage.record.namespace, streamId: input.runId };
      const wanted = input.search.toLowerCase();
      const events = [];
      let more = false;
      let units = 0;
      for await (const event of home.storage.eventStore.read(stream, input.after)) {
        if (wanted !== '' && !`${event.type} ${JSON.stringify(event.payload)}`.toLowerCase().includes(wanted)) continue;
        if ((more = events.length >= input.limit || units > 600_000)) break;
        const { value, cut } = fitJson(event.payload, 8 * 1024, 64 * 1024);
        units += JSON.stringify(value).length;
        events.push({ ...event, payload: value, cut });
      }
      return { events, lastRevision: revision, more };
    }),
    turn: os.runs.turn.handler(async ({ input }) => {
      stored(input.runId);
      const run = await readers.run(input.runId);
      const policy = (member: string) => memberSettings(run.document, member)?.policy ?? null;
      return await readTurnDetail(home.storage, run.stream, run.graph, policy, input.position);
    }),
    text: os.runs.text.handler(async ({ input }) => {
      const stream = { namespace: home.storage.record.namespace, streamId: stored(input.runId).runId };
      for await (const event of home.storage.eventStore.read(stream, input.revision - 1)) {
        const value = at(event.payload, input.pointer);
        const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
        return { text: text.slice(input.offset, input.offset + TEXT_LIMIT).toWellFormed(), total: text.length };
      }
      throw new HostError('UNKNOWN_REVISION', `Run "${input.runId}" has no revision ${input.revision}.`);
    }),
    open: os.runs.open.handler(async ({ input }) => {
      stored(input.runId);
      const run = await readers.run(input.runId);
      const turns = await openTurns(home.storage, run);
      return { turns: service.live(input.runId) === null ? turns : turns.filter(({ needs }) => needs === 'choose') };
    }),
    recover: os.runs.recover.handler(async ({ input }) => {
      stored(input.runId);
      service.recover(input.runId, input.position, input.choice, cloneFrozenJson(input.result ?? null));
      return await statusOf(input.runId);
    }),
  };
}

function at(value: JsonValue, pointer: string): JsonValue {
  let found: JsonValue | undefined = value;
  for (const step of pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')))
    found = isJsonObject(found)
      ? Object.hasOwn(found, step)
        ? found[step]
        : undefined
      : Array.isArray(found)
        ? found[Number(step)]
        : undefined;
  if (found === undefined) throw new HostError('UNKNOWN_POINTER', `Nothing stands at "${pointer}" in that event.`);
  return found;
}
