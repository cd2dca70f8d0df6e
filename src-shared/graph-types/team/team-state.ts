import type { JsonValue } from '../../kernel/json.ts';

/** A message as a member posts it. `mentions` requests turns of those members, who sit in the room too. */
export type TeamPost = { readonly roomId: string; readonly text: string; readonly mentions: readonly string[] };

/** A saved message; `id` is `<position>/<index of the post in its turn, from 0>`. */
export type TeamMessage = TeamPost & { readonly id: string; readonly sender: string; readonly position: string };

/** What a turn gives. Further fields are kept in the result and go nowhere else. */
export type TeamTurnResult = { readonly summary: string; readonly data?: JsonValue; readonly posts?: readonly TeamPost[] };

/** What a turn is given: exactly these fields. `result` is this member's preceding one. */
export type TeamTurnInput = {
  readonly task: string;
  readonly role: string;
  readonly brief: string;
  readonly result: TeamTurnResult | null;
  /** What requested this turn, and the tail of each of the member's rooms: each message once, in saved order. */
  readonly messages: readonly TeamMessage[];
};

/** What a conversation completes with: members in declaration order, `result` null for one that never had a turn. */
export type TeamGraphResult = {
  readonly task: string;
  readonly agents: readonly { readonly name: string; readonly role: string; readonly result: TeamTurnResult | null }[];
};

/** One member's place in the conversation. */
export type TeamNodeState = {
  readonly status: 'idle' | 'in-flight' | 'paused' | 'failed';
  /** Turns dispatched so far. */
  readonly turns: number;
  /** Position of the turn in flight or paused. */
  readonly inFlight: string | null;
  readonly pauseReason: string | null;
  readonly failureCode: string | null;
  readonly result: TeamTurnResult | null;
  /** Whether a turn is requested. */
  readonly queued: boolean;
  /** Ids of the messages that requested it, in saved order; empty for an initial turn. */
  readonly triggers: readonly string[];
};

/** The fold of a conversation's events (spec/graph-and-team.md 1.6). */
export type TeamState = {
  readonly nodes: { readonly [member: string]: TeamNodeState };
  readonly messages: readonly TeamMessage[];
};
