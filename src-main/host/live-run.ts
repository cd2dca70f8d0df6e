import type { DomainEventEnvelope } from '../../src-shared/run/envelope.ts';
import { isJsonObject, stringOf } from '../../src-shared/kernel/json.ts';
import { TEXT_LIMIT } from '../../src-shared/run/fit-json.ts';
import type { LivePart, RunDriver, RunObserver } from '../executor/run-driver.ts';

/** A run that this process drives: its events and parts as they come, and what its running turns have said so far. */
export class LiveRun implements RunObserver {
  readonly driver: Promise<RunDriver>;
  readonly #observers = new Set<RunObserver>();
  readonly #said = new Map<string, LivePart & { data: string }>();
  readonly #begun = Promise.withResolvers<void>();
  #revision = 0;

  constructor(open: (observer: RunObserver) => Promise<RunDriver>) {
    this.driver = open(this);
  }

  /** Last revision told here; 0 before the first event of this process. */
  get revision(): number {
    return this.#revision;
  }
  /** Resolves with its first event of this process: it is really driven here. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }
  /** Texts of the turns that run now, for a reader that joins in the middle. */
  get saidSoFar(): readonly LivePart[] {
    return [...this.#said.values()];
  }

  observe(observer: RunObserver): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  onEvents(events: readonly DomainEventEnvelope[]): void {
    for (const { type, payload } of events)
      if (type === 'graph:node-completed' || type === 'graph:node-failed' || type === 'graph:node-paused' || type === 'graph:node-resumed')
        if (isJsonObject(payload)) this.#said.delete(stringOf(payload['position']));
    this.#revision = events.at(-1)?.revision ?? this.#revision;
    this.#begun.resolve();
    for (const observer of this.#observers) observer.onEvents(events);
  }

  onPart(part: LivePart): void {
    if (part.kind === 'text' && typeof part.data === 'string') {
      const said = this.#said.get(part.position);
      const before = said?.attempt === part.attempt ? said.data : '';
      // More than is shown of it need not be held.
      if (before.length <= TEXT_LIMIT) this.#said.set(part.position, { ...part, data: before + part.data });
    }
    for (const observer of this.#observers) observer.onPart(part);
  }
}
