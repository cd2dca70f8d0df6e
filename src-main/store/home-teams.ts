import { digestText, type Digest } from '../../src-shared/kernel/digest.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import type { Reader, StoreDatabase } from './connection.ts';

/** A team as it is listed. `version` counts its texts from 1; `hash` is the digest of the newest. */
interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly form: string;
  readonly format: 'yaml' | 'json';
  readonly origin: 'sample' | 'import' | 'studio';
  /** The file it is linked to. */
  readonly path: string | null;
  readonly version: number;
  readonly updatedAt: string;
  readonly hash: Digest;
}
export interface StoredTeam extends TeamRow {
  readonly text: string;
}
type NewTeam = Omit<StoredTeam, 'version' | 'updatedAt' | 'hash'>;
interface TeamVersion {
  readonly version: number;
  readonly text: string;
  readonly at: string;
}
export interface HomeTeams {
  /** Last changed first. */
  list(): readonly TeamRow[];
  get(id: string): StoredTeam | null;
  /** A text unlike the newest becomes a further version; nothing new writes nothing. */
  put(team: NewTeam): TeamRow;
  /** Newest first. */
  versions(id: string): readonly TeamVersion[];
  remove(id: string): void;
}

const COLUMNS = 'id, name, form, format, origin, path, version, updated_at AS updatedAt, hash';

function findTeam(reader: Reader, id: string): StoredTeam | null {
  const sql = `SELECT ${COLUMNS}, (SELECT text FROM team_version v WHERE v.team = team.id AND v.version = team.version) AS text FROM team WHERE id = ?`;
  return reader.get<StoredTeam>(sql, id) ?? null;
}

const isSame = (known: StoredTeam, team: NewTeam) =>
  (['name', 'form', 'format', 'origin', 'path', 'text'] as const).every((key) => known[key] === team[key]);

/** The studio's teams with every text they had. */
export function createHomeTeams(database: StoreDatabase, clock: () => number): HomeTeams {
  return {
    list: () => database.all<TeamRow>(`SELECT ${COLUMNS} FROM team ORDER BY updated_at DESC, id`),
    get: (id) => findTeam(database, id),
    put(team) {
      if (team.id === '' || !team.text.isWellFormed())
        throw new StorageError('INVALID_STORED_VALUE', 'A team needs an id and text in whole characters.', { path: '/id' });
      const saved = database.write((writer) => {
        const known = findTeam(writer, team.id);
        if (known !== null && isSame(known, team)) return known;
        const at = new Date(clock()).toISOString();
        const { id, name, form, format, origin, path, text } = team;
        const version = known === null ? 1 : known.version + (known.text === text ? 0 : 1);
        const values = [name, form, format, origin, path, version, at, digestText(text)];
        if (known === null)
          writer.run(
            'INSERT INTO team (id, name, form, format, origin, path, version, updated_at, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
            id,
            ...values,
          );
        else
          writer.run(
            'UPDATE team SET name = ?, form = ?, format = ?, origin = ?, path = ?, version = ?, updated_at = ?, hash = ? WHERE id = ?',
            ...values,
            id,
          );
        if (version !== known?.version)
          writer.run('INSERT INTO team_version (team, version, text, at) VALUES (?, ?, ?, ?)', id, version, text, at);
        return findTeam(writer, id);
      });
      if (saved === null) throw new StorageError('INVALID_STORED_VALUE', `Team ${team.id} was not saved.`, { path: '/id' });
      const { text: _text, ...row } = saved;
      return row;
    },
    versions: (id) => database.all<TeamVersion>('SELECT version, text, at FROM team_version WHERE team = ? ORDER BY version DESC', id),
    remove(id) {
      database.write((writer) => writer.run('DELETE FROM team WHERE id = ?', id));
    },
  };
}
