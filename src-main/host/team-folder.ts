import { type Dirent, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { HostError } from './host-error.ts';
import { nextOf, reasonOf } from './team-file.ts';
import { realPath } from './team-files.ts';

interface TeamFolder {
  readonly path: string;
  readonly parent: string | null;
  readonly folders: string[];
  readonly files: string[];
  readonly more: boolean;
}

/** Most names of each kind in one answer; a name has at most 255 bytes, a frame 1 MiB. */
const MOST = 1000;
const TEAM_FILE = /\.(?:ya?ml|json)$/iu;
const byName = new Intl.Collator('en', { numeric: true });

/** What a folder offers to be opened: its folders and team files, without hidden ones. FILE_UNREADABLE. */
export function listFolder(given: string | null): TeamFolder {
  const path = realPath(given ?? homedir());
  let entries: Dirent[];
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const reason = reasonOf(error);
    const next = reason === 'ENOTDIR' ? 'It is a file: open it, or give its folder.' : nextOf(reason);
    throw new HostError('FILE_UNREADABLE', `${path} cannot be listed (${reason}). ${next}`, { reason });
  }
  const shown = entries.filter(({ name }) => !name.startsWith('.') && name.isWellFormed());
  const namesOf = (kind: 'isDirectory' | 'isFile') =>
    shown
      .filter((entry) => kindOf(path, entry)?.[kind]() === true)
      .map(({ name }) => name)
      .toSorted(byName.compare);
  const folders = namesOf('isDirectory');
  const files = namesOf('isFile').filter((name) => TEAM_FILE.test(name));
  const parent = dirname(path);
  return {
    path,
    parent: parent === path ? null : parent,
    folders: folders.slice(0, MOST),
    files: files.slice(0, MOST),
    more: folders.length > MOST || files.length > MOST,
  };
}

/** Of a link what it leads to. */
const kindOf = (folder: string, entry: Dirent) => {
  if (!entry.isSymbolicLink()) return entry;
  try {
    return statSync(join(folder, entry.name), { throwIfNoEntry: false });
  } catch {
    return undefined; // a link into itself
  }
};
