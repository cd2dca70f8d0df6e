import { setTimeout as sleep } from 'node:timers/promises';
import type { TeamRow } from '../../src-shared/contract/contract.ts';
import type { HomeStore } from '../store/home-store.ts';
import { digestText } from '../../src-shared/kernel/digest.ts';
import type { RunService } from './run-service.ts';
import { toRunRow } from './run-rows.ts';
import type { RunStatuses } from './run-statuses.ts';
import type { TeamLibrary } from './team-library.ts';

/** How often a waiting list looks for what changed, here or in another process. */
const LOOK_MS = 300;

interface Asked {
  readonly after: string | null;
  readonly search: string;
  readonly limit: number;
}

/** What the library lists, pulled: an answer comes when it differs from what the cursor stood for. */
export class LibraryFeed {
  readonly #parts: { home: HomeStore; teams: TeamLibrary; statuses: RunStatuses; service: RunService };

  constructor(parts: { home: HomeStore; teams: TeamLibrary; statuses: RunStatuses; service: RunService }) {
    this.#parts = parts;
  }

  async next(asked: Asked, ms: number, signal: AbortSignal | undefined) {
    const end = Date.now() + ms;
    for (;;) {
      const answer = await this.#list(asked);
      if (answer.cursor !== asked.after || Date.now() >= end || signal?.aborted === true) return answer;
      await sleep(LOOK_MS, undefined, signal === undefined ? {} : { signal }).catch(() => {});
    }
  }

  async #list({ search, limit }: Asked) {
    const { home, statuses } = this.#parts;
    const found = home.runs.list({ search, limit });
    const runs = await Promise.all(found.runs.map((run) => toRunRow(run, statuses)));
    const wanted = search.toLowerCase();
    const teams = await Promise.all(
      home.teams
        .list()
        .filter(({ id, name }) => `${id}\n${name}`.toLowerCase().includes(wanted))
        .map(({ id }) => this.#teamRow(id)),
    );
    const content = { teams, runs, totalRuns: found.total };
    return { cursor: digestText(JSON.stringify(content)).slice(7, 39), ...content };
  }

  async #teamRow(teamId: string): Promise<TeamRow> {
    const { home, teams, statuses } = this.#parts;
    const { stored, team, problems } = teams.open(teamId);
    const last = home.runs.lastOf(teamId);
    return {
      id: stored.id,
      name: stored.name.slice(0, 200).toWellFormed(),
      form: stored.form,
      origin: stored.origin,
      colors: team?.members.slice(0, 12).map(({ color }) => color) ?? [],
      memberCount: team === null ? 0 : team.members.length + team.omittedMembers,
      errors: problems.filter(({ severity }) => severity === 'error').length,
      warnings: problems.filter(({ severity }) => severity === 'warning').length,
      updatedAt: stored.updatedAt,
      lastRun: last === null ? null : { runId: last.runId, status: (await statuses.of(last)).status },
    };
  }
}
