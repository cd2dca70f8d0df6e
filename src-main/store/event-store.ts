import type { DomainEventEnvelope, NewDomainEvent } from '../../src-shared/run/envelope.ts';
import { type RunSummary, summarizeRun } from '../../src-shared/run/run-summary.ts';
import type { EventStore, EventStream, LeaseStore, NewPart, PartStore } from '../../src-shared/run/storage.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import type { Reader, StoreDatabase, Writer } from './connection.ts';
import { createEventLog } from './event-log.ts';
import { chainNext, checksumToSql, correlationToSql, eventIdHash } from './event-row.ts';
import { createEventTypes } from './event-types.ts';
import { createLeaseStore } from './lease-store.ts';
import { type AdmittedEvent, admitEvents, refuseDuplicate } from './new-events.ts';
import { type AdmittedPart, admitParts, createPartStore, insertParts, saidBefore } from './part-store.ts';
import { rowKey, rowRange } from './row-key.ts';
import type { SecretGuard } from './secret-guard.ts';
import type { EventLimits } from './storage-policy.ts';
import { findOrMakeStream, findStream, insertRun, loadSummary, progressText, readStream, type StreamRow } from './stream-row.ts';

/** The SQLite event store: what the port promises, and reads that only a store with an index can serve. */
export interface LocalEventStore extends EventStore {
  readonly parts: PartStore;
  readonly leases: LeaseStore;
  /** Events `from` to `to`, both included, in revision order. */
  readRange(stream: EventStream, from: number, to: number): Promise<readonly DomainEventEnvelope[]>;
  /** 0 for a stream without events. */
  lastRevision(stream: EventStream): Promise<number>;
}

/** The end of a stream as this process knows it, so that an append reads nothing of what lies before. */
interface Head {
  readonly row: StreamRow;
  readonly summary: RunSummary | null;
  /** Hashes of all event ids; null until an append needs them. */
  eventIds: Set<number> | null;
}
const HEADS_KEPT = 64;

interface EventStoreParts {
  readonly open: () => StoreDatabase;
  readonly limits: EventLimits;
  readonly guard: SecretGuard;
  readonly clock: () => number;
}

const keyOf = ({ namespace, streamId }: EventStream) => `${namespace}/${streamId}`;

const readRevision = (value: number, path: string) => {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new StorageError('INVALID_STORED_VALUE', `${path} must be a whole number from 0.`, { path });
  return value;
};

export function createEventStore({ open, limits, guard, clock }: EventStoreParts): LocalEventStore {
  const types = createEventTypes();
  const log = createEventLog(open, types);
  const heads = new Map<string, Head>();

  function refuseOtherLimits(row: StreamRow, { streamId }: EventStream): void {
    for (const [key, written, now] of [
      ['maxEventPayloadBytes', row.maxEventBytes, limits.maxEventPayloadBytes],
      ['maxAppendBatchBytes', row.maxBatchBytes, limits.maxAppendBatchBytes],
    ] as const)
      if (written !== null && written !== now)
        throw new StorageError(
          'INVALID_STORED_VALUE',
          `Run ${streamId} was written with ${key} ${written}, not ${now}; open it with the limits it has.`,
          {
            path: `/${key}`,
          },
        );
  }

  /** The stream as the database has it; refused where that is less than what was once saved. */
  function findVouched(reader: Reader, stream: EventStream): StreamRow | null {
    const id = findStream(reader, stream)?.id;
    // The mark is read before the row that is compared: a commit between the two must not look like a loss.
    const mark = id === undefined ? open().marks.find(stream) : open().marks.read(id);
    const row = findStream(reader, stream);
    log.compareWithMark(reader, stream, row, mark);
    if (row !== null) refuseOtherLimits(row, stream);
    return row;
  }

  function loadHead(reader: Reader, stream: EventStream): Head | null {
    const known = heads.get(keyOf(stream));
    const row = findStream(reader, stream);
    if (known && row && known.row.revision === row.revision && known.row.checksum === row.checksum) return known;
    const vouched = findVouched(reader, stream);
    return vouched === null ? null : { row: vouched, summary: loadSummary(reader, vouched.id), eventIds: null };
  }

  function keepHead(stream: EventStream, head: Head): void {
    const key = keyOf(stream);
    heads.delete(key);
    heads.set(key, head);
    for (const oldest of heads.keys()) {
      if (heads.size <= HEADS_KEPT) break;
      heads.delete(oldest);
    }
  }

  function eventIdsOf(reader: Reader, head: Head): Set<number> {
    if (head.eventIds !== null) return head.eventIds;
    const ids = new Set<number>();
    const sql = 'SELECT event_id FROM event WHERE id BETWEEN ? AND ?';
    for (const row of reader.iterate<{ event_id: Uint8Array | string }>(sql, ...rowRange(head.row.id))) ids.add(eventIdHash(row.event_id));
    head.eventIds = ids;
    return ids;
  }

  function refuseConflict(
    reader: Reader,
    { streamId }: EventStream,
    head: Head | null,
    expected: number,
    batch: readonly AdmittedEvent[],
  ): void {
    const actual = head?.row.revision ?? 0;
    if (actual !== expected)
      throw new StorageError(
        'REVISION_CONFLICT',
        `Run ${streamId} is at revision ${actual}, not ${expected}: something else was saved meanwhile. Read it again.`,
        {
          path: '/expectedRevision',
          expected,
          actual,
        },
      );
    if (head === null || actual === 0) return;
    const ids = eventIdsOf(reader, head);
    const sql = 'SELECT 1 FROM event WHERE id BETWEEN ? AND ? AND event_id = ?';
    for (const [index, { event, eventId, eventIdHash: digest }] of batch.entries())
      if (ids.has(digest) && reader.get(sql, ...rowRange(head.row.id), eventId)) refuseDuplicate(event.eventId, index);
  }

  function insertEvents(writer: Writer, stream: EventStream, head: Head, batch: readonly AdmittedEvent[]): Head {
    const ids = eventIdsOf(writer, head);
    let { revision, checksum } = head.row;
    let { summary } = head;
    const said = (before: number) => saidBefore(writer, head.row.id, before);
    for (const { event, payload, at, eventId, eventIdHash: digest } of batch) {
      revision += 1;
      checksum = chainNext(checksum, stream.streamId, revision, event, payload);
      summary = summarizeRun(summary, { envelopeVersion: 1, streamId: stream.streamId, revision, ...event }, said);
      ids.add(digest);
      writer.run(
        'INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        rowKey(head.row.id, revision),
        eventId,
        types.number(writer, event.type),
        event.version,
        at,
        correlationToSql(event.correlationId, stream.streamId),
        event.causationId,
        payload,
        checksumToSql(checksum),
      );
    }
    const { maxEventPayloadBytes, maxAppendBatchBytes } = limits;
    if (summary !== null && head.summary === null) insertRun(writer, head.row.id, summary);
    writer.run(
      'UPDATE stream SET revision = ?, checksum = ?, progress = ?, max_event_bytes = ?, max_batch_bytes = ? WHERE id = ?',
      revision,
      checksumToSql(checksum),
      summary === null ? null : progressText(summary),
      maxEventPayloadBytes,
      maxAppendBatchBytes,
      head.row.id,
    );
    const row = { ...head.row, revision, checksum, maxEventBytes: maxEventPayloadBytes, maxBatchBytes: maxAppendBatchBytes };
    return { row, summary, eventIds: ids };
  }

  function commit(stream: EventStream, expected: number, batch: readonly AdmittedEvent[], parts: readonly AdmittedPart[]): Head {
    const database = open();
    return database.write((writer) => {
      const known = loadHead(writer, stream);
      refuseConflict(writer, stream, known, expected, batch);
      const head = known ?? { row: findOrMakeStream(database, writer, stream), summary: null, eventIds: null };
      const next = insertEvents(writer, stream, head, batch);
      insertParts(writer, head.row.id, parts);
      return next;
    });
  }

  return Object.freeze({
    parts: createPartStore(open, guard, limits.maxEventPayloadBytes),
    leases: createLeaseStore(open, clock),
    async preflightAppend(place: EventStream, expectedRevision: number, batch: readonly NewDomainEvent[]) {
      const stream = readStream(place);
      const admitted = admitEvents(batch, limits, guard);
      const head = loadHead(open(), stream);
      refuseConflict(open(), stream, head, readRevision(expectedRevision, '/expectedRevision'), admitted);
    },
    async append(place: EventStream, expectedRevision: number, batch: readonly NewDomainEvent[], parts: readonly NewPart[] = []) {
      const stream = readStream(place);
      const admitted = admitEvents(batch, limits, guard);
      const content = admitParts(parts, guard, limits.maxEventPayloadBytes);
      try {
        const head = commit(stream, readRevision(expectedRevision, '/expectedRevision'), admitted, content);
        const { id, revision, checksum } = head.row;
        open().marks.write(id, { ...stream, revision, checksum });
        keepHead(stream, head);
        return revision;
      } catch (error) {
        types.forget();
        heads.delete(keyOf(stream));
        throw error;
      }
    },
    async *read(place: EventStream, after = 0) {
      const stream = readStream(place);
      const row = findVouched(open(), stream);
      if (row === null) return;
      for (const events of log.pages(stream, row, readRevision(after, '/after'), row.revision)) yield* events;
    },
    async readRange(place: EventStream, from: number, to: number) {
      const stream = readStream(place);
      const row = findVouched(open(), stream);
      return row === null ? [] : [...log.pages(stream, row, Math.max(0, from - 1), to)].flat();
    },
    async lastRevision(place: EventStream) {
      return findVouched(open(), readStream(place))?.revision ?? 0;
    },
  });
}
