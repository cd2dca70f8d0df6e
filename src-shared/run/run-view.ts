import { z } from 'zod';
import type { JsonValue } from '../kernel/json.ts';

// What a run's panels, rooms and canvas draw: a fold of its events (run-fold.ts) that keeps windows, not history,
// so that a view of 100,000 events is as small as one of 1,000. Older content is the view at an earlier revision.

/** JSON that was vetted where it entered; only its being there is checked again. */
export const Json = z.custom<JsonValue>((value) => value !== undefined);

/** A member's state as glyph and word (look/README.md). `waiting` asks a person. */
export const MemberState = z.enum(['idle', 'queued', 'running', 'waiting', 'done', 'failed', 'cancelled', 'interrupted']);
export type MemberState = z.infer<typeof MemberState>;

/** A saved message that asked for a turn, as a chip that jumps to it. */
const TriggerView = z.object({ id: z.string(), sender: z.string(), roomId: z.string() });

/** One turn of one member, running or over. */
export const TurnView = z.object({
  position: z.string(),
  /** Number of this turn among the member's turns, from 1. */
  turn: z.int(),
  attempt: z.int(),
  state: z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled', 'interrupted']),
  /** Revision of its dispatch, and of what settled it. */
  revision: z.int(),
  settledRevision: z.int().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  triggers: z.array(TriggerView),
  /** What it has said: streamed text while it runs, its saved summary afterwards; of a failed turn the text it left (shown struck through). At most 64 KiB. */
  text: z.string(),
  /** True when `text` is only the beginning; the whole is in the turn's detail. */
  cut: z.boolean(),
  /** Posts that were saved with it. */
  posts: z.array(z.object({ id: z.string(), roomId: z.string(), mentions: z.array(z.string()) })),
  hasData: z.boolean(),
  /** Error code of a failure, and its cause in words where one was saved. */
  code: z.string().nullable(),
  cause: z.string().nullable(),
  /** Why it waits for a person. */
  reason: z.string().nullable(),
});
export type TurnView = z.infer<typeof TurnView>;

export const MemberView = z.object({
  id: z.string(),
  state: MemberState,
  code: z.string().nullable(),
  /** Turns dispatched so far; `turns` holds the newest of them, oldest first. */
  turnCount: z.int(),
  turnCap: z.int().nullable(),
  turns: z.array(TurnView),
  /** Milliseconds spent in settled turns. */
  activeMs: z.number(),
});
export type MemberView = z.infer<typeof MemberView>;

export const MessageView = z.object({
  id: z.string(),
  sender: z.string(),
  position: z.string(),
  roomId: z.string(),
  text: z.string(),
  cut: z.boolean(),
  mentions: z.array(z.string()),
  at: z.string(),
  revision: z.int(),
});
export type MessageView = z.infer<typeof MessageView>;

/** One room's log: `messages` holds the newest, oldest first. */
export const RoomView = z.object({ id: z.string(), messageCount: z.int(), messages: z.array(MessageView) });
export type RoomView = z.infer<typeof RoomView>;

export const UsageView = z.object({
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  costMicroUsd: z.number().nullable(),
  unknown: z.int(),
});

/** A time (milliseconds since 1970) in which the run was paused or nobody drove it: it counts in no clock and no duration. */
const AwayView = z.object({ from: z.number(), to: z.number(), why: z.enum(['paused', 'interrupted']) });
export type AwayView = z.infer<typeof AwayView>;

export const RunView = z.object({
  runId: z.string(),
  task: z.string(),
  revision: z.int(),
  startedAt: z.string(),
  lastAt: z.string(),
  /** When a turn last did or said something, in milliseconds since 1970: from then on a process that is gone was gone. */
  signAt: z.number(),
  /** Milliseconds of all times away; `away` holds the newest of them, oldest first. */
  awayMs: z.number(),
  away: z.array(AwayView),
  members: z.record(z.string(), MemberView),
  rooms: z.record(z.string(), RoomView),
  /** Dispatched turns, and the most the graph can dispatch (null: unknown). */
  turns: z.object({ used: z.int(), cap: z.int().nullable() }),
  usage: UsageView,
  control: z.enum(['none', 'paused', 'stopped']),
  pauseReason: z.string().nullable(),
  /** Member of each open position. */
  open: z.record(z.string(), z.string()),
  /** State of the graph type over a window of messages; only the fold reads it. */
  graph: z.unknown(),
});
export type RunView = z.infer<typeof RunView>;

/** Streamed content as it travels: adjacent texts of one attempt are joined; `at` is when the last of it came, in milliseconds since 1970. */
const MemberPart = z.object({
  type: z.literal('team:member-part'),
  position: z.string(),
  attempt: z.int(),
  kind: z.enum(['text', 'reasoning', 'tool-call', 'tool-result', 'error']),
  data: Json,
  at: z.number(),
});
export const EventEnvelope = z.object({
  envelopeVersion: z.literal(1),
  streamId: z.string(),
  revision: z.int(),
  eventId: z.string(),
  type: z.string(),
  version: z.int(),
  timestamp: z.string(),
  correlationId: z.string().nullable(),
  causationId: z.string().nullable(),
  payload: Json,
});
export type EventEnvelope = z.infer<typeof EventEnvelope>;
/** One saved event; `cut` when long text in it travels as its beginning only. */
const StateUpdate = z.object({ type: z.literal('team:state-update'), event: EventEnvelope, cut: z.boolean() });
/** The two kinds of live item (decisions.md 51). */
export const RunItem = z.discriminatedUnion('type', [StateUpdate, MemberPart]);
export type RunItem = z.infer<typeof RunItem>;
