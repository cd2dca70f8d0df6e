import { resolve } from 'node:path';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import { acquireDatabase } from './database.ts';
import { createDoctor, type Doctor } from './doctor.ts';
import { createHomeRuns, type HomeRuns } from './home-runs.ts';
import { createHomeTeams, type HomeTeams } from './home-teams.ts';
import { assembleStorage, type LocalRunStorage, storageRecord } from './local-run-storage.ts';
import { STUDIO_POLICY } from './storage-policy.ts';

/** All that a studio keeps, in `<home>/troupe.db`. */
export interface HomeStore extends Doctor {
  readonly home: string;
  /** Version of SQLite. */
  readonly sqlite: string;
  readonly storage: LocalRunStorage;
  readonly runs: HomeRuns;
  readonly teams: HomeTeams;
  readonly settings: {
    get(key: string): JsonValue | null;
    set(key: string, value: JsonValue): void;
  };
  /** Changes when another process has written. */
  dataVersion(): number;
  /** Changes when anything was written, by whomever. */
  version(): string;
  close(): void;
}

const NAMESPACE = 'troupe';
/** What the studio's config digests are made over instead of a folder: a moved or copied home still opens (decisions.md 19). */
const LOGICAL_ROOT = '/troupe-home';

/** Opens the home's store, made if there is none. `clock` gives milliseconds since 1970. Throws StorageError when it can't be trusted. */
export function openHomeStore(home: string, { clock = Date.now }: { readonly clock?: () => number } = {}): HomeStore {
  const directory = resolve(home);
  const database = acquireDatabase(directory);
  const opening = { open: () => database, close: () => database.release() };
  return Object.freeze({
    home: directory,
    sqlite: database.get<{ version: string }>('SELECT sqlite_version() AS version')?.version ?? '',
    storage: assembleStorage(storageRecord(LOGICAL_ROOT, NAMESPACE, STUDIO_POLICY), [], opening, clock),
    runs: createHomeRuns(database, NAMESPACE, clock),
    teams: createHomeTeams(database, clock),
    settings: {
      get(key: string) {
        const text = database.get<{ value: string }>('SELECT value FROM setting WHERE key = ?', key)?.value;
        const value: JsonValue = text === undefined ? null : JSON.parse(text);
        return value;
      },
      set(key: string, value: JsonValue) {
        database.write((writer) =>
          writer.run('INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', key, JSON.stringify(value)),
        );
      },
    },
    dataVersion: () => Number(database.pragma('data_version')),
    version() {
      const own = database.get<{ changes: number }>('SELECT total_changes() AS changes')?.changes ?? 0;
      return `${String(database.pragma('data_version'))} ${own}`;
    },
    ...createDoctor(database),
    close: opening.close,
  });
}
