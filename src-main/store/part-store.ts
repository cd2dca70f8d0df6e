import { canonicalJson } from '../../src-shared/kernel/canonical-json.ts';
import { type JsonValue, JsonValueError } from '../../src-shared/kernel/json.ts';
import type { EventStream, NewPart, PartKind, PartStore, StoredPart } from '../../src-shared/run/storage.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import type { Reader, SqlValue, StoreDatabase, Writer } from './connection.ts';
import { rowKey, rowNumber, rowRange } from './row-key.ts';
import type { SecretGuard } from './secret-guard.ts';
import { findOrMakeStream, findStream, readStream } from './stream-row.ts';

/** A part that was checked and redacted, as it is written. */
export type AdmittedPart = readonly [
  position: string,
  attempt: number,
  sequence: number,
  kind: string,
  data: string,
  at: number,
  revision: number,
];

const KINDS = new Set<PartKind>(['text', 'reasoning', 'tool-call', 'tool-result', 'error']);

function refuse(path: string, message: string): never {
  throw new StorageError('INVALID_STORED_VALUE', `Part refused at ${path}: ${message}`, { path });
}

/** Checks parts and redacts known secrets in them: they are free text (spec/graph-and-team.md 2.6). */
export function admitParts(parts: readonly NewPart[], guard: SecretGuard, maxBytes: number): AdmittedPart[] {
  return parts.map(({ position, attempt, sequence, kind, data, at, revision }, index) => {
    if (typeof position !== 'string' || position.trim() === '') refuse(`/parts/${index}/position`, 'name the turn.');
    for (const [key, value, least] of [
      ['attempt', attempt, 1],
      ['sequence', sequence, 1],
      ['at', at, 0],
      ['revision', revision, 0],
    ] as const)
      if (!Number.isSafeInteger(value) || value < least) refuse(`/parts/${index}/${key}`, `use a whole number from ${least}.`);
    if (!KINDS.has(kind)) refuse(`/parts/${index}/kind`, `use one of ${[...KINDS].join(', ')}.`);
    guard.refuse(position, `/parts/${index}/position`);
    const text = partText(data, index, guard);
    if (Buffer.byteLength(text) > maxBytes)
      throw new StorageError(
        'STORAGE_LIMIT_EXCEEDED',
        `Part ${index + 1} of ${position} is larger than the ${maxBytes} bytes the storage policy allows; split it.`,
        {
          path: `/parts/${index}/data`,
          limit: maxBytes,
        },
      );
    return [position, attempt, sequence, kind, text, at, revision];
  });
}

function partText(data: JsonValue, index: number, guard: SecretGuard): string {
  try {
    return canonicalJson(guard.redact(data));
  } catch (error) {
    if (error instanceof JsonValueError) refuse(`/parts/${index}/data${error.path}`, error.message);
    throw error;
  }
}

/** Writes parts inside a transaction. */
export function insertParts(writer: Writer, stream: number, parts: readonly AdmittedPart[]): void {
  if (parts.length === 0) return;
  const [first, last] = rowRange(stream);
  let key = writer.get<{ id: number | null }>('SELECT max(id) AS id FROM part WHERE id BETWEEN ? AND ?', first, last)?.id ?? first;
  for (const part of parts) {
    key += 1;
    writer.run(
      'INSERT INTO part (id, position, attempt, sequence, kind, data, at, revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      key,
      ...part,
    );
  }
}

/** When text was last streamed before an event of this revision, in milliseconds since 1970; 0 for never. */
export function saidBefore(reader: Reader, stream: number, revision: number): number {
  // Rows that kept no revision say nothing of when.
  const sql = "SELECT at FROM part WHERE id BETWEEN ? AND ? AND kind = 'text' AND revision BETWEEN 1 AND ? ORDER BY id DESC LIMIT 1";
  return reader.get<{ at: number }>(sql, ...rowRange(stream), revision - 1)?.at ?? 0;
}

interface PartRow {
  readonly id: number;
  readonly position: string;
  readonly attempt: number;
  readonly sequence: number;
  readonly kind: PartKind;
  readonly data: string;
  readonly at: number;
  readonly revision: number;
}

function partOf(row: PartRow): StoredPart {
  const data: JsonValue = JSON.parse(row.data);
  return { ...row, id: rowNumber(row.id), data };
}

const COLUMNS = 'SELECT id, position, attempt, sequence, kind, data, at, revision FROM part';
const ALL = 2 ** 31;

/** Parts beside the events of `open()`'s database. */
export function createPartStore(open: () => StoreDatabase, guard: SecretGuard, maxBytes: number): PartStore {
  return Object.freeze({
    async append(place: EventStream, parts: readonly NewPart[]) {
      const stream = readStream(place);
      const admitted = admitParts(parts, guard, maxBytes);
      if (admitted.length === 0) return;
      const database = open();
      database.write((writer) => insertParts(writer, findOrMakeStream(database, writer, stream).id, admitted));
    },
    async read(place: EventStream, { after = 0, position, limit = ALL }: { after?: number; position?: string; limit?: number } = {}) {
      const database = open();
      const row = findStream(database, readStream(place));
      if (row === null) return [];
      const from = rowKey(row.id, after);
      const values: SqlValue[] = position === undefined ? [from, rowRange(row.id)[1], limit] : [row.id, position, from, limit];
      const where = position === undefined ? 'id > ? AND id <= ?' : 'id >> 32 = ? AND position = ? AND id > ?';
      const rows = database.all<PartRow>(`${COLUMNS} WHERE ${where} ORDER BY id LIMIT ?`, ...values);
      return rows.map(partOf);
    },
    async lastId(place: EventStream) {
      const database = open();
      const row = findStream(database, readStream(place));
      if (row === null) return 0;
      const last = database.get<{ id: number | null }>('SELECT max(id) AS id FROM part WHERE id BETWEEN ? AND ?', ...rowRange(row.id))?.id;
      return last == null ? 0 : rowNumber(last);
    },
  });
}
