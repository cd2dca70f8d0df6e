import { chmodSync, closeSync, linkSync, lstatSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import { storageFault } from './storage-fault.ts';

/** "TRUP": how a database of ours is told from any other SQLite file. */
export const APPLICATION_ID = 0x54525550;
const MAGIC = 'SQLite format 3\0';

/** The files of the database in `directory`. */
export const databaseFile = (directory: string): string => join(directory, 'troupe.db');
export const marksFile = (file: string): string => `${file}.marks`;

function kindOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw storageFault(error, path);
  }
}

function refuse(path: string, what: string): never {
  throw new StorageError(
    'UNSAFE_STORAGE_PATH',
    `${path} is ${what}; Troupe keeps runs only in a real folder and real files. Give the real place.`,
    {
      file: path,
    },
  );
}

/** UNSAFE_STORAGE_PATH when the directory or one of the database's files is a link or something else than it should be. */
export function assertSafePlace(directory: string): void {
  const folder = kindOf(directory);
  if (folder?.isSymbolicLink()) refuse(directory, 'a symbolic link');
  if (folder && !folder.isDirectory()) refuse(directory, 'not a folder');
  const file = databaseFile(directory);
  for (const path of [file, `${file}-wal`, `${file}-shm`, marksFile(file)]) {
    const entry = kindOf(path);
    if (entry?.isSymbolicLink()) refuse(path, 'a symbolic link');
    if (entry && !entry.isFile()) refuse(path, 'not a file');
  }
}

/** Makes the folder, readable by its owner alone; one that is there keeps its rights. */
export function makePrivateFolder(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
}

/** Whether the database file exists; a write-ahead log without it would be replayed into the wrong file, so it is refused. */
export function isDatabaseThere(file: string): boolean {
  if (kindOf(file)) return true;
  if (kindOf(`${file}-wal`))
    throw new StorageError(
      'NOT_A_DATABASE',
      `${file} is missing while its log ${basename(file)}-wal is there. Put the file back, or move the log away to start anew.`,
      { file },
    );
  return false;
}

/**
 * Creates the database under another name and links it into place when `fill` has finished, so that no process ever meets an empty
 * one: an empty file at this path is always damage.
 */
export function createInPlace(file: string, fill: (draft: string) => void): void {
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    fill(draft);
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error; // another process was first
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true });
  }
}

function makePrivate(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // another user's file, or a medium that keeps no rights: opening it will say whether it can be used
  }
}

/** Schema version in the file's own header, read without opening it as a database; NOT_A_DATABASE when it isn't one of ours. */
export function inspectHeader(file: string): number {
  const header = Buffer.alloc(100);
  const handle = openSync(file, 'r');
  const length = readSync(handle, header, 0, 100, 0);
  closeSync(handle);
  const damage =
    length === 0
      ? 'is empty: its content was lost'
      : header.toString('latin1', 0, 16) !== MAGIC
        ? 'is not a database'
        : header.readUInt32BE(68) !== APPLICATION_ID
          ? 'is a database of another program'
          : null;
  if (damage !== null)
    throw new StorageError('NOT_A_DATABASE', `${file} ${damage}. It was left as it is: restore a backup, or move it away to start anew.`, {
      file,
    });
  makePrivate(file);
  return header.readUInt32BE(60);
}
