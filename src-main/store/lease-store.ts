import type { EventStream, LeaseAnswer, LeaseOwner, LeaseStore } from '../../src-shared/run/storage.ts';
import type { Reader, StoreDatabase } from './connection.ts';
import { hasEnded, thisProcess } from './process-identity.ts';
import { findOrMakeStream, findStream, readStream } from './stream-row.ts';

/** A lease without a heartbeat for this long is free (decisions.md 11). */
const EXPIRY_MS = 10_000;

interface LeaseRow {
  readonly holder: string;
  readonly pid: number;
  readonly host: string;
  readonly started_at: string;
  readonly since: string;
  readonly beat: number;
}

const ownerOf = ({ holder, pid, host, started_at, since }: LeaseRow): LeaseOwner => ({ holder, pid, host, startedAt: started_at, since });

/** Who drove the run last, and whether it still does. */
function lastOwner(reader: Reader, stream: number, now: number): { readonly owner: LeaseOwner; readonly live: boolean } | null {
  const row = reader.get<LeaseRow>('SELECT holder, pid, host, started_at, since, beat FROM lease WHERE stream = ?', stream);
  if (row === undefined) return null;
  const owner = ownerOf(row);
  return { owner, live: now - row.beat < EXPIRY_MS && !hasEnded(owner) };
}

/** The live owner of a stream, or null. */
export function liveOwner(reader: Reader, stream: number, now: number): LeaseOwner | null {
  const last = lastOwner(reader, stream, now);
  return last?.live ? last.owner : null;
}

/** Leases in `open()`'s database. `clock` gives milliseconds since 1970. */
export function createLeaseStore(open: () => StoreDatabase, clock: () => number): LeaseStore {
  return Object.freeze({
    async acquire(place: EventStream, holder: string): Promise<LeaseAnswer> {
      const stream = readStream(place);
      const database = open();
      return database.write((writer) => {
        const now = clock();
        const { id } = findOrMakeStream(database, writer, stream);
        const last = lastOwner(writer, id, now);
        if (last?.live && last.owner.holder !== holder) return { ok: false, owner: last.owner };
        const { pid, host, startedAt } = thisProcess;
        const since = new Date(now).toISOString();
        writer.run('INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?, ?, ?, ?)', id, holder, pid, host, startedAt, since, now);
        return { ok: true, from: last === null || last.owner.holder === holder ? null : last.owner };
      });
    },
    async heartbeat(place: EventStream, holder: string) {
      const database = open();
      const row = findStream(database, readStream(place));
      return (
        row !== null &&
        database.write((writer) => writer.run('UPDATE lease SET beat = ? WHERE stream = ? AND holder = ?', clock(), row.id, holder)) === 1
      );
    },
    async release(place: EventStream, holder: string) {
      const database = open();
      const row = findStream(database, readStream(place));
      if (row !== null) database.write((writer) => writer.run('DELETE FROM lease WHERE stream = ? AND holder = ?', row.id, holder));
    },
    async owner(place: EventStream) {
      const database = open();
      const row = findStream(database, readStream(place));
      return row === null ? null : liveOwner(database, row.id, clock());
    },
  });
}
