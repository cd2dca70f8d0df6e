import type { ExecutionLane } from '../../kernel/description.ts';
import type { GraphDefinition } from '../../kernel/graph-type.ts';

/** A named list of members who read each other. Who is listed can't change during a run. */
export type TeamRoom = { readonly id: string; readonly members: readonly string[] };

/** Rooms, and how many recent messages of each enter a member's next input (whole number from 1). */
export type TeamCommunication = { readonly rooms: readonly TeamRoom[]; readonly tailMessages: number };

/** A conversation's own data. Without `communication` results must not hold posts. */
export type TeamGraphData = {
  readonly task: string;
  /** Turns dispatched together at most; the batch settles before another starts. From 1. */
  readonly globalConcurrency: number;
  /** Turns of each member at most; a request beyond it fails the run with TEAM_TURN_LIMIT. From 1. */
  readonly maxTurnsPerMember: number;
  readonly communication?: TeamCommunication;
};

/** A member: its node's id is its address. */
export type TeamNodeData = {
  readonly role: string;
  readonly brief: string;
  /** Default true; false waits for a saved mention. */
  readonly initialTurn?: boolean;
  /** Default: a data effect. Members that share a lane's id declare the same lane. */
  readonly lane?: ExecutionLane;
};

/** The definition of a conversation (spec/graph-and-team.md 1.6). Edges are empty: mentions request turns. */
export type TeamDefinition = GraphDefinition<TeamGraphData, TeamNodeData, never>;
