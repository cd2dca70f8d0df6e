import { existsSync, statSync } from 'node:fs';
import { type RunSummary, summarizeRun } from '../../src-shared/run/run-summary.ts';
import type { EventStream } from '../../src-shared/run/storage.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import { digestOf } from './artifact-store.ts';
import type { StoreDatabase } from './connection.ts';
import { createEventLog } from './event-log.ts';
import { createEventTypes } from './event-types.ts';
import { marksFile } from './storage-path.ts';
import { saidBefore } from './part-store.ts';
import { findStream, progressText } from './stream-row.ts';

/** Something wrong with one run (or, without a run, with the file). */
interface StoreProblem {
  readonly namespace: string | null;
  readonly runId: string | null;
  readonly code: string;
  /** First bad revision, where one is known. */
  readonly revision: number | null;
  readonly message: string;
}
interface StoreReport {
  readonly ok: boolean;
  readonly file: string;
  readonly sqlite: string;
  readonly schemaVersion: number;
  readonly journalMode: string;
  readonly synchronous: number;
  readonly streams: number;
  readonly events: number;
  readonly bytes: { readonly database: number; readonly log: number; readonly marks: number };
  /** The copy made before the last migration. */
  readonly backup: string | null;
  readonly problems: readonly StoreProblem[];
}

export interface Doctor {
  /** Runs whose saved end is missing: marks against rows, without reading events. */
  damage(): StoreProblem[];
  /** Reads everything: the file's structure, every chain, every artifact. */
  check(): StoreReport;
  /** Makes summaries anew from the events and accepts the present ends as they are; says which losses were accepted. */
  rebuild(): StoreProblem[];
}

const problemOf = ({ namespace, streamId }: EventStream, error: unknown): StoreProblem => {
  if (!(error instanceof StorageError)) throw error;
  const { revision } = error.details;
  return { namespace, runId: streamId, code: error.code, revision: typeof revision === 'number' ? revision : null, message: error.message };
};

const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export function createDoctor(database: StoreDatabase): Doctor {
  const log = createEventLog(() => database, createEventTypes());
  const streams = () => database.all<EventStream>('SELECT namespace, name AS streamId FROM stream ORDER BY id');
  const number = (pragma: string) => Number(database.pragma(pragma));

  function damage(): StoreProblem[] {
    return database.marks.all().flatMap(({ mark }) => {
      try {
        log.compareWithMark(database, mark, findStream(database, mark), mark);
        return [];
      } catch (error) {
        return [problemOf(mark, error)];
      }
    });
  }

  /** Folds the stream's events, each checked; null for one without events. */
  function fold(stream: EventStream): RunSummary | null {
    const row = findStream(database, stream);
    if (row === null) return null;
    let summary: RunSummary | null = null;
    const said = (before: number) => saidBefore(database, row.id, before);
    for (const events of log.pages(stream, row, 0, row.revision)) for (const event of events) summary = summarizeRun(summary, event, said);
    return summary;
  }

  /** Null also where an event is not what was saved: such a run is left as it is. */
  function foldIfWhole(stream: EventStream): RunSummary | null {
    try {
      return fold(stream);
    } catch (error) {
      problemOf(stream, error); // throws what is no damage
      return null;
    }
  }

  function brokenChains(): StoreProblem[] {
    return streams().flatMap((stream) => {
      try {
        const summary = fold(stream);
        const kept = database.get<{ progress: string | null }>(
          'SELECT progress FROM stream WHERE namespace = ? AND name = ?',
          stream.namespace,
          stream.streamId,
        );
        if (summary === null || kept?.progress === progressText(summary)) return [];
        const message = `Run ${stream.streamId}: the summary kept for lists is not what its events give. Make it anew with "troupe doctor --rebuild".`;
        return [{ namespace: stream.namespace, runId: stream.streamId, code: 'CORRUPT_EVENT_STREAM', revision: null, message }];
      } catch (error) {
        return [problemOf(stream, error)];
      }
    });
  }

  function damagedArtifacts(): StoreProblem[] {
    const sql =
      'SELECT stream.namespace, stream.name AS streamId, digest, purpose, bytes FROM artifact JOIN stream ON stream.id = artifact.stream';
    const problems: StoreProblem[] = [];
    for (const { namespace, streamId, digest, purpose, bytes } of database.iterate<
      EventStream & { digest: string; purpose: string; bytes: Uint8Array }
    >(sql))
      if (digestOf(bytes) !== digest)
        problems.push({
          namespace,
          runId: streamId,
          code: 'ARTIFACT_INTEGRITY',
          revision: null,
          message: `Run ${streamId}: the ${purpose} artifact is not what was saved.`,
        });
    return problems;
  }

  function brokenStructure(): StoreProblem[] {
    const verdict = database.pragma('quick_check(1)');
    if (verdict === 'ok') return [];
    return [
      {
        namespace: null,
        runId: null,
        code: 'NOT_A_DATABASE',
        revision: null,
        message: `${database.file} is damaged: ${String(verdict)}. Restore a backup.`,
      },
    ];
  }

  return {
    damage,
    check() {
      const problems = [brokenStructure, damage, brokenChains, damagedArtifacts].flatMap((look) => {
        try {
          return look();
        } catch (error) {
          return [{ ...problemOf({ namespace: '', streamId: '' }, error), namespace: null, runId: null }];
        }
      });
      const { file } = database;
      const backup = `${file}.bak`;
      return {
        ok: problems.length === 0,
        file,
        sqlite: database.get<{ version: string }>('SELECT sqlite_version() AS version')?.version ?? '',
        schemaVersion: number('user_version'),
        journalMode: String(database.pragma('journal_mode')),
        synchronous: number('synchronous'),
        streams: database.get<{ n: number }>('SELECT count(*) AS n FROM stream')?.n ?? 0,
        events: database.get<{ n: number }>('SELECT coalesce(sum(revision), 0) AS n FROM stream')?.n ?? 0,
        bytes: { database: size(file), log: size(`${file}-wal`), marks: size(marksFile(file)) },
        backup: existsSync(backup) ? backup : null,
        problems,
      };
    },
    rebuild() {
      const lost = damage();
      for (const stream of streams()) {
        const summary = foldIfWhole(stream);
        if (summary === null) continue;
        const row = database.write((writer) => {
          const current = findStream(writer, stream);
          if (current?.revision !== summary.revision) return null; // it went on meanwhile: its own appends keep it right
          writer.run('UPDATE stream SET progress = ? WHERE id = ?', progressText(summary), current.id);
          return current;
        });
        if (row !== null) database.marks.write(row.id, { ...stream, revision: row.revision, checksum: row.checksum });
      }
      for (const { stream, mark } of database.marks.all()) if (findStream(database, mark) === null) database.marks.clear(stream);
      const left = new Set(damage().map(({ runId }) => runId));
      return lost.filter(({ runId }) => !left.has(runId));
    },
  };
}
