/* oxlint-disable typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion -- a row's type is its query's own;
   this file is the one place that takes their word for it */
import type Database from 'better-sqlite3';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import { type Marks, openMarks } from './marks.ts';
import { storageFault } from './storage-fault.ts';
import { marksFile } from './storage-path.ts';

export type SqlValue = string | number | null | Uint8Array;
type Row = Readonly<Record<string, unknown>>;

/** Reads only. Statements are prepared once a text, so texts are constants. */
export interface Reader {
  get<R = Row>(sql: string, ...values: SqlValue[]): R | undefined;
  all<R = Row>(sql: string, ...values: SqlValue[]): R[];
  /** Holds the connection until it is finished or left: never across an await. */
  iterate<R = Row>(sql: string, ...values: SqlValue[]): IterableIterator<R>;
}
/** Exists inside `write` alone. */
export interface Writer extends Reader {
  /** Rows changed. */
  run(sql: string, ...values: SqlValue[]): number;
}
/** One open database file, shared by everything in this process that uses it. */
export interface StoreDatabase extends Reader {
  readonly file: string;
  readonly marks: Marks;
  /** One IMMEDIATE transaction: all of it is durable when this returns, none of it when it throws. */
  write<T>(work: (writer: Writer) => T): T;
  pragma(text: string): unknown;
  /** Writes the whole file anew, so that nothing deleted is left in it or in its log. */
  rewrite(): void;
  /** Gives this user's share back; the last one closes the file. */
  release(): void;
}

/** Wraps an open file: statements prepared once, errors in this program's words, transactions of one kind. */
export function connect(database: Database.Database, file: string): StoreDatabase {
  const marks = openMarks(marksFile(file));
  const statements = new Map<string, Database.Statement>();
  const prepared = (sql: string): Database.Statement => {
    const known = statements.get(sql);
    if (known) return known;
    if (!database.open) throw new StorageError('DATABASE_UNAVAILABLE', `${file} was closed; open the storage again.`, { file });
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storageFault(error, file);
    }
  };
  const reader: Reader = {
    get: <R>(sql: string, ...values: SqlValue[]) => guarded(() => prepared(sql).get(...values) as R | undefined),
    all: <R>(sql: string, ...values: SqlValue[]) => guarded(() => prepared(sql).all(...values) as R[]),
    *iterate<R>(sql: string, ...values: SqlValue[]) {
      try {
        yield* prepared(sql).iterate(...values) as IterableIterator<R>;
      } catch (error) {
        throw storageFault(error, file);
      }
    },
  };
  const writer: Writer = { ...reader, run: (sql, ...values) => prepared(sql).run(...values).changes };
  return {
    ...reader,
    file,
    marks,
    write: (work) =>
      guarded(() => {
        prepared('BEGIN IMMEDIATE').run();
        try {
          const result = work(writer);
          prepared('COMMIT').run();
          return result;
        } finally {
          if (database.inTransaction) prepared('ROLLBACK').run();
        }
      }),
    pragma: (text) => guarded(() => database.pragma(text, { simple: true })),
    rewrite: () =>
      guarded(() => {
        database.exec('VACUUM');
        database.pragma('wal_checkpoint(TRUNCATE)');
      }),
    release() {
      try {
        database.pragma('wal_checkpoint(TRUNCATE)');
      } catch {
        // another process reads or the disk is full: the log stays and is read at the next open
      }
      statements.clear();
      database.close();
      marks.close();
    },
  };
}
