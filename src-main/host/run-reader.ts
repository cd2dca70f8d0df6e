import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, stringOf } from '../../src-shared/kernel/json.ts';
import type { CompiledGraph } from '../../src-shared/kernel/graph-type.ts';
import type { DomainEventEnvelope } from '../../src-shared/run/envelope.ts';
import { fitJson } from '../../src-shared/run/fit-json.ts';
import { createRunFold, type RunFold } from '../../src-shared/run/run-fold.ts';
import type { RunItem, RunView } from '../../src-shared/run/run-view.ts';
import type { EventStream, RunStorage, StoredPart } from '../../src-shared/run/storage.ts';
import type { LivePart } from '../executor/run-driver.ts';
import { ItemQueue } from './item-queue.ts';
import type { LiveRun } from './live-run.ts';

/** How often a run that another process drives is looked at. */
const FOREIGN_MS = 250;

const updateOf = (event: DomainEventEnvelope): RunItem => {
  const { value, cut } = fitJson(event.payload);
  return { type: 'team:state-update', event: { ...event, payload: value }, cut };
};
const partOf = ({ position, attempt, kind, data }: LivePart | StoredPart): RunItem => {
  const { value } = fitJson(data);
  return { type: 'team:member-part', position, attempt, kind, data: value };
};

const UNFINISHED = new Set(['graph:node-failed', 'graph:node-paused']);

/**
 * Items of saved events; what an unfinished turn had streamed, and why it failed, comes before the event that ends it.
 * `until` is the last revision wanted.
 */
export async function* readItems(
  storage: RunStorage,
  stream: EventStream,
  after: number,
  until = Number.POSITIVE_INFINITY,
): AsyncGenerator<RunItem> {
  const { eventStore } = storage;
  for await (const event of eventStore.read(stream, after)) {
    if (event.revision > until) return;
    if (UNFINISHED.has(event.type) && isJsonObject(event.payload) && eventStore.parts !== undefined)
      for (const part of await eventStore.parts.read(stream, { position: stringOf(event.payload['position']) })) yield partOf(part);
    yield updateOf(event);
  }
}

/** The view of a run as it was at a revision (default: its last), folded from its log. */
export async function viewAt(
  storage: RunStorage,
  stream: EventStream,
  fold: RunFold,
  revision = Number.POSITIVE_INFINITY,
): Promise<RunView> {
  let view: RunView | null = null;
  let batch: RunItem[] = [];
  for await (const item of readItems(storage, stream, 0, revision)) {
    if (view === null) {
      if (item.type === 'team:state-update') view = fold.open(item.event);
      continue;
    }
    batch.push(item);
    if (batch.length >= 500) view = fold.apply(view, batch.splice(0));
  }
  if (view === null) throw new Error(`run ${stream.streamId} has no events`);
  view = fold.apply(view, batch);
  return fold.restart(view, (await openTexts(storage, stream, view)).map(partOf));
}

/** What the turns still open had streamed, as saved; `until` is the last part id wanted. */
async function openTexts(storage: RunStorage, stream: EventStream, view: RunView, until = Number.POSITIVE_INFINITY): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  for (const position of Object.keys(view.open))
    for (const part of (await storage.eventStore.parts?.read(stream, { position })) ?? []) if (part.id <= until) parts.push(part);
  return parts;
}

/** Follows one run for its open windows: one fold and one queue, however many watch. */
export class RunReader {
  readonly #storage: RunStorage;
  readonly #stream: EventStream;
  readonly #fold: RunFold;
  readonly #queue = new ItemQueue();
  #view: RunView;
  #partId: number;
  #detach: (() => void) | null = null;
  #waiting = new Set<() => void>();

  private constructor(storage: RunStorage, stream: EventStream, fold: RunFold, view: RunView, partId: number) {
    this.#storage = storage;
    this.#stream = stream;
    this.#fold = fold;
    this.#view = view;
    this.#partId = partId;
  }

  static async open(storage: RunStorage, stream: EventStream, graph: CompiledGraph): Promise<RunReader> {
    const fold = createRunFold(graph);
    // Read first: a part that arrives while the log is folded comes again as news, and `restart` below takes what it repeats away.
    const partId = (await storage.eventStore.parts?.lastId(stream)) ?? 0;
    const view = await viewAt(storage, stream, fold);
    const open = (await openTexts(storage, stream, view, partId)).map(partOf);
    return new RunReader(storage, stream, fold, fold.restart(view, open), partId);
  }

  get view(): RunView {
    return this.#view;
  }
  get cursor(): string {
    return this.#queue.cursor;
  }
  itemsAfter(cursor: string | null): RunItem[] | null {
    return this.#queue.after(cursor);
  }

  /** Joins a run that this process drives: from then on items come at once instead of by looking. */
  async follow(live: LiveRun): Promise<void> {
    if (this.#detach !== null) return;
    this.#detach = () => {}; // no second one may join while the store is read
    // The store is read until nothing is missing in between; then, without an await, the reader takes its place among the observers.
    while (this.#view.revision < live.revision) await this.#readEvents();
    // What is saved of a running turn and what it has said overlap: the second is whole, so it takes the first one's place.
    this.#view = this.#fold.restart(this.#view, live.saidSoFar.map(partOf));
    this.#queue.reset();
    this.#detach = live.observe({
      onEvents: (events) => this.#take(events.filter(({ revision }) => revision > this.#view.revision).map(updateOf)),
      onPart: (part) => this.#take([partOf(part)]),
    });
  }
  unfollow(): void {
    this.#detach?.();
    this.#detach = null;
  }

  /** Resolves when there is something new, the signal aborts or `ms` have passed. */
  async changed(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const end = Date.now() + ms;
    const start = this.#queue.cursor;
    const given = (): boolean => signal?.aborted === true;
    while (this.#queue.cursor === start && Date.now() < end && !given()) {
      if (this.#detach === null) {
        await this.#readEvents();
        await this.#readParts();
        if (this.#queue.cursor !== start) return;
        await sleep(Math.min(FOREIGN_MS, end - Date.now()), undefined, signal === undefined ? {} : { signal }).catch(() => {});
      } else await this.#told(end - Date.now(), signal);
    }
  }

  #told(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, ms));
      this.#waiting.add(done);
      signal?.addEventListener('abort', done);
    });
  }

  #take(items: readonly RunItem[]): void {
    if (items.length === 0) return;
    this.#view = this.#fold.apply(this.#view, items);
    for (const item of items) this.#queue.push(item);
    for (const done of this.#waiting) done();
  }

  async #readEvents(): Promise<void> {
    const items: RunItem[] = [];
    for await (const item of readItems(this.#storage, this.#stream, this.#view.revision)) items.push(item);
    this.#take(items);
  }

  async #readParts(): Promise<void> {
    const parts = (await this.#storage.eventStore.parts?.read(this.#stream, { after: this.#partId })) ?? [];
    this.#partId = parts.at(-1)?.id ?? this.#partId;
    // Only turns that are open here: the parts of a settled one came with its event.
    this.#take(parts.filter(({ position, kind }) => kind !== 'error' && Object.hasOwn(this.#view.open, position)).map(partOf));
  }
}
