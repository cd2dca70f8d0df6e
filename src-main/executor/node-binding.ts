import type { Digest } from '../../src-shared/kernel/digest.ts';
import type { JsonObject, JsonValue } from '../../src-shared/kernel/json.ts';
import type { Memory } from '../../src-shared/kernel/graph-type.ts';
import type { PartKind } from '../../src-shared/run/storage.ts';

/** Limits of one attempt (spec/graph-and-team.md 1.4): bytes, milliseconds, counts. */
export interface AttemptPolicy {
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly timeoutMs: number;
  readonly teardownGraceMs: number;
  readonly memoryBytes: number;
  readonly filesChanged: number;
  readonly linesChanged: number;
  readonly callTokens: null | { readonly mode: 'hard' | 'observed'; readonly tokens: number };
}

/** What a result must be. `validate` returns what is stored, or throws: RESULT_INVALID. */
export interface ResultContract {
  readonly record: { readonly name: string; readonly version: number; readonly schemaDigest: Digest };
  readonly schema: JsonValue;
  validate(value: unknown): unknown;
}

/** May this attempt act? Asked before its effect, every time (1.4). */
export type ActionDecision =
  | { readonly kind: 'allow' }
  | { readonly kind: 'wait'; readonly reason: string; readonly request: JsonValue }
  | { readonly kind: 'deny'; readonly reason: string };

export interface Workspace {
  readonly mode: 'none' | 'direct' | 'worktree';
  readonly directory: string | null;
  readonly allowedPaths: readonly string[];
}

/** What a data effect gets. `position`, `attempt` and `emitPart` serve engines that stream. */
export interface RunDataContext {
  readonly input: JsonValue;
  readonly memory: Memory | null;
  readonly scratchDirectory: string;
  readonly workspaceDirectory: string | null;
  readonly trustedCaller: JsonObject;
  readonly permissions: readonly string[];
  readonly signal: AbortSignal;
  readonly position: string;
  readonly attempt: number;
  /** Streamed content of this turn: shown at once, kept beside the events, never a result. */
  readonly emitPart: (part: { readonly kind: PartKind; readonly data: JsonValue }) => void;
}

/** How a host runs one node (1.4). Only data effects can be bound so far: `prompt`, `parseResult` and `tokenBudget` belong to engine lanes. */
export interface GraphNodeBinding {
  readonly prompt: null;
  readonly scratchDirectory: string;
  readonly workspace: Workspace;
  readonly trustedCaller: JsonObject;
  readonly permissions: readonly string[];
  readonly policy: AttemptPolicy;
  readonly resultContract: ResultContract | null;
  readonly runData: ((context: RunDataContext) => unknown) | null;
  readonly parseResult: null;
  readonly tokenBudget: null;
  readonly decideAction: (context: {
    readonly input: JsonValue;
    readonly position: string;
    readonly nodeId: string;
  }) => Promise<ActionDecision> | ActionDecision;
  /** May a turn whose process died run again by itself? Saved with the attempt; the saved value counts. */
  readonly retrySafe?: boolean;
}
