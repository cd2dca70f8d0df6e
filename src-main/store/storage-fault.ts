import { readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { StorageError } from '../../src-shared/run/storage-error.ts';

/** Byte of the shared-memory file that SQLite locks while it writes in WAL mode. */
const WAL_WRITE_LOCK = 120;
const LITTLE_SPACE = 1024 * 1024;

/** Processes that hold SQLite's write lock, as far as this system tells (Linux: /proc/locks). */
function writersOf(file: string): number[] {
  try {
    const { ino } = statSync(`${file}-shm`);
    return readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , mode, , node, first, last]) => {
        const covers = Number(first) <= WAL_WRITE_LOCK && (last === 'EOF' || Number(last) >= WAL_WRITE_LOCK);
        return mode === 'WRITE' && node?.endsWith(`:${ino}`) === true && covers;
      })
      .map(([, , , , pid]) => Number(pid));
  } catch {
    return []; // not Linux: the message then names the file alone
  }
}

function isNearlyFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize < LITTLE_SPACE;
  } catch {
    return false;
  }
}

/** What the system refused; any other error as it is. */
function fileFault(error: unknown, file: string): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error;
  const code = String(error.code);
  const details = { file, system: code };
  return code === 'ENOSPC'
    ? new StorageError('DISK_FULL', `The disk of ${file} is full. Free some space and try again.`, details, { cause: error })
    : new StorageError('DATABASE_UNAVAILABLE', `${file} can't be used: ${error.message}. Check the place and the rights on it.`, details, {
        cause: error,
      });
}

/** What SQLite refused, in this program's words; any other error comes back as it is. Nothing of the failed transaction was written. */
export function storageFault(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError)) return fileFault(error, file);
  const cause = { cause: error };
  const details = { file, sqlite: error.code };
  if (error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED')) {
    const pids = writersOf(file);
    const who = pids.length === 0 ? 'another process' : `process ${pids.join(', ')}`;
    return new StorageError(
      'DATABASE_BUSY',
      `${file} is being written by ${who}; wait until it has finished, or end it, and try again.`,
      { ...details, pids },
      cause,
    );
  }
  if (error.code === 'SQLITE_FULL' || (error.code.startsWith('SQLITE_IOERR') && isNearlyFull(file)))
    return new StorageError(
      'DISK_FULL',
      `The disk of ${file} is full; nothing saved before is lost. Free some space and try again.`,
      details,
      cause,
    );
  if (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
    return new StorageError(
      'NOT_A_DATABASE',
      `${file} is damaged (${error.message}). It was left as it is: keep a copy, then restore a backup or move it away.`,
      details,
      cause,
    );
  return new StorageError(
    'DATABASE_UNAVAILABLE',
    `${file} can't be used: ${error.message} (${error.code}). Check the disk and the rights on it.`,
    details,
    cause,
  );
}
