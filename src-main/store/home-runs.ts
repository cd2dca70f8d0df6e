import { z } from 'zod';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import type { RunSummary } from '../../src-shared/run/run-summary.ts';
import type { LeaseOwner } from '../../src-shared/run/storage.ts';
import { RunStatus } from '../../src-shared/run/run-status.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import type { Reader, SqlValue, StoreDatabase } from './connection.ts';
import { liveOwner } from './lease-store.ts';
import { rowRange } from './row-key.ts';
import { readName } from './storage-policy.ts';
import { findStream, SUMMARY, type SummaryColumns, summaryOf } from './stream-row.ts';

/** What a run's folded log decided at `revision`: kept so that lists need not fold; stale as soon as the run goes on. */
interface SettledRun {
  readonly revision: number;
  readonly status: string;
  readonly code?: string;
  readonly message?: string;
  readonly output?: JsonValue;
}
export interface RunRow extends RunSummary {
  readonly settled: SettledRun | null;
  /** The live owner. */
  readonly lease: LeaseOwner | null;
}
export interface HomeRuns {
  /** Newest first; `before` is the last run of the page before, `total` counts all that match. */
  list(options: { readonly limit: number; readonly search?: string; readonly before?: string }): {
    readonly runs: readonly RunRow[];
    readonly total: number;
  };
  get(runId: string): RunRow | null;
  /** The newest run of a team. */
  lastOf(team: string): RunRow | null;
  /** Number of a run among the runs of its team, from 1 in order of start; 0 for none. */
  number(runId: string): number;
  settle(runId: string, settled: SettledRun): void;
  /** Events, parts, artifacts, lease and mark are gone from the disk afterwards. The caller sees to it that nobody drives the run. */
  remove(runId: string): void;
}

interface RunColumns extends SummaryColumns {
  readonly stream: number;
  readonly settled: string | null;
}

const ROWS = SUMMARY.replace('SELECT ', 'SELECT run.stream, run.settled, ');
const MATCH = ['stream.name', 'run.name', 'run.team', 'run.task'].map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ');
const BEFORE =
  '(run.started_at, run.stream) < (SELECT r.started_at, r.stream FROM run r JOIN stream s ON s.id = r.stream WHERE s.namespace = ? AND s.name = ?)';

const Settled: z.ZodType<SettledRun> = z.object({
  revision: z.int(),
  status: RunStatus,
  code: z.string().exactOptional(),
  message: z.string().exactOptional(),
});
/** Null also for what this program did not write: then the status is derived again. */
function readSettled(text: string | null): SettledRun | null {
  try {
    return text === null ? null : Settled.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The runs of one namespace, for lists. */
export function createHomeRuns(database: StoreDatabase, namespace: string, clock: () => number): HomeRuns {
  function runOf(reader: Reader, columns: RunColumns): RunRow {
    return { ...summaryOf(columns), settled: readSettled(columns.settled), lease: liveOwner(reader, columns.stream, clock()) };
  }
  return {
    list({ limit, search = '', before }) {
      const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
      const matching = search === '' ? '' : ` AND (${MATCH})`;
      const values: SqlValue[] = search === '' ? [namespace] : [namespace, pattern, pattern, pattern, pattern];
      const page = before === undefined ? '' : ` AND ${BEFORE}`;
      const rows = database.all<RunColumns>(
        `${ROWS} WHERE stream.namespace = ?${matching}${page} ORDER BY run.started_at DESC, run.stream DESC LIMIT ?`,
        ...values,
        ...(before === undefined ? [] : [namespace, before]),
        limit,
      );
      const counted = `SELECT count(*) AS total FROM run JOIN stream ON stream.id = run.stream WHERE stream.namespace = ?${matching}`;
      return { runs: rows.map((row) => runOf(database, row)), total: database.get<{ total: number }>(counted, ...values)?.total ?? 0 };
    },
    get(runId) {
      const row = database.get<RunColumns>(`${ROWS} WHERE stream.namespace = ? AND stream.name = ?`, namespace, readName(runId, '/runId'));
      return row === undefined ? null : runOf(database, row);
    },
    lastOf(team) {
      const row = database.get<RunColumns>(
        `${ROWS} WHERE stream.namespace = ? AND run.team = ? ORDER BY run.started_at DESC, run.stream DESC LIMIT 1`,
        namespace,
        team,
      );
      return row === undefined ? null : runOf(database, row);
    },
    number(runId) {
      const counted = `SELECT count(*) AS number FROM run r JOIN stream s ON s.id = r.stream AND s.namespace = ?
        JOIN (SELECT run.team, run.started_at, run.stream FROM run JOIN stream ON stream.id = run.stream WHERE stream.namespace = ? AND stream.name = ?) me
        ON r.team = me.team AND (r.started_at, r.stream) <= (me.started_at, me.stream)`;
      return database.get<{ number: number }>(counted, namespace, namespace, readName(runId, '/runId'))?.number ?? 0;
    },
    settle(runId, settled) {
      const changed = database.write((writer) => {
        const stream = findStream(writer, { namespace, streamId: readName(runId, '/runId') });
        return stream === null ? 0 : writer.run('UPDATE run SET settled = ? WHERE stream = ?', JSON.stringify(settled), stream.id);
      });
      if (changed === 0) throw new StorageError('INVALID_STORED_VALUE', `There is no run ${runId} to settle.`, { path: '/runId' });
    },
    remove(runId) {
      removeStream(database, namespace, readName(runId, '/runId'));
    },
  };
}

/**
 * Deletes everything of a stream, then rewrites the file: pages keep copies of rows that were moved in them, and only that takes them
 * away. It costs about a second for 100 MB.
 */
function removeStream(database: StoreDatabase, namespace: string, streamId: string): void {
  const id = database.write((writer) => {
    const stream = findStream(writer, { namespace, streamId });
    if (stream === null) return null;
    writer.run('DELETE FROM event WHERE id BETWEEN ? AND ?', ...rowRange(stream.id));
    writer.run('DELETE FROM part WHERE id BETWEEN ? AND ?', ...rowRange(stream.id));
    writer.run('DELETE FROM stream WHERE id = ?', stream.id); // artifacts, lease and run go with it
    return stream.id;
  });
  if (id === null) return;
  database.marks.clear(id);
  database.rewrite();
}
