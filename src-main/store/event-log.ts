import type { DomainEventEnvelope } from '../../src-shared/run/envelope.ts';
import type { EventStream } from '../../src-shared/run/storage.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import type { Reader, StoreDatabase } from './connection.ts';
import { chainNext, chainStart, checksumFromSql, type EventRow, envelopeOf } from './event-row.ts';
import type { EventTypes } from './event-types.ts';
import type { Mark } from './marks.ts';
import { rowKey, rowNumber } from './row-key.ts';
import type { StreamRow } from './stream-row.ts';

/** CORRUPT_EVENT_STREAM: names the run, the first bad revision and what was found there. */
function corrupt({ namespace, streamId }: EventStream, revision: number, what: string, cause?: unknown): StorageError {
  const message = `Run ${streamId} is damaged at revision ${revision}: ${what}. Nothing was changed and the run won't go on by itself: restore a backup, or delete the run.`;
  return new StorageError(
    'CORRUPT_EVENT_STREAM',
    message,
    { namespace, runId: streamId, revision, reason: what },
    cause === undefined ? {} : { cause },
  );
}

/** Most that is read at once: a slow reader must not hold more than this. */
const PAGE_BYTES = 4 * 1024 * 1024;
const FIRST_PAGE = 64;
const NEXT_PAGES = 1024;

/** Reads events of one stream, checking each against the chain. */
export interface EventLog {
  /** Events after `after` up to `to`, in pages that never hold the connection while the caller works. */
  pages(stream: EventStream, row: StreamRow, after: number, to: number): Generator<DomainEventEnvelope[], void, void>;
  /** Refuses a stream that has less than, or something else than, what its mark outside the database says. Read the mark first. */
  compareWithMark(reader: Reader, stream: EventStream, row: StreamRow | null, mark: Mark | null): void;
}

const checksumAt = (reader: Reader, id: number, revision: number): string | null => {
  const row = reader.get<{ checksum: Uint8Array }>('SELECT checksum FROM event WHERE id = ?', rowKey(id, revision));
  return row === undefined ? null : checksumFromSql(row.checksum);
};

function readable<T>(stream: EventStream, revision: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isDamage = error instanceof StorageError && error.code === 'NOT_A_DATABASE';
    throw isDamage ? corrupt(stream, revision, 'the database file is damaged there', error) : error;
  }
}

export function createEventLog(open: () => StoreDatabase, types: EventTypes): EventLog {
  function verified(stream: EventStream, row: EventRow, revision: number, previous: string): DomainEventEnvelope {
    if (rowNumber(row.id) !== revision) throw corrupt(stream, revision, 'the event is missing');
    const type = types.name(open(), row.type);
    if (type === null) throw corrupt(stream, revision, 'its type is unknown');
    try {
      const event = envelopeOf(row, stream.streamId, type);
      if (chainNext(previous, stream.streamId, revision, event, row.payload) === checksumFromSql(row.checksum)) return event;
    } catch (error) {
      throw corrupt(stream, revision, 'its content is not readable', error);
    }
    throw corrupt(stream, revision, 'its content is not what was saved (the checksum differs)');
  }

  function page(stream: EventStream, id: number, after: number, to: number, previous: string, most: number) {
    const events: DomainEventEnvelope[] = [];
    let checksum = previous;
    let bytes = 0;
    const sql =
      'SELECT id, event_id, type, version, at, correlation_id, causation_id, payload, checksum FROM event WHERE id > ? AND id <= ? ORDER BY id LIMIT ?';
    for (const row of open().iterate<EventRow>(sql, rowKey(id, after), rowKey(id, to), most)) {
      try {
        events.push(verified(stream, row, after + events.length + 1, checksum));
      } catch (error) {
        if (events.length === 0) throw error;
        break; // what stands before the damage is given; the next page begins with it
      }
      checksum = checksumFromSql(row.checksum);
      bytes += row.payload.length;
      if (bytes > PAGE_BYTES) break;
    }
    return { events, checksum };
  }

  return {
    *pages(stream, row, after, to) {
      const last = Math.min(to, row.revision);
      if (after >= last) return;
      const before =
        after === 0 ? chainStart(stream.namespace, stream.streamId) : readable(stream, after, () => checksumAt(open(), row.id, after));
      if (before === null) throw corrupt(stream, after, 'the event is missing');
      let read = after;
      let checksum = before;
      let most = FIRST_PAGE;
      while (read < last) {
        const next = readable(stream, read + 1, () => page(stream, row.id, read, last, checksum, most));
        if (next.events.length === 0) throw corrupt(stream, read + 1, 'the event is missing');
        read += next.events.length;
        checksum = next.checksum;
        most = NEXT_PAGES;
        if (read === row.revision && checksum !== row.checksum) throw corrupt(stream, read, 'it is not the event that the run ended with');
        yield next.events;
      }
    },
    compareWithMark(reader, stream, row, mark) {
      if (mark === null || mark.namespace !== stream.namespace || mark.streamId !== stream.streamId) return;
      const revision = row?.revision ?? 0;
      if (mark.revision > revision) {
        const lost = mark.revision - revision;
        throw corrupt(
          stream,
          revision + 1,
          `${lost} saved event${lost === 1 ? '' : 's'} up to revision ${mark.revision} missing; the database lost its end or is an older copy`,
        );
      }
      if (row === null) return;
      const checksum = mark.revision === row.revision ? row.checksum : checksumAt(reader, row.id, mark.revision);
      if (checksum !== mark.checksum)
        throw corrupt(
          stream,
          mark.revision,
          'it is not the event that was saved last; the database is an older copy that went another way',
        );
    },
  };
}
