import { z } from 'zod';
import type { RunSummary } from '../../src-shared/run/run-summary.ts';
import type { EventStream } from '../../src-shared/run/storage.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import type { Reader, StoreDatabase, Writer } from './connection.ts';
import { chainStart, checksumFromSql, checksumToSql } from './event-row.ts';
import { readName } from './storage-policy.ts';

/** What is kept of a stream as a whole; `revision` 0 while it has artifacts, parts or a lease only. */
export interface StreamRow {
  readonly id: number;
  readonly revision: number;
  readonly checksum: string;
  readonly envelopeVersion: number;
  readonly maxEventBytes: number | null;
  readonly maxBatchBytes: number | null;
}

/** The half of a summary that changes with every event; the other is the row of `run`. */
type Progress = Omit<RunSummary, 'runId' | 'team' | 'name' | 'form' | 'task' | 'startedAt' | 'revision'>;
const Total = z.number().nullable();
/** Of rows from before these times were kept: nothing counts as away until the next sign of work. */
const NEVER = Number.MAX_SAFE_INTEGER;
const Progress: z.ZodType<Progress> = z.strictObject({
  lastAt: z.string(),
  signAt: z.number().default(NEVER),
  awayMs: z.number().default(0),
  turns: z.int(),
  open: z.record(z.string(), z.enum(['running', 'paused'])),
  control: z.enum(['none', 'paused', 'stopped']),
  pauseReason: z.string().nullable(),
  usage: z.strictObject({ inputTokens: Total, outputTokens: Total, costMicroUsd: Total, unknown: z.int() }),
});
const NOT_STARTED: Omit<Progress, 'lastAt'> = {
  signAt: NEVER,
  awayMs: 0,
  turns: 0,
  open: {},
  control: 'none',
  pauseReason: null,
  usage: { inputTokens: null, outputTokens: null, costMicroUsd: null, unknown: 0 },
};
export interface SummaryColumns {
  readonly run_id: string;
  readonly revision: number;
  readonly progress: string;
  readonly started_at: string;
  readonly team: string;
  readonly name: string;
  readonly form: string;
  readonly task: string;
}

export function readStream({ namespace, streamId }: EventStream): EventStream {
  return { namespace: readName(namespace, '/namespace'), streamId: readName(streamId, '/streamId') };
}

interface StreamColumns {
  readonly id: number;
  readonly revision: number;
  readonly checksum: Uint8Array;
  readonly envelope_version: number;
  readonly max_event_bytes: number | null;
  readonly max_batch_bytes: number | null;
}

export function findStream(reader: Reader, { namespace, streamId }: EventStream): StreamRow | null {
  const row = reader.get<StreamColumns>(
    'SELECT id, revision, checksum, envelope_version, max_event_bytes, max_batch_bytes FROM stream WHERE namespace = ? AND name = ?',
    namespace,
    streamId,
  );
  if (row === undefined) return null;
  if (row.envelope_version !== 1)
    throw new StorageError(
      'UNSUPPORTED_ENVELOPE_VERSION',
      `Run ${streamId} has events of form ${row.envelope_version}; this Troupe reads form 1. Update it.`,
      {
        runId: streamId,
        envelopeVersion: row.envelope_version,
      },
    );
  return {
    id: row.id,
    revision: row.revision,
    checksum: checksumFromSql(row.checksum),
    envelopeVersion: row.envelope_version,
    maxEventBytes: row.max_event_bytes,
    maxBatchBytes: row.max_batch_bytes,
  };
}

/** The stream's row, made if there is none. Numbers are never used twice: a lost run's mark must stay beside its number. */
export function findOrMakeStream(database: StoreDatabase, writer: Writer, stream: EventStream): StreamRow {
  const known = findStream(writer, stream);
  if (known !== null) return known;
  const last = writer.get<{ id: number | null }>('SELECT max(id) AS id FROM stream')?.id ?? 0;
  const id = Math.max(last, database.marks.count()) + 1;
  const checksum = chainStart(stream.namespace, stream.streamId);
  writer.run(
    'INSERT INTO stream (id, namespace, name, checksum) VALUES (?, ?, ?, ?)',
    id,
    stream.namespace,
    stream.streamId,
    checksumToSql(checksum),
  );
  return { id, revision: 0, checksum, envelopeVersion: 1, maxEventBytes: null, maxBatchBytes: null };
}

/** Columns and tables of a run's summary. */
export const SUMMARY =
  'SELECT stream.name AS run_id, stream.revision, stream.progress, run.started_at, run.team, run.name, run.form, run.task FROM run JOIN stream ON stream.id = run.stream';

export function summaryOf({ run_id, revision, progress, started_at, team, name, form, task }: SummaryColumns): RunSummary {
  // A damaged row must not take the list of all runs away: it is listed as never gone on, its status is derived from its events.
  const changing = readProgress(progress) ?? { ...NOT_STARTED, lastAt: started_at };
  return { runId: run_id, revision, team, name, form, task, startedAt: started_at, ...changing };
}

/** The column as it was written, or null when it is not what this program writes. */
function readProgress(text: string): Progress | null {
  try {
    return Progress.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function loadSummary(reader: Reader, id: number): RunSummary | null {
  const row = reader.get<SummaryColumns>(`${SUMMARY} WHERE run.stream = ?`, id);
  if (row === undefined) return null;
  if (readProgress(row.progress) === null)
    throw new StorageError(
      'CORRUPT_EVENT_STREAM',
      `The summary kept with run ${row.run_id} is damaged, so nothing is added to it. Make it anew with "troupe doctor --rebuild".`,
    );
  return summaryOf(row);
}

export function insertRun(writer: Writer, id: number, { startedAt, team, name, form, task }: RunSummary): void {
  writer.run(
    'INSERT INTO run (stream, started_at, team, name, form, task) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    startedAt,
    team,
    name,
    form,
    task,
  );
}

export function progressText({ lastAt, signAt, awayMs, turns, open, control, pauseReason, usage }: RunSummary): string {
  return JSON.stringify({ lastAt, signAt, awayMs, turns, open, control, pauseReason, usage } satisfies Progress);
}
