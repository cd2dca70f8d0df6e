import type { JsonValue } from '../../src-shared/kernel/json.ts';
import type { TeamTurnInput, TeamTurnResult } from '../../src-shared/graph-types/team/team-state.ts';

/** Streamed content of a turn; the data of a `text` part is a string that is to be put behind those before it. */
export type TurnPart = { readonly kind: 'text' | 'tool-call' | 'tool-result'; readonly data: JsonValue };

/** What an engine gets for one turn. */
interface TurnContext {
  readonly input: TeamTurnInput;
  /** Number of this turn among the member's turns of the run, from 1: the last segment of its position. */
  readonly turn: number;
  readonly signal: AbortSignal;
  /** Values of the run for `{{input.<k>}}`. */
  readonly inputs: Readonly<Record<string, JsonValue>>;
  emitPart(part: TurnPart): void;
}

/** Takes one turn. Rejects with TurnFailure for a failure of its own, with the signal's reason when it was aborted. */
export type RunTurn = (context: TurnContext) => Promise<TeamTurnResult>;
