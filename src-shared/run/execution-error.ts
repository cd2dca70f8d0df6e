/** Codes of a run that cannot be driven as asked (spec/graph-and-team.md 1.2, decisions.md 11). */
export type GraphExecutionErrorCode =
  | 'ABORTED'
  | 'DUPLICATE_POSITION'
  | 'EMPTY_DECISION'
  | 'INVALID_EVENT'
  | 'MISSING_ENGINE_BINDING'
  | 'MISSING_MEMORY'
  | 'MISSING_NODE_BINDING'
  | 'PROTOCOL'
  | 'RUN_OWNED'
  | 'STORED_GRAPH_MISMATCH';

/** A run's refusal. `details` holds what names the place: `revision` of a bad record, `{pid, host, since}` of an owner. */
export class GraphExecutionError extends Error {
  override readonly name = 'GraphExecutionError';
  readonly code: GraphExecutionErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  constructor(code: GraphExecutionErrorCode, message: string, details: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = Object.freeze({ ...details });
  }
}
