import { cloneFrozenJson } from '../../src-shared/kernel/json.ts';
import { fitView } from '../../src-shared/run/fit-view.ts';
import { memberSettings } from '../../src-shared/team-document/member-settings.ts';
import type { HostParts } from './host-parts.ts';
import type { ContractImplementer } from './implementer.ts';
import { openTurns } from './open-turns.ts';
import { storedRun } from './run-heads.ts';
import { eventsPage, fittingTurns, itemsPage, pieceOf, placeToText, textPiece } from './run-pages.ts';
import { readTurnDetail } from './turn-detail.ts';

/** How long a pull waits for something new before it answers with nothing. */
export const PULL_MS = 25_000;
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
      return await itemsPage(await readers.history(input.runId), input.place);
    }),
    events: os.runs.events.handler(async ({ input }) => {
      const { revision } = stored(input.runId);
      return { ...(await eventsPage(home.storage, streamOf(input.runId), input)), lastRevision: revision };
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
      const { revision } = stored(input.runId);
      return await textPiece(home.storage, streamOf(input.runId), input, revision);
    }),
    team: os.runs.team.handler(async ({ input }) => {
      stored(input.runId);
      return pieceOf((await service.load(input.runId)).documentText, input.offset);
    }),
    open: os.runs.open.handler(async ({ input }) => {
      const { lease } = stored(input.runId);
      const turns = await openTurns(home.storage, await service.load(input.runId), lease !== null);
      return { turns: fittingTurns(turns) };
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
