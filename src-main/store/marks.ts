import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

import type { EventStream } from '../../src-shared/run/storage.ts';

/** The last thing known to be saved of a stream: kept outside the database, because a chain alone can't show that its tail was cut. */
export interface Mark {
  readonly namespace: string;
  readonly streamId: string;
  readonly revision: number;
  readonly checksum: string;
}

/** Longest line: two names of 128, a revision, a checksum and their punctuation. */
const SLOT = 320;
const NEWLINE = 0x0a;

export interface Marks {
  read(stream: number): Mark | null;
  /** The mark of a stream by its name: for one that the database does not know. */
  find(stream: EventStream): Mark | null;
  all(): { readonly stream: number; readonly mark: Mark }[];
  /** After the commit it speaks of. Not fsynced, and a failure is no failure of the commit: a mark that lags is harmless. */
  write(stream: number, mark: Mark): void;
  clear(stream: number): void;
  /** Highest stream number that ever had a mark. */
  count(): number;
  close(): void;
}

function parse(line: string): Mark | null {
  try {
    const [namespace, streamId, revision, checksum]: unknown[] = JSON.parse(line);
    if (typeof namespace !== 'string' || typeof streamId !== 'string' || typeof revision !== 'number' || typeof checksum !== 'string')
      return null;
    return { namespace, streamId, revision, checksum };
  } catch {
    return null; // an empty slot, or one torn by a power cut
  }
}

/** The marks file: one line of 320 bytes a stream, at its number. */
export function openMarks(file: string): Marks {
  const handle = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  const buffer = Buffer.alloc(SLOT);
  const put = (stream: number, text: string) => {
    buffer.fill(' ');
    buffer.write(text, 'latin1'); // names are ASCII
    buffer[SLOT - 1] = NEWLINE;
    try {
      writeSync(handle, buffer, 0, SLOT, (stream - 1) * SLOT);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  };
  return {
    read(stream) {
      const length = readSync(handle, buffer, 0, SLOT, (stream - 1) * SLOT);
      return parse(buffer.toString('utf8', 0, length));
    },
    find({ namespace, streamId }) {
      const text = readFileSync(file, 'utf8');
      const at = text.indexOf(`[${JSON.stringify(namespace)},${JSON.stringify(streamId)},`);
      return at === -1 ? null : parse(text.slice(at, text.indexOf('\n', at)));
    },
    all: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line, index) => ({ stream: index + 1, mark: parse(line) }))
        .filter((slot): slot is { stream: number; mark: Mark } => slot.mark !== null),
    write: (stream, { namespace, streamId, revision, checksum }) => put(stream, JSON.stringify([namespace, streamId, revision, checksum])),
    clear: (stream) => put(stream, ''),
    count: () => Math.ceil(fstatSync(handle).size / SLOT),
    close: () => closeSync(handle),
  };
}
