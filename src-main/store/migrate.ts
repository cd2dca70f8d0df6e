import { existsSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { momentsAndFiles } from './migrations/0002-moments-and-files.ts';

/** One step forward of the schema; `number` is the user_version it leads to. */
export interface Migration {
  readonly number: number;
  readonly sql: string;
}

/** All steps, in order, without gaps: a released step never changes. */
export const MIGRATIONS: readonly Migration[] = [
  { number: 1, sql: firstTables },
  { number: 2, sql: momentsAndFiles },
];

/** The schema version this program writes. */
export const newestVersion = (migrations: readonly Migration[]): number => migrations.length;

/** Refuses a list with a gap, before any file is touched. */
export function assertNoGaps(migrations: readonly Migration[]): void {
  migrations.forEach(({ number }, index) => {
    if (number !== index + 1) throw new Error(`Migration ${index + 1} is missing: number ${number} stands in its place.`);
  });
}

const countEvents = (database: Database.Database) => database.prepare('SELECT count(*) FROM event').pluck().get();

/** Copies a database that holds data to `<file>.bak` and checks the copy, so that a failed step can't cost anything. */
function backUp(database: Database.Database, file: string): void {
  const draft = `${file}.bak-${process.pid}`;
  rmSync(draft, { force: true });
  try {
    database.prepare('VACUUM INTO ?').run(draft);
    const copy = new Database(draft, { readonly: true });
    const verdict = copy.pragma('quick_check', { simple: true });
    const same = countEvents(copy) === countEvents(database);
    copy.close();
    if (verdict !== 'ok' || !same)
      throw new StorageError(
        'NOT_A_DATABASE',
        `The backup of ${file} did not pass its check (${String(verdict)}); the database was not changed.`,
        { file },
      );
    renameSync(draft, `${file}.bak`);
  } finally {
    if (existsSync(draft)) rmSync(draft);
  }
}

/** Brings a database to the newest version in one transaction; a newer one is refused untouched. */
export function migrate(database: Database.Database, file: string, migrations: readonly Migration[]): void {
  const version = () => Number(database.pragma('user_version', { simple: true }));
  const newest = newestVersion(migrations);
  refuseNewer(version(), newest, file);
  if (version() === newest) return;
  if (version() > 0) backUp(database, file);
  const steps = database.transaction(() => {
    refuseNewer(version(), newest, file); // another process may have migrated meanwhile
    for (const { sql } of migrations.slice(version())) database.exec(sql);
    database.pragma(`user_version = ${newest}`);
  });
  steps.immediate();
}

/** NEWER_DATABASE when a file was written by a later release. */
export function refuseNewer(version: number, newest: number, file: string): void {
  if (version > newest)
    throw new StorageError(
      'NEWER_DATABASE',
      `${file} was written by a newer Troupe (schema ${version}; this one knows ${newest}). It was not touched: update Troupe to open it.`,
      { file, version, newest },
    );
}
