import { isJsonObject, stringOf } from '../../src-shared/kernel/json.ts';
import type { CompiledGraph } from '../../src-shared/kernel/graph-type.ts';
import { createRunFold, type RunFold } from '../../src-shared/run/run-fold.ts';
import type { RunItem, RunView } from '../../src-shared/run/run-view.ts';
import type { EventStream, RunStorage, StoredPart } from '../../src-shared/run/storage.ts';
import { ItemQueue } from './item-queue.ts';
import type { LiveRun } from './live-run.ts';
import { readEvents } from './read-events.ts';
import { partOf, updateOf } from './run-items.ts';

/** How often a run that another process drives is looked at. */
export const LOOK_MS = 250;
/** Items that nobody has asked for after which a reader tells so: it costs its run a part of every event. */
const MOST_UNREAD = 5000;
/** Items folded at once: a long log is never held whole. */
const BATCH = 500;

const UNFINISHED = new Set(['graph:node-failed', 'graph:node-paused']);

/**
 * Items of saved events for who wants the newest state: of what was streamed only that of unfinished turns, and why they failed, before the
 * event that ends them.
 */
async function* readNewest(storage: RunStorage, stream: EventStream, after: number): AsyncGenerator<RunItem> {
  const { parts } = storage.eventStore;
  for await (const event of readEvents(storage, stream, after)) {
    if (UNFINISHED.has(event.type) && isJsonObject(event.payload) && parts !== undefined)
      for (const part of await parts.read(stream, { position: stringOf(event.payload['position']) })) yield partOf(part);
    yield updateOf(event);
  }
}

/** The newest view of a run, folded from its log; `until` is the last streamed part that it may show. */
export async function newestView(storage: RunStorage, stream: EventStream, fold: RunFold, until?: number): Promise<RunView> {
  let view: RunView | null = null;
  const batch: RunItem[] = [];
  for await (const item of readNewest(storage, stream, 0)) {
    if (view === null) {
      if (item.type === 'team:state-update') view = fold.open(item.event);
      continue;
    }
    batch.push(item);
    if (batch.length >= BATCH) view = fold.apply(view, batch.splice(0));
  }
  if (view === null) throw new Error(`run ${stream.streamId} has no events`);
  view = fold.apply(view, batch);
  return fold.restart(view, (await openTexts(storage, stream, view, until)).map(partOf));
}

/** What the turns still open had streamed, as saved; `until` is the last part id wanted. */
async function openTexts(storage: RunStorage, stream: EventStream, view: RunView, until = Number.POSITIVE_INFINITY): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  for (const position of Object.keys(view.open))
    for (const part of (await storage.eventStore.parts?.read(stream, { position })) ?? [])
      if (part.id <= until && part.kind !== 'error') parts.push(part);
  return parts;
}

/** Follows one run for its open windows: one fold and one queue, however many watch. */
export class RunReader {
  readonly #storage: RunStorage;
  readonly #stream: EventStream;
  readonly #fold: RunFold;
  readonly #queue = new ItemQueue();
  readonly #waiting = new Set<() => void>();
  #view: RunView;
  #partId: number;
  /** The run that is followed, from the moment on that it is asked for. */
  #live: LiveRun | null = null;
  /** Set once it listens. */
  #detach: (() => void) | null = null;
  /** Parts came from the run itself, so `#partId` stands behind them. */
  #listened = false;
  #looking: Promise<void> | null = null;
  #stamp = 0;
  #unread = 0;
  readonly #onUnread: () => void;

  private constructor(
    { storage, stream, fold, onUnread }: { storage: RunStorage; stream: EventStream; fold: RunFold; onUnread: () => void },
    view: RunView,
    partId: number,
  ) {
    this.#storage = storage;
    this.#stream = stream;
    this.#fold = fold;
    this.#view = view;
    this.#partId = partId;
    this.#onUnread = onUnread;
  }

  /** `onUnread` is told when the run has gone far beyond what anybody asked for: the reader may be dropped. */
  static async open(storage: RunStorage, stream: EventStream, graph: CompiledGraph, onUnread = () => {}): Promise<RunReader> {
    const fold = createRunFold(graph);
    // Read first: a part that arrives while the log is folded comes again as news, so it must not stand in the view already.
    const partId = (await storage.eventStore.parts?.lastId(stream)) ?? 0;
    return new RunReader({ storage, stream, fold, onUnread }, await newestView(storage, stream, fold, partId), partId);
  }

  get view(): RunView {
    return this.#view;
  }
  get cursor(): string {
    return this.#queue.cursor;
  }
  itemsAfter(cursor: string | null): RunItem[] | null {
    this.#unread = 0;
    return this.#queue.after(cursor);
  }
  /** Another one after every change. */
  get stamp(): number {
    return this.#stamp;
  }
  /** News come by themselves; else they are found by looking. */
  get listens(): boolean {
    return this.#detach !== null;
  }

  /** Joins a run that this process drives: from then on items come at once instead of by looking. */
  async follow(live: LiveRun): Promise<void> {
    if (this.#live === live) return;
    this.unfollow();
    this.#live = live;
    // The store is read until nothing is missing in between; then, without an await, the reader takes its place among the observers.
    while (this.#view.revision < live.revision) {
      await this.#readEvents();
      if (this.#live !== live) return;
    }
    // What is saved of a running turn and what it has said overlap: the second is whole, so it takes the first one's place.
    this.#restart(live.saidSoFar.map(partOf));
    this.#listened = true;
    this.#detach = live.observe({
      onEvents: (events) => this.#take(events.map(updateOf)),
      onPart: (part) => this.#take([partOf(part)]),
    });
    this.wake();
  }
  unfollow(): void {
    this.#detach?.();
    this.#detach = null;
    this.#live = null;
    this.wake();
  }
  /** Something about the run has changed that is no item. */
  wake(): void {
    this.#stamp += 1;
    for (const done of this.#waiting) done();
  }

  /** Resolves when something has changed since `stamp`, the signal aborts or `ms` have passed. */
  async changed(ms: number, signal: AbortSignal | undefined, stamp = this.#stamp): Promise<void> {
    const end = Date.now() + ms;
    const isGivenUp = (): boolean => signal?.aborted === true;
    while (this.#stamp === stamp && !isGivenUp()) {
      if (!this.listens) await this.#look();
      const left = end - Date.now();
      if (this.#stamp !== stamp || left <= 0) return;
      await this.#told(this.listens ? left : Math.min(LOOK_MS, left), signal);
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
      const timer = setTimeout(done, ms);
      this.#waiting.add(done);
      signal?.addEventListener('abort', done);
    });
  }

  #take(items: readonly RunItem[]): void {
    const known = this.#view.revision;
    const news = items.filter((item) => item.type === 'team:member-part' || item.event.revision > known);
    if (news.length === 0) return;
    this.#view = this.#fold.apply(this.#view, news);
    for (const item of news) this.#queue.push(item);
    this.#unread += news.length;
    this.wake();
    if (this.#unread > MOST_UNREAD) this.#onUnread();
  }

  /** Puts `said` in place of what open turns had said; whoever has the view from before needs it anew. */
  #restart(said: readonly RunItem[]): void {
    if (Object.keys(this.#view.open).length === 0) return;
    this.#view = this.#fold.restart(this.#view, said);
    this.#queue.reset();
  }

  /** One look for all that wait. */
  #look(): Promise<void> {
    this.#looking ??= this.#readNews().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #readNews(): Promise<void> {
    if (this.#listened) await this.#passListened();
    await this.#readEvents();
    if (this.#live === null) await this.#readParts();
  }

  /** Back from listening to looking: parts go on behind those that were heard. */
  async #passListened(): Promise<void> {
    this.#listened = false;
    this.#partId = (await this.#storage.eventStore.parts?.lastId(this.#stream)) ?? 0;
    const open = await openTexts(this.#storage, this.#stream, this.#view, this.#partId);
    if (this.#live === null) this.#restart(open.map(partOf));
  }

  async #readEvents(): Promise<void> {
    const items: RunItem[] = [];
    for await (const item of readNewest(this.#storage, this.#stream, this.#view.revision)) {
      items.push(item);
      if (items.length >= BATCH) this.#take(items.splice(0));
    }
    this.#take(items);
  }

  async #readParts(): Promise<void> {
    const parts = (await this.#storage.eventStore.parts?.read(this.#stream, { after: this.#partId })) ?? [];
    if (this.#live !== null) return;
    this.#partId = parts.at(-1)?.id ?? this.#partId;
    // Only turns that are open here: the parts of a settled one came with its event.
    this.#take(parts.filter(({ position, kind }) => kind !== 'error' && Object.hasOwn(this.#view.open, position)).map(partOf));
  }
}
