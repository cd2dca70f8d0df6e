import type { CompiledGraph } from '../../src-shared/kernel/graph-type.ts';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import type { DomainEventEnvelope, NewDomainEvent } from '../../src-shared/run/envelope.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import type { EventStore, EventStream, NewPart } from '../../src-shared/run/storage.ts';
import { StrictFold } from '../../src-shared/run/strict-fold.ts';

/** An event before the log gives it its id and time. */
export interface Draft {
  readonly type: string;
  readonly payload: JsonValue;
}
export interface LogContext {
  readonly graph: CompiledGraph;
  readonly store: EventStore;
  readonly stream: EventStream;
  readonly now: () => number;
  readonly newId: () => string;
  readonly onEvents: (events: readonly DomainEventEnvelope[]) => void;
}

/** A run's stream and its fold, kept equal: what is appended is folded from memory, what others appended is read from where the fold stands. */
export class RunLog {
  readonly fold: StrictFold;
  readonly #context: LogContext;

  constructor(context: LogContext) {
    this.#context = context;
    this.fold = new StrictFold(context.graph);
  }

  /** Folds what the store has beyond the fold. Throws INVALID_EVENT for a record that the graph would not have produced. */
  async catchUp(): Promise<void> {
    const { store, stream } = this.#context;
    for await (const event of store.read(stream, this.fold.revision)) if (event.revision > this.fold.revision) this.fold.apply(event);
  }

  /** Appends in one transaction and folds. False on REVISION_CONFLICT: nothing was written, the fold has caught up, decide again. */
  async append(drafts: readonly Draft[], parts: readonly NewPart[] = []): Promise<boolean> {
    const { store, stream, now, newId, onEvents } = this.#context;
    const first = this.fold.revision + 1;
    const timestamp = new Date(now()).toISOString();
    const batch = drafts.map(
      ({ type, payload }): NewDomainEvent => ({
        eventId: newId(),
        type,
        version: 1,
        timestamp,
        correlationId: stream.streamId,
        causationId: null,
        payload,
      }),
    );
    try {
      await (parts.length > 0 ? store.append(stream, first - 1, batch, parts) : store.append(stream, first - 1, batch));
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== 'REVISION_CONFLICT') throw error;
      await this.catchUp();
      return false;
    }
    const events = batch.map(
      (event, index): DomainEventEnvelope => ({ envelopeVersion: 1, streamId: stream.streamId, revision: first + index, ...event }),
    );
    for (const event of events) this.fold.apply(event, true);
    onEvents(events);
    return true;
  }
}
