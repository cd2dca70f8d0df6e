import { setTimeout as sleep } from 'node:timers/promises';
import type { RunRow } from '../../src-shared/contract/runs-contract.ts';
import type { TeamRow } from '../../src-shared/contract/teams-contract.ts';
import { digestText } from '../../src-shared/kernel/digest.ts';
import type { RunRow as StoredRun } from '../store/home-runs.ts';
import type { HomeStore } from '../store/home-store.ts';
import { beginning, bytesOf } from './fit-team.ts';
import { toRunRow } from './run-rows.ts';
import type { RunService } from './run-service.ts';
import type { RunStatuses } from './run-statuses.ts';
import type { TeamLibrary } from './team-library.ts';

/** How often a waiting list looks for what changed, here or in another process. */
const LOOK_MS = 300;
/** A run of another process may end without a write: its process dies. */
const FOREIGN_MS = 1000;
/** Lists kept for windows that ask again, by what they search for. */
const LISTS_KEPT = 8;
/** Shares of a frame of 1 MiB, in UTF-8 bytes; rows that do not fit are left out, the oldest first. */
const TEAM_BYTES = 400 * 1024;
const RUN_BYTES = 560 * 1024;
const LONGEST_MESSAGE = 300;

interface Asked {
  readonly after: string | null;
  readonly search: string;
  readonly limit: number;
}
interface List {
  readonly cursor: string;
  readonly teams: TeamRow[];
  readonly runs: RunRow[];
  readonly totalRuns: number;
  /** What was once saved and is not there any more, a sentence a run. */
  readonly damage: string[];
}
interface Parts {
  readonly home: HomeStore;
  readonly teams: TeamLibrary;
  readonly statuses: RunStatuses;
  readonly service: RunService;
}

/** What the library lists, pulled: an answer comes when it differs from what the cursor stood for. */
export class LibraryFeed {
  readonly #parts: Parts;
  readonly #lists = new Map<string, { readonly version: string; readonly until: number; readonly list: Promise<List> }>();
  /** As the home was found: what is lost later was lost under this program's own hands and is told by the run itself. */
  readonly #damage: readonly string[];
  #made = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#damage = parts.home.damage().map(({ message }) => message);
  }

  /** How many lists were made so far: none while nothing changes. */
  get made(): number {
    return this.#made;
  }

  async next(asked: Asked, ms: number, signal: AbortSignal | undefined): Promise<List> {
    const end = performance.now() + ms;
    for (;;) {
      const list = await this.#list(asked);
      if (list.cursor !== asked.after || performance.now() >= end || signal?.aborted === true) return list;
      await sleep(LOOK_MS, undefined, signal === undefined ? {} : { signal }).catch(() => {});
    }
  }

  /** The list as it is now, made again only when something was written since, or may have ended without a write. */
  async #list({ search, limit }: Asked): Promise<List> {
    const key = JSON.stringify([search, limit]);
    const version = `${this.#parts.home.version()} ${this.#parts.statuses.changes}`;
    const known = this.#lists.get(key);
    if (known?.version === version && performance.now() < known.until) return await known.list;
    const found = this.#parts.home.runs.list({ search, limit });
    const foreign = found.runs.some(({ runId, lease }) => lease !== null && this.#parts.service.live(runId) === null);
    const until = foreign ? performance.now() + FOREIGN_MS : Number.POSITIVE_INFINITY;
    const list = this.#make(found, search);
    this.#lists.delete(key);
    this.#lists.set(key, { version, until, list });
    list.catch(() => this.#lists.delete(key));
    for (const oldest of this.#lists.keys()) {
      if (this.#lists.size <= LISTS_KEPT) break;
      this.#lists.delete(oldest);
    }
    return await list;
  }

  async #make(found: { readonly runs: readonly StoredRun[]; readonly total: number }, search: string): Promise<List> {
    this.#made += 1;
    const { teams: library, statuses } = this.#parts;
    const runs: RunRow[] = [];
    for (const run of found.runs) runs.push(await toRunRow(run, statuses));
    const wanted = search.toLowerCase();
    const teams: TeamRow[] = [];
    for (const { card, ...team } of library.list()) {
      if (!`${team.id}\n${team.name}\n${team.path ?? ''}`.toLowerCase().includes(wanted)) continue;
      const last = this.#lastRunOf(team.id, search === '' ? found.runs : []);
      const { id, form, origin, path, updatedAt } = team;
      const lastRun = last === null ? null : { runId: last.runId, status: (await statuses.of(last)).status };
      teams.push({ id, name: beginning(team.name, 200).toWellFormed(), form, origin, path, updatedAt, ...card, lastRun });
    }
    const content = {
      teams: fitting(teams, TEAM_BYTES),
      runs: fitting(runs.map(shorter), RUN_BYTES),
      totalRuns: found.total,
      damage: this.#damage.slice(0, 20),
    };
    return { cursor: digestText(JSON.stringify(content)).slice(7, 39), ...content };
  }

  /** `newest` are the newest runs of all: the first of a team's is its last. */
  #lastRunOf(teamId: string, newest: readonly StoredRun[]): StoredRun | null {
    return newest.find(({ team }) => team === teamId) ?? this.#parts.home.runs.lastOf(teamId);
  }
}

const shorter = (row: RunRow): RunRow => ({ ...row, message: row.message === null ? null : beginning(row.message, LONGEST_MESSAGE) });

function fitting<Row>(rows: Row[], most: number): Row[] {
  let left = most;
  return rows.filter((row) => {
    left -= bytesOf(row) + 1;
    return left >= 0;
  });
}
