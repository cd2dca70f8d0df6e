import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, normalize } from 'node:path';
import type { TeamHead } from '../../src-shared/contract/teams-contract.ts';
import { digestText } from '../../src-shared/kernel/digest.ts';
import { diffDocuments } from '../../src-shared/team-document/document-change.ts';
import { editReadText, type ReadText } from '../../src-shared/team-document/edit-document-text.ts';
import { loadTeamDocument } from '../../src-shared/team-document/load-team-document.ts';
import { readChanges } from '../../src-shared/team-document/read-changes.ts';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import type { HomeStore } from '../store/home-store.ts';
import type { TeamRow } from '../store/home-teams.ts';
import { beginning } from './fit-team.ts';
import { HostError } from './host-error.ts';
import { cannotRead, nextOf, reasonOf, readTeamFile, type TeamFile, writeTeamFile } from './team-file.ts';
import type { TeamLibrary } from './team-library.ts';

type FileState = NonNullable<TeamHead['file']>;
interface Seen {
  /** Size, times and inode of the file, and the digest of the newest text: while both are the same, nothing needs to be looked at. */
  readonly signature: string;
  readonly state: FileState;
  readonly until: number;
}

/** How long an attempt to write that failed is believed. */
const RETRY_MS = 3000;
/** Attempts when somebody else changes the team or its file in the middle of one. */
const MOST_ATTEMPTS = 5;
/** Versions among which the text is looked for that team and file both had. */
const MOST_BACK = 50;

/**
 * Keeps teams and the files they are linked to in step (decisions.md 37). A file changed outside becomes the newest version; a text newer
 * than its file is written to it. When both changed, the library's changes are made on top of the file's, and each is a version. Nothing is watched: a
 * look happens when somebody asks.
 */
export class TeamFiles {
  readonly #home: HomeStore;
  readonly #library: TeamLibrary;
  readonly #seen = new Map<string, Seen>();

  constructor(home: HomeStore, library: TeamLibrary) {
    this.#home = home;
    this.#library = library;
  }

  /** Links a file's team, which is made when no team has the file yet. FILE_UNREADABLE. */
  open(given: string): { teamId: string | null; problems: readonly Problem[] } {
    const path = realPath(given);
    const known = this.#home.teams.list().find((team) => team.path === path);
    if (known !== undefined) {
      this.look(known.id);
      return { teamId: known.id, problems: [] };
    }
    const { text, hash } = readTeamFile(path);
    return this.#library.take({ text, fileName: path, origin: 'import', link: { path, fileHash: hash } });
  }

  /** A team and its file as they stand, brought in step. UNKNOWN_TEAM. */
  head(teamId: string): TeamHead {
    const file = this.look(teamId);
    return headOf(this.#library.row(teamId), file);
  }

  /**
   * Makes changes (a JSON list) to the text with digest `base`; null when that is not the newest any more. The head is that of the text
   * which was written here: what somebody else makes of it meanwhile has another digest. SAVE_REFUSED, UNKNOWN_TEAM.
   */
  save(teamId: string, base: string, json: string, fresh: boolean): TeamHead | null {
    const file = this.look(teamId); // what was changed in the file comes first
    const { hash, fileHash } = this.#library.row(teamId);
    if (hash !== base) return null;
    const changes = readChanges(json);
    if (changes === null)
      throw new HostError('SAVE_REFUSED', `Team "${teamId}" was not changed: what came in is no list of changes. Load the team again.`);
    // The last text that the file had too stays a version: later changes of both are told apart by it.
    const departs = file !== null && file.state !== 'in-step' && hash === fileHash;
    const saved = this.#library.change(teamId, base, changes, fresh || departs);
    return saved === null ? null : headOf(saved.stored, this.look(teamId));
  }

  /** The team stays, the file stays; they go separate ways. UNKNOWN_TEAM. */
  unlink(teamId: string): void {
    this.#library.row(teamId);
    this.#home.teams.update(teamId, () => ({ link: { path: null, fileHash: null } }));
    this.#seen.delete(teamId);
  }

  /** Brings a team and its file in step, as far as that goes, and says how they stand; null for a team without a file. UNKNOWN_TEAM. */
  look(teamId: string): FileState | null {
    for (let attempt = 1; ; attempt += 1) {
      const team = this.#library.row(teamId);
      if (team.path === null) return null;
      const signature = `${signatureOf(team.path)} ${team.hash}`;
      const seen = this.#seen.get(teamId);
      if (seen?.signature === signature && performance.now() < seen.until) return seen.state;
      const state = this.#bringInStep(team, team.path, attempt >= MOST_ATTEMPTS);
      if (state === null) continue;
      const until = state.state === 'unwritable' ? performance.now() + RETRY_MS : Number.POSITIVE_INFINITY;
      const now = this.#library.row(teamId);
      this.#seen.set(teamId, { signature: `${signatureOf(team.path)} ${now.hash}`, state, until });
      return state;
    }
  }

  /** Null when the team or the file changed under its hands and it has to look again. */
  #bringInStep(team: TeamRow, path: string, isLast: boolean): FileState | null {
    let file: TeamFile;
    try {
      file = readTeamFile(path);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      const isMissing = error.details['reason'] === 'ENOENT';
      return isMissing
        ? { path, state: 'missing', message: `${path} is not there any more. Put it back, or unlink it; the team is safe in the library.` }
        : { path, state: 'unreadable', message: error.message };
    }
    if (file.hash === team.hash) {
      if (team.fileHash !== file.hash) this.#home.teams.update(team.id, () => ({ link: { path, fileHash: file.hash } }));
      return { path, state: 'in-step', message: null };
    }
    return file.hash === team.fileHash ? this.#write(team, path, file, isLast) : this.#adopt(team, path, file);
  }

  /** The file is as it was left, the library went on. */
  #write(team: TeamRow, path: string, file: TeamFile, isLast: boolean): FileState | null {
    const unwritable = (reason: string): FileState => ({
      path,
      state: 'unwritable',
      message: `${path} cannot be written (${reason}). ${nextOf(reason)} The team is safe in the library.`,
    });
    let failure: string | null = null;
    // Inside the transaction no other process of this home writes the team, nor the file from an older text.
    const written = this.#home.teams.update(team.id, (now) => {
      if (now.hash !== team.hash || now.path !== path) return null;
      try {
        return writeTeamFile(path, now.text, () => readTeamFile(path).hash === file.hash) ? { link: { path, fileHash: now.hash } } : null;
      } catch (error) {
        failure = error instanceof HostError ? error.message : reasonOf(error);
        return null;
      }
    });
    if (failure !== null) return unwritable(failure);
    if (written === null) return isLast ? unwritable('it changes all the time') : null;
    return { path, state: 'in-step', message: null };
  }

  /** The file was changed outside. */
  #adopt(team: TeamRow, path: string, file: TeamFile): FileState | null {
    const found: ReadText = { text: file.text, read: loadTeamDocument({ text: file.text, fileName: path }) };
    const { value, problems } = found.read;
    const error = problems.find(({ severity }) => severity === 'error');
    if (value === null) {
      const place = error?.line === undefined ? '' : ` (line ${error.line})`;
      return { path, state: 'unreadable', message: `${path} can not be read as a team${place}: ${error?.message ?? 'look into it.'}` };
    }
    const merged = team.hash === team.fileHash ? null : this.#merged(team, path, found);
    if (this.#library.replace(team.id, team.hash, found, 'file', merged !== null) === null) return null;
    this.#home.teams.update(team.id, () => ({ link: { path, fileHash: file.hash } }));
    if (merged === null || merged.text === file.text) return { path, state: 'in-step', message: null };
    this.#library.replace(team.id, file.hash, merged, 'studio', true);
    return null; // the next look writes it
  }

  /** The file's text with what was changed in the library since both were the same; null when that text is not known any more. */
  #merged(team: TeamRow, path: string, file: ReadText): ReadText | null {
    const newest = this.#library.open(team.id).value;
    for (const { version } of this.#home.teams.versions(team.id).slice(0, MOST_BACK)) {
      const text = this.#home.teams.textOf(team.id, version) ?? '';
      if (digestText(text) !== team.fileHash) continue;
      const base = loadTeamDocument({ text }).value;
      return base === null || newest === null ? null : editReadText(file, team.format, diffDocuments(base, newest), path);
    }
    return null;
  }
}

const headOf = ({ id, name, origin, format, version, hash, updatedAt }: TeamRow, file: FileState | null): TeamHead => ({
  id,
  name: beginning(name, 200),
  origin,
  format,
  version,
  hash,
  updatedAt,
  file,
});

const signatureOf = (path: string): string => {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? 'missing' : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
  } catch (error) {
    // A loop of links, a folder that may not be entered: reading the file says so.
    return `unreadable ${reasonOf(error)}`;
  }
};

/** The place a person means, links followed once. FILE_UNREADABLE. */
export function realPath(given: string): string {
  const path = given === '~' || given.startsWith('~/') ? join(homedir(), given.slice(1)) : given;
  if (!isAbsolute(path) || path.includes('\0'))
    throw new HostError(
      'FILE_UNREADABLE',
      `"${given}" is no whole path. Begin with ${homedir().startsWith('/') ? '/ or ~/' : 'the drive'}.`,
    );
  try {
    return realpathSync(normalize(path));
  } catch (error) {
    throw cannotRead(path, reasonOf(error));
  }
}
