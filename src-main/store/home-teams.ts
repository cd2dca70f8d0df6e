import { digestText, type Digest } from '../../src-shared/kernel/digest.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import type { Reader, StoreDatabase, Writer } from './connection.ts';

type Origin = 'sample' | 'import' | 'studio';
/** Who made a version; `file`: somebody outside of Troupe, in the linked file. */
export type VersionOrigin = Origin | 'file';

/** A team as it is listed. `version` counts its texts from 1; `hash` is the digest of the newest. */
export interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly form: string;
  readonly format: 'yaml' | 'json';
  readonly origin: Origin;
  /** The file it is linked to. */
  readonly path: string | null;
  /** Digest of what that file held when it and the newest text were last the same. */
  readonly fileHash: Digest | null;
  readonly version: number;
  readonly updatedAt: string;
  readonly hash: Digest;
}
export interface StoredTeam extends TeamRow {
  readonly text: string;
}
/** A text with what lists tell of it. */
export interface TeamText {
  readonly text: string;
  readonly name: string;
  readonly form: string;
  readonly members: number;
  readonly rooms: number;
}
type NewTeam = TeamText & Pick<TeamRow, 'id' | 'format' | 'origin' | 'path' | 'fileHash'>;
/** What is written to a team: a further text (`fresh`: as a version of its own), another link, or both. */
interface TeamChange {
  readonly next?: TeamText & { readonly by: VersionOrigin; readonly fresh: boolean };
  readonly link?: Pick<TeamRow, 'path' | 'fileHash'>;
}
interface TeamVersion {
  readonly version: number;
  readonly at: string;
  readonly by: VersionOrigin;
  /** Null in versions older than these columns. */
  readonly members: number | null;
  readonly rooms: number | null;
}
export interface HomeTeams {
  /** Last changed first. */
  list(): readonly TeamRow[];
  get(id: string): StoredTeam | null;
  add(team: NewTeam): StoredTeam;
  /**
   * Changes a team in one transaction, the only one in any process: `decide` is given it as it stands and says what to write, null for
   * nothing. Null when nothing was asked for, or the team is gone.
   */
  update(id: string, decide: (team: StoredTeam) => TeamChange | null): StoredTeam | null;
  /** Newest first. */
  versions(id: string): readonly TeamVersion[];
  textOf(id: string, version: number): string | null;
  remove(id: string): void;
}

/** Saves of one origin within this time of the first are one version. */
const SITTING_MS = 10 * 60_000;
const COLUMNS = 'id, name, form, format, origin, path, file_hash AS fileHash, version, updated_at AS updatedAt, hash';

function findTeam(reader: Reader, id: string): StoredTeam | null {
  const sql = `SELECT ${COLUMNS}, (SELECT text FROM team_version v WHERE v.team = team.id AND v.version = team.version) AS text FROM team WHERE id = ?`;
  return reader.get<StoredTeam>(sql, id) ?? null;
}

function assertWhole(id: string, text: string): void {
  if (id === '' || !text.isWellFormed())
    throw new StorageError('INVALID_STORED_VALUE', 'A team needs an id and text in whole characters.', { path: '/id' });
}

const NEW_VERSION = 'INSERT INTO team_version (team, version, text, at, begun_at, origin, members, rooms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)';

/** The studio's teams with every text they had; of one sitting the last. */
export function createHomeTeams(database: StoreDatabase, clock: () => number): HomeTeams {
  const now = () => new Date(clock()).toISOString();

  function writeText(writer: Writer, team: StoredTeam, next: NonNullable<TeamChange['next']>): void {
    const { text, name, form, members, rooms, by, fresh } = next;
    assertWhole(team.id, text);
    const at = now();
    const newest = writer.get<{ by: VersionOrigin; begunAt: string }>(
      'SELECT coalesce(origin, ?) AS by, coalesce(begun_at, at) AS begunAt FROM team_version WHERE team = ? AND version = ?',
      team.origin,
      team.id,
      team.version,
    );
    const sitting = !fresh && newest?.by === by && clock() - Date.parse(newest.begunAt) < SITTING_MS;
    const version = sitting ? team.version : team.version + 1;
    if (sitting)
      writer.run(
        'UPDATE team_version SET text = ?, at = ?, members = ?, rooms = ? WHERE team = ? AND version = ?',
        text,
        at,
        members,
        rooms,
        team.id,
        version,
      );
    else writer.run(NEW_VERSION, team.id, version, text, at, at, by, members, rooms);
    writer.run(
      'UPDATE team SET name = ?, form = ?, version = ?, updated_at = ?, hash = ? WHERE id = ?',
      name,
      form,
      version,
      at,
      digestText(text),
      team.id,
    );
  }

  return {
    list: () => database.all<TeamRow>(`SELECT ${COLUMNS} FROM team ORDER BY updated_at DESC, id`),
    get: (id) => findTeam(database, id),
    add(team) {
      const { id, name, form, format, origin, path, fileHash, text, members, rooms } = team;
      assertWhole(id, text);
      const at = now();
      const hash = digestText(text);
      database.write((writer) => {
        writer.run(
          'INSERT INTO team (id, name, form, format, origin, path, file_hash, version, updated_at, hash) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)',
          id,
          name,
          form,
          format,
          origin,
          path,
          fileHash,
          at,
          hash,
        );
        writer.run(NEW_VERSION, id, 1, text, at, at, origin, members, rooms);
      });
      return { id, name, form, format, origin, path, fileHash, version: 1, updatedAt: at, hash, text };
    },
    update: (id, decide) =>
      database.write((writer) => {
        const team = findTeam(writer, id);
        const change = team === null ? null : decide(team);
        if (team === null || change === null) return null;
        const { next, link } = change;
        if (next !== undefined && next.text !== team.text) writeText(writer, team, next);
        if (link !== undefined) writer.run('UPDATE team SET path = ?, file_hash = ? WHERE id = ?', link.path, link.fileHash, id);
        return findTeam(writer, id);
      }),
    versions: (id) =>
      database.all<TeamVersion>(
        `SELECT v.version, v.at, coalesce(v.origin, t.origin) AS by, v.members, v.rooms
         FROM team_version v JOIN team t ON t.id = v.team WHERE t.id = ? ORDER BY v.version DESC`,
        id,
      ),
    textOf: (id, version) =>
      database.get<{ text: string }>('SELECT text FROM team_version WHERE team = ? AND version = ?', id, version)?.text ?? null,
    remove(id) {
      database.write((writer) => writer.run('DELETE FROM team WHERE id = ?', id));
    },
  };
}
