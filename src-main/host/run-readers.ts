import type { RunItem, RunView } from '../../src-shared/run/run-view.ts';
import { createRunFold } from '../../src-shared/run/run-fold.ts';
import { fitView } from '../../src-shared/run/fit-view.ts';
import type { HomeStore } from '../store/home-store.ts';
import type { LoadedRun } from './loaded-run.ts';
import { RunReader, viewAt } from './run-reader.ts';
import type { RunService } from './run-service.ts';

/** Most runs that stay open for readers; the one unwatched for longest goes first. */
const KEPT = 12;
/** A view is answered at most this often (decisions.md 51). */
const FRAME_MS = 16;
/** What updates may weigh before a snapshot is the better answer, in UTF-8 bytes. */
const UPDATES_BYTES = 900 * 1024;

interface Opened {
  readonly run: LoadedRun;
  readonly reader: RunReader;
}
export type News =
  | { readonly kind: 'snapshot'; readonly run: LoadedRun; readonly cursor: string; readonly view: RunView }
  | { readonly kind: 'updates'; readonly run: LoadedRun; readonly cursor: string; readonly items: RunItem[] };

const bytes = (text: string) => Buffer.byteLength(text);

/** The runs that windows look at, each read once however many look. */
export class RunReaders {
  readonly #home: HomeStore;
  readonly #service: RunService;
  readonly #opened = new Map<string, Promise<Opened>>();

  constructor(home: HomeStore, service: RunService) {
    this.#home = home;
    this.#service = service;
    service.onDriven((runId) => void this.#redirect(runId));
  }

  /** What is new since `after`, or a snapshot; waits up to `ms` for something. */
  async next(runId: string, after: string | null, parts: boolean, ms: number, signal: AbortSignal | undefined): Promise<News> {
    const asked = Date.now();
    const { run, reader } = await this.#open(runId);
    if (after !== null && reader.itemsAfter(after)?.length === 0) {
      await reader.changed(ms, signal);
      const early = FRAME_MS - (Date.now() - asked);
      // What else comes within this frame goes with the same answer.
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    }
    const { cursor } = reader;
    const items = reader.itemsAfter(after);
    if (items === null || bytes(JSON.stringify(items)) > UPDATES_BYTES)
      return { kind: 'snapshot', run, cursor, view: fitView(reader.view, bytes) };
    return { kind: 'updates', run, cursor, items: parts ? items : items.filter(({ type }) => type !== 'team:member-part') };
  }

  /** The view at an earlier revision, folded anew. */
  async at(runId: string, revision: number): Promise<RunView> {
    const { run } = await this.#open(runId);
    return fitView(await viewAt(this.#home.storage, run.stream, createRunFold(run.graph), revision), bytes);
  }

  async run(runId: string): Promise<LoadedRun> {
    return (await this.#open(runId)).run;
  }

  #open(runId: string): Promise<Opened> {
    const known = this.#opened.get(runId) ?? this.#read(runId);
    // Insertion order is the order of use: the first one is the one unused for longest.
    this.#opened.delete(runId);
    this.#opened.set(runId, known);
    for (const [id, opened] of this.#opened) {
      if (this.#opened.size <= KEPT) break;
      this.#opened.delete(id);
      void opened.then(({ reader }) => reader.unfollow()).catch(() => {});
    }
    return known;
  }

  #read(runId: string): Promise<Opened> {
    const opened = (async () => {
      const run = await this.#service.load(runId);
      const reader = await RunReader.open(this.#home.storage, run.stream, run.graph);
      const live = this.#service.live(runId);
      if (live !== null) await reader.follow(live);
      return { run, reader };
    })();
    opened.catch(() => this.#opened.delete(runId));
    return opened;
  }

  /** A run began or ceased to be driven here: its reader changes from looking to listening, or back. */
  async #redirect(runId: string): Promise<void> {
    const opened = await this.#opened.get(runId)?.catch(() => undefined);
    if (opened === undefined) return;
    const live = this.#service.live(runId);
    if (live === null) opened.reader.unfollow();
    else await opened.reader.follow(live);
  }
}
