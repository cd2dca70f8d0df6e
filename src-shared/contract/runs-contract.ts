import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Moment, MomentKind } from '../run/moment.ts';
import { EventEnvelope, Json, RunItem, RunView, UsageView } from '../run/run-view.ts';
import { RunStatus } from '../run/run-status.ts';
import { TeamSketch } from '../team-document/sketch.ts';
import { CommandId, Cursor, TeamId } from './ids.ts';

const RunId = z.string().min(1).max(128);

export const RunRow = z.object({
  runId: z.string(),
  team: z.string(),
  name: z.string(),
  form: z.string(),
  task: z.string(),
  status: RunStatus,
  code: z.string().nullable(),
  message: z.string().nullable(),
  startedAt: z.string(),
  /** Null while it may still go on by itself. */
  endedAt: z.string().nullable(),
  /** For how long it was paused or nobody drove it; not part of its duration. */
  awayMs: z.number(),
  turns: z.int(),
  usage: UsageView,
});
export type RunRow = z.infer<typeof RunRow>;

/** What stands at the head of an open run. */
export const RunHead = RunRow.extend({
  /** Number of this run among the runs of its team, from 1. */
  number: z.int(),
  lastRevision: z.int(),
  /** The process that drives it now; `here` when it is this host. */
  owner: z.object({ pid: z.int(), host: z.string(), since: z.string(), here: z.boolean() }).nullable(),
  /** The team it was started from, when it is still in the library. */
  teamId: z.string().nullable(),
});
export type RunHead = z.infer<typeof RunHead>;

/** An open turn whose outcome is uncertain: its process ended after its engine had started (decisions.md 12). */
export const OpenTurn = z.object({
  position: z.string(),
  member: z.string(),
  startedAt: z.string().nullable(),
  retrySafe: z.boolean(),
  /** `resume`: Resume runs it again by itself; `choose`: a person must say what becomes of it. */
  needs: z.enum(['resume', 'choose']),
});
export type OpenTurn = z.infer<typeof OpenTurn>;

/** What a turn was given and answered. */
export const TurnDetail = z.object({
  position: z.string(),
  member: z.string(),
  state: z.string(),
  /** The exact input, derived again from the log before its dispatch; null when the log no longer gives it. */
  input: Json,
  inputDigest: z.string().nullable(),
  result: Json,
  code: z.string().nullable(),
  cause: z.string().nullable(),
  limits: z.array(z.object({ name: z.string(), limit: z.number().nullable(), used: z.number().nullable(), unit: z.string() })),
  usage: UsageView.nullable(),
  attempts: z.array(z.object({ attempt: z.int(), startedAt: z.string(), endedAt: z.string().nullable(), end: z.string() })),
  /** Events of this turn, first and last revision. */
  revisions: z.array(z.int()),
  cut: z.boolean(),
});
export type TurnDetail = z.infer<typeof TurnDetail>;

/** A mark of the slider: milliseconds since the run's beginning, and the member's place in the team (-1: none). */
const MomentTick = z.object({ revision: z.int(), at: z.number(), member: z.int(), kind: MomentKind });
export type MomentTick = z.infer<typeof MomentTick>;

/** A place in all that a run told, events and parts: opaque to its reader. */
const ItemPlace = z.string().regex(/^\d{1,12}\.\d{1,12}$/);

const Snapshot = z.object({
  kind: z.literal('snapshot'),
  cursor: z.string(),
  head: RunHead,
  view: RunView,
  /** The team as it was when the run started. */
  team: TeamSketch,
  /** The graph definition, long texts left out: what the fold of further events needs. */
  definition: Json,
});
const Updates = z.object({ kind: z.literal('updates'), cursor: z.string(), head: RunHead, items: z.array(RunItem) });
export type RunSnapshot = z.infer<typeof Snapshot>;
export type RunUpdates = z.infer<typeof Updates>;

const status = z.object({ status: RunStatus });

/** Runs: starting, driving, watching and looking into them. */
export const runsContract = {
  /** Starts a run of a team of the library; refused with its first problem while the document has errors. */
  start: oc
    .input(z.strictObject({ teamId: TeamId, task: z.string().max(262_144).nullable(), commandId: CommandId }))
    .output(z.object({ runId: z.string() })),
  pause: oc.input(z.strictObject({ runId: RunId })).output(status),
  resume: oc.input(z.strictObject({ runId: RunId })).output(status),
  stop: oc.input(z.strictObject({ runId: RunId })).output(status),
  next: oc
    .input(z.strictObject({ runId: RunId, after: Cursor, parts: z.boolean() }))
    .output(z.discriminatedUnion('kind', [Snapshot, Updates])),
  /** The run as it stood right after an event, what was streamed before it included: earlier turns and messages, and replay. */
  at: oc
    .input(z.strictObject({ runId: RunId, revision: z.int().min(1) }))
    .output(z.object({ view: RunView, moment: Moment, place: ItemPlace })),
  /** At most `most` marks that stand for all events up to `lastRevision`, each the most telling one of its stretch. */
  ticks: oc
    .input(z.strictObject({ runId: RunId, most: z.int().min(1).max(1000) }))
    .output(z.object({ lastRevision: z.int(), ticks: z.array(MomentTick) })),
  /** The nearest revision after `from`, or before it, at which a turn begins or something fails; null when there is none. */
  seek: oc
    .input(z.strictObject({ runId: RunId, from: z.int().min(0), sought: z.enum(['turn', 'failure']), back: z.boolean() }))
    .output(z.object({ revision: z.int().nullable() })),
  /** What was told from a place on, in its order and with its times; `place` is where the next page begins, null behind the last event. */
  items: oc
    .input(z.strictObject({ runId: RunId, place: ItemPlace }))
    .output(z.object({ items: z.array(z.object({ item: RunItem, at: z.number() })), place: ItemPlace.nullable() })),
  /** A page of events from the one after `after`; `type`, member or text in `search` narrows it. */
  events: oc
    .input(z.strictObject({ runId: RunId, after: z.int().min(0), limit: z.int().min(1).max(500), search: z.string().max(200) }))
    .output(z.object({ events: z.array(EventEnvelope.extend({ cut: z.boolean() })), lastRevision: z.int(), more: z.boolean() })),
  /** A turn as it is, or as it was right after an event. */
  turn: oc.input(z.strictObject({ runId: RunId, position: z.string().max(1024), revision: z.int().min(1).optional() })).output(TurnDetail),
  /** A range (UTF-16 units) of a long text that travelled as its beginning: `pointer` is a JSON pointer into that event's payload. */
  text: oc
    .input(z.strictObject({ runId: RunId, revision: z.int().min(1), pointer: z.string().max(1024), offset: z.int().min(0) }))
    .output(z.object({ text: z.string(), total: z.int() })),
  /** The team as it was when the run started: its document's text, a piece from `offset` (UTF-16 units) on. */
  team: oc.input(z.strictObject({ runId: RunId, offset: z.int().min(0) })).output(z.object({ text: z.string(), total: z.int() })),
  /** What an interrupted process left open. */
  open: oc.input(z.strictObject({ runId: RunId })).output(z.object({ turns: z.array(OpenTurn) })),
  /** Settles one open turn by a person's choice (decisions.md 12); the run goes on with Resume. */
  recover: oc
    .input(
      z.strictObject({
        runId: RunId,
        position: z.string().max(1024),
        choice: z.enum(['again', 'failed', 'result']),
        result: z.unknown().optional(),
      }),
    )
    .output(status),
};
