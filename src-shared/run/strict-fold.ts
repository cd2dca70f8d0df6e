import type { CompiledGraph, DispatchCommand, GraphCommand, GraphEvent } from '../kernel/graph-type.ts';
import { isJsonObject, type JsonObject, type JsonValue, stringOf } from '../kernel/json.ts';
import type { DomainEventEnvelope } from './envelope.ts';
import { GraphExecutionError } from './execution-error.ts';

/** A recorded position that has not settled. */
export interface OpenPosition {
  readonly nodeId: string;
  readonly position: string;
  readonly state: 'dispatched' | 'started' | 'paused';
  /** As saved with the attempt, not as bound now. */
  readonly retrySafe: boolean;
  readonly attemptId: string | null;
  /** Ordinal of the running or last attempt, 0 before the first start. */
  readonly attempt: number;
  readonly startedAt: string | null;
  /** Attempts that ended with their process: each was resumed while it was still running on record. */
  readonly lostAttempts: number;
}

// The exact payload keys of 1.5, by type; types not listed here are opaque to the fold.
const PAYLOAD_KEYS: Readonly<Record<string, readonly string[]>> = {
  'graph:node-dispatched': ['nodeId', 'position'],
  'graph:node-attempt-started': ['identity', 'retrySafe'],
  'graph:node-completed': ['nodeId', 'position', 'result'],
  'graph:node-failed': ['nodeId', 'position', 'code'],
  'graph:node-paused': ['nodeId', 'position', 'reason', 'request'],
  'graph:node-resumed': ['nodeId', 'position'],
};
const IDENTITY_KEYS = ['schemaVersion', 'namespace', 'streamId', 'nodeId', 'position', 'attemptId'];
const hasExactly = (value: JsonObject, keys: readonly string[]): boolean =>
  Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));
const NOT_REDUCED = new Set(['graph:run-started', 'graph:model-unavailable', 'graph:node-attempt-started']);

/**
 * Folds a run's events and refuses the first that its graph would not have produced (spec/graph-and-team.md 2.3): every dispatch must be one
 * that `decide` gives at that prefix, every settle needs its own open dispatch. Throws GraphExecutionError INVALID_EVENT with `details.revision`.
 */
export class StrictFold {
  readonly #graph: CompiledGraph;
  readonly #kind: string;
  readonly #nodes: ReadonlySet<string>;
  readonly #settled = new Set<string>();
  readonly #open = new Map<string, OpenPosition>();
  /** The decision at the start of the dispatches now being read; members of one batch may follow in any order. */
  #batch: Map<string, DispatchCommand> | null = null;
  #state: unknown;
  /** What the graph decides in this state, once it has been asked. */
  #decision: readonly GraphCommand[] | null = null;
  #revision = 0;
  #control: 'none' | 'paused' | 'stopped' = 'none';

  constructor(graph: CompiledGraph) {
    this.#graph = graph;
    this.#kind = graph.describe().graph.kind;
    this.#nodes = new Set(graph.definition.value.nodes.map((node) => node.id));
    this.#state = graph.initialState();
  }

  /** Revision of the last event folded. */
  get revision(): number {
    return this.#revision;
  }
  get state(): unknown {
    return this.#state;
  }
  /** The last control on record (decisions.md 2). */
  get control(): 'none' | 'paused' | 'stopped' {
    return this.#control;
  }
  /** Positions dispatched and not settled, in dispatch order. */
  get open(): ReadonlyMap<string, OpenPosition> {
    return this.#open;
  }
  /** The command that decided the dispatch just folded, with its input; null when the last event was no checked dispatch. */
  dispatched(position: string): DispatchCommand | null {
    return this.#batch?.get(position) ?? null;
  }
  isSettled(position: string): boolean {
    return this.#settled.has(position);
  }
  /** What the graph decides now, as it is: positions already open are still in it. */
  decide(): readonly GraphCommand[] {
    this.#decision ??= this.#graph.decide(this.#state);
    return this.#decision;
  }

  /** Folds one event. `own` skips the comparison for a batch that this process has just decided and appended. */
  apply(event: DomainEventEnvelope, own = false): void {
    if (event.revision !== this.#revision + 1) this.#refuse(event, `revision ${this.#revision + 1} should follow`);
    if ((event.revision === 1) !== (event.type === 'graph:run-started'))
      this.#refuse(event, 'a run begins with graph:run-started and has only one');
    if (event.type.startsWith('graph:')) this.#graphEvent(event, own);
    else if (event.type.startsWith(`${this.#kind}:`)) this.#reduce({ type: event.type, version: event.version, payload: event.payload });
    else this.#hostEvent(event);
    this.#revision = event.revision;
  }

  #graphEvent(event: DomainEventEnvelope, own: boolean): void {
    const payload = this.#checkedPayload(event);
    if (event.type === 'graph:node-dispatched' && !own) this.#checkDispatch(event, payload);
    this.#track(event, payload);
    if (!NOT_REDUCED.has(event.type))
      this.#reduce({ type: event.type.slice('graph:'.length), version: event.version, payload: event.payload });
  }

  #reduce(event: GraphEvent): void {
    if (event.type !== 'node-dispatched') this.#batch = null;
    this.#state = this.#graph.reduce(this.#state, event);
    this.#decision = null;
  }

  #checkedPayload(event: DomainEventEnvelope): JsonObject {
    const keys = PAYLOAD_KEYS[event.type];
    if (event.version !== 1 && (keys !== undefined || event.type === 'graph:run-started'))
      this.#refuse(event, `version ${event.version} is not known here`);
    if (!isJsonObject(event.payload)) return this.#refuse(event, 'its payload is not an object');
    if (keys === undefined) return event.payload;
    if (!hasExactly(event.payload, keys)) this.#refuse(event, `its payload needs exactly ${keys.join(', ')}`);
    return event.payload;
  }

  #checkDispatch(event: DomainEventEnvelope, payload: JsonObject): void {
    if (this.#control === 'stopped') this.#refuse(event, 'the run was stopped before it');
    const [nodeId, position] = [stringOf(payload['nodeId']), stringOf(payload['position'])];
    if (this.#batch?.get(position)?.nodeId === nodeId) return;
    this.#batch = new Map(this.decide().flatMap((command) => (command.kind === 'dispatch' ? [[command.position, command] as const] : [])));
    if (this.#batch.get(position)?.nodeId !== nodeId) this.#refuse(event, `the graph does not dispatch "${nodeId}" at "${position}" there`);
  }

  #track(event: DomainEventEnvelope, payload: JsonObject): void {
    if (event.type === 'graph:node-attempt-started') return this.#start(event, payload);
    if (PAYLOAD_KEYS[event.type] === undefined) return;
    const nodeId = stringOf(payload['nodeId']);
    const position = stringOf(payload['position']);
    if (!this.#nodes.has(nodeId)) this.#refuse(event, `the team has no member "${nodeId}"`);
    if (event.type === 'graph:node-dispatched') {
      if (this.#open.has(position) || this.#settled.has(position)) this.#refuse(event, `position "${position}" is already on record`);
      const never = { state: 'dispatched', retrySafe: false, attemptId: null, attempt: 0, startedAt: null, lostAttempts: 0 } as const;
      this.#open.set(position, { nodeId, position, ...never });
      return;
    }
    const open = this.#open.get(position);
    if (open?.nodeId !== nodeId) return this.#refuse(event, `"${nodeId}" has no open turn at "${position}"`);
    switch (event.type) {
      case 'graph:node-paused':
        this.#open.set(position, { ...open, state: 'paused' });
        return;
      case 'graph:node-resumed':
        this.#open.set(position, {
          ...open,
          state: 'started',
          attempt: open.attempt + 1,
          startedAt: event.timestamp,
          lostAttempts: open.lostAttempts + (open.state === 'started' ? 1 : 0),
        });
        return;
      default:
        this.#open.delete(position);
        this.#settled.add(position);
    }
  }

  #start(event: DomainEventEnvelope, payload: JsonObject): void {
    const identity = isJsonObject(payload['identity']) ? payload['identity'] : {};
    if (!hasExactly(identity, IDENTITY_KEYS)) this.#refuse(event, `its identity needs exactly ${IDENTITY_KEYS.join(', ')}`);
    const position = stringOf(identity['position']);
    const open = this.#open.get(position);
    if (open === undefined || open.nodeId !== identity['nodeId'] || open.state !== 'dispatched')
      return this.#refuse(event, `no dispatched turn waits at "${position}"`);
    const attemptId = typeof identity['attemptId'] === 'string' ? identity['attemptId'] : null;
    const started = {
      state: 'started',
      retrySafe: payload['retrySafe'] === true,
      attemptId,
      attempt: 1,
      startedAt: event.timestamp,
    } as const;
    this.#open.set(open.position, { ...open, ...started });
  }

  #hostEvent(event: DomainEventEnvelope): void {
    if (event.type === 'host:paused' && this.#control !== 'stopped') this.#control = 'paused';
    else if (event.type === 'host:resumed' && this.#control !== 'stopped') this.#control = 'none';
    else if (event.type === 'host:stopped') this.#control = 'stopped';
  }

  #refuse(event: DomainEventEnvelope, why: string): never {
    const message = `Run "${event.streamId}", revision ${event.revision}: ${event.type} cannot stand there, because ${why}. The run was not continued.`;
    throw new GraphExecutionError('INVALID_EVENT', message, { revision: event.revision, type: event.type });
  }
}

/** A dispatch's own payload, as `JsonValue`. */
export const dispatchPayload = (command: DispatchCommand): JsonValue => ({ nodeId: command.nodeId, position: command.position });
