import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Digest, digestText } from '../../src-shared/kernel/digest.ts';
import { MAX_DOCUMENT_BYTES } from '../../src-shared/team-document/read-document-text.ts';
import { HostError } from './host-error.ts';

/** What a file holds, and how to see cheaply that it has not changed. */
export interface TeamFile {
  readonly text: string;
  readonly hash: Digest;
}

const NEXT: Readonly<Record<string, string>> = {
  ENOENT: 'Check the name and the folder.',
  ENOTDIR: 'Check the name and the folder.',
  EACCES: 'Its rights do not let Troupe in; change them.',
  EPERM: 'Its rights do not let Troupe in; change them.',
  EROFS: 'The disk can only be read. Move the file, or open a copy.',
  ENOSPC: 'The disk is full. Free some space.',
};
/** The system's code of a failure, or its words. */
export const reasonOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : String(error));
export const nextOf = (reason: string): string => NEXT[reason] ?? 'Check that it is an ordinary file you may read and write.';

/** The refusal of a path, for the system's reason. */
export const cannotRead = (path: string, reason: string) =>
  new HostError('FILE_UNREADABLE', `${path} cannot be read (${reason}). ${nextOf(reason)}`, { reason });
const unreadable = (path: string, why: string) => new HostError('FILE_UNREADABLE', `${path} cannot be read: ${why}`);

/** Opens what stands at a path itself. */
function openPlain(path: string): number {
  let real: string;
  try {
    real = realpathSync(path);
    if (real === path) return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    throw cannotRead(path, reasonOf(error));
  }
  throw cannotRead(path, `it leads to ${real}`);
}

/** Reads a regular file of UTF-8 text, never through a link, and never waits for a pipe. FILE_UNREADABLE, `details.reason` why. */
export function readTeamFile(path: string): TeamFile {
  const file = openPlain(path);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw unreadable(path, 'it is no ordinary file. Choose a team document.');
    if (stat.size > MAX_DOCUMENT_BYTES)
      throw unreadable(
        path,
        `it has ${Math.ceil(stat.size / 1024 / 1024)} MiB, and a team document at most 16. Check that it is the right file.`,
      );
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
    return { text, hash: digestText(text) };
  } catch (error) {
    if (error instanceof HostError) throw error;
    if (error instanceof TypeError) throw unreadable(path, 'it is not UTF-8 text. Choose a team document, or save it as UTF-8.');
    throw unreadable(path, `${reasonOf(error)}. Try again.`);
  } finally {
    closeSync(file);
  }
}

/**
 * Puts `text` in the place of what the file holds, whole or not at all, with the file's rights. `isStill` is asked at the last moment
 * whether what stands there may be replaced; false writes nothing.
 */
export function writeTeamFile(path: string, text: string, isStill: () => boolean): boolean {
  const draft = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
  const { mode } = fileStat(path);
  const file = openSync(draft, 'wx', 0o600);
  try {
    try {
      writeFileSync(file, text);
      fchmodSync(file, mode & 0o7777);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (!isStill()) return false;
    renameSync(draft, path);
    return true;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Size, times and rights of an existing file; throws what the system says. Refuses one that may not be written. */
function fileStat(path: string) {
  const file = openSync(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    return fstatSync(file);
  } finally {
    closeSync(file);
  }
}
