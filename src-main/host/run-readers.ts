import type { RunHead } from '../../src-shared/contract/runs-contract.ts';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import { digestText } from '../../src-shared/kernel/digest.ts';
import { fitView } from '../../src-shared/run/fit-view.ts';
import type { RunItem, RunView } from '../../src-shared/run/run-view.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { bytesOf, fitDefinition, fitSketch } from './fit-team.ts';
import { codeOf } from './host-error.ts';
import { RunHistory } from './run-history.ts';
import { LOOK_MS, RunReader } from './run-reader.ts';
import type { RunHeads } from './run-heads.ts';
import type { RunService } from './run-service.ts';
import type { RunStatuses } from './run-statuses.ts';

/** Most runs that stay open for readers; the one unwatched for longest goes first. */
const KEPT = 12;
/** A view is answered at most this often (decisions.md 51). */
const FRAME_MS = 16;
/** The same for a team too large for its definition to travel: it gets snapshots only. */
const LARGE_FRAME_MS = 500;
/** What updates may weigh before a snapshot is the better answer, in UTF-8 bytes. */
const UPDATES_BYTES = 900 * 1024;
/** A snapshot's shares of a frame of 1 MiB, in UTF-8 bytes: its view gets what its team and definition leave, and head and frame the rest. */
const SNAPSHOT_BYTES = 980 * 1024;
const DEFINITION_BYTES = 560 * 1024;
const LEAST_VIEW_BYTES = 240 * 1024;
const TEAM_BYTES = 300 * 1024;

interface Opened {
  readonly reader: RunReader;
  readonly history: RunHistory;
  /** The run's frozen side as it travels, and what it leaves for the view. */
  readonly team: TeamSketch;
  readonly definition: JsonValue;
  readonly viewBytes: number;
  readonly frameMs: number;
}
interface Asked {
  readonly runId: string;
  readonly after: string | null;
  readonly parts: boolean;
  readonly ms: number;
  readonly signal: AbortSignal | undefined;
}
export type News =
  | {
      readonly kind: 'snapshot';
      readonly cursor: string;
      readonly head: RunHead;
      readonly view: RunView;
      readonly team: TeamSketch;
      readonly definition: JsonValue;
    }
  | { readonly kind: 'updates'; readonly cursor: string; readonly head: RunHead; readonly items: RunItem[] };

/** The runs that windows look at, each read once however many look. */
export class RunReaders {
  readonly #service: RunService;
  readonly #statuses: RunStatuses;
  readonly #heads: RunHeads;
  readonly #opened = new Map<string, Promise<Opened>>();

  constructor(service: RunService, statuses: RunStatuses, heads: RunHeads) {
    this.#service = service;
    this.#statuses = statuses;
    this.#heads = heads;
    service.onDriven((runId) => void this.#redirect(runId));
  }

  /** What is new since `after`, or a snapshot; waits up to `ms` for something. A cursor stands for the items and the head that were told. */
  async next({ runId, after, parts, ms, signal }: Asked): Promise<News> {
    const asked = performance.now();
    const [place = null, told = null] = after?.split('.') ?? [];
    const { reader, team, definition, viewBytes, frameMs } = await this.#open(runId);
    for (;;) {
      const { stamp } = reader;
      const head = await this.#heads.of(runId);
      const mark = markOf(head);
      const all = reader.itemsAfter(place);
      const items = parts || all === null ? all : all.filter((item) => item.type === 'team:state-update' || item.kind === 'error');
      const passed = performance.now() - asked;
      const isNews = items === null || items.length > 0 || mark !== told || passed >= ms || signal?.aborted === true;
      if (isNews && (after === null || passed >= frameMs || signal?.aborted === true)) {
        const cursor = `${reader.cursor}.${mark}`;
        if (items !== null && frameMs === FRAME_MS && bytesOf(items) <= UPDATES_BYTES) return { kind: 'updates', cursor, head, items };
        return {
          kind: 'snapshot',
          cursor,
          head,
          view: fitView(reader.view, (text) => Buffer.byteLength(text), viewBytes),
          team,
          definition,
        };
      }
      // What else comes within a frame goes with the same answer.
      if (isNews) await new Promise((resolve) => setTimeout(resolve, frameMs - passed));
      else await reader.changed(reader.listens ? ms - passed : Math.min(ms - passed, LOOK_MS), signal, stamp);
    }
  }

  /** The past of a run. UNKNOWN_RUN. */
  async history(runId: string): Promise<RunHistory> {
    return (await this.#open(runId)).history;
  }

  #open(runId: string): Promise<Opened> {
    const known = this.#opened.get(runId) ?? this.#read(runId);
    // Insertion order is the order of use: the first one is the one unused for longest.
    this.#opened.delete(runId);
    this.#opened.set(runId, known);
    for (const [id, opened] of this.#opened) {
      if (this.#opened.size <= KEPT) break;
      this.#drop(id, opened);
    }
    return known;
  }

  #read(runId: string): Promise<Opened> {
    const opened: Promise<Opened> = (async () => {
      const run = await this.#service.load(runId);
      const reader = await RunReader.open(run.storage, run.stream, run.graph, () => this.#drop(runId, opened));
      const live = this.#service.live(runId);
      if (live !== null) await reader.follow(live);
      const definition = fitDefinition(run.definition, DEFINITION_BYTES);
      const left = SNAPSHOT_BYTES - bytesOf(definition);
      const team = fitSketch(run.team, Math.min(TEAM_BYTES, left - LEAST_VIEW_BYTES));
      const frameMs = definition === run.definition ? FRAME_MS : LARGE_FRAME_MS;
      return { reader, history: new RunHistory(run), team, definition, viewBytes: left - bytesOf(team), frameMs };
    })();
    opened.catch((error: unknown) => {
      this.#drop(runId, opened);
      const code = codeOf(error);
      if (code !== null && error instanceof Error) this.#statuses.fault(runId, code, error.message);
    });
    return opened;
  }

  /** A run began or ceased to be driven here: its reader changes from looking to listening, or back, and its head is another. */
  async #redirect(runId: string): Promise<void> {
    const opened = this.#opened.get(runId);
    if (opened === undefined) return;
    try {
      const { reader } = await opened;
      const live = this.#service.live(runId);
      if (live === null) reader.unfollow();
      else await reader.follow(live);
    } catch {
      this.#drop(runId, opened); // whoever asks next reads it anew, and is told what is wrong
    }
  }

  #drop(runId: string, opened: Promise<Opened>): void {
    if (this.#opened.get(runId) === opened) this.#opened.delete(runId);
    void opened.then(({ reader }) => reader.unfollow()).catch(() => {});
  }
}

const markOf = (head: RunHead) => digestText(JSON.stringify(head)).slice(7, 19);
