import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import type { EventStream } from '../../src-shared/run/storage.ts';

/** The last thing known to be saved of a stream: kept outside the database, because a chain alone can't show that its tail was cut. */
export interface Mark {
  readonly namespace: string;
  readonly streamId: string;
  readonly revision: number;
  readonly checksum: string;
}

/** Longest line: two names of 128, a revision, a checksum, their punctuation and a check of the line itself. */
const SLOT = 340;
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

const lineOf = ({ namespace, streamId, revision, checksum }: Mark): string => {
  const fields = JSON.stringify([namespace, streamId, revision, checksum]);
  return `${fields} ${crc32(fields)}`;
};

/** Null for an empty slot, and for one caught while another process wrote it: its mark then counts as one that lags. */
function parse(line: string): Mark | null {
  const end = line.lastIndexOf(']') + 1;
  if (end === 0 || Number(line.slice(end)) !== crc32(line.slice(0, end))) return null;
  const [namespace, streamId, revision, checksum]: [string, string, number, string] = JSON.parse(line.slice(0, end));
  return { namespace, streamId, revision, checksum };
}

/** The marks file: one line of 340 bytes a stream, at its number. */
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
    all() {
      const text = readFileSync(file, 'latin1'); // a slot never written has no end of line
      return Array.from({ length: Math.ceil(text.length / SLOT) }, (_, index) => ({
        stream: index + 1,
        mark: parse(text.slice(index * SLOT, (index + 1) * SLOT)),
      })).filter((slot): slot is { stream: number; mark: Mark } => slot.mark !== null);
    },
    write: (stream, mark) => put(stream, lineOf(mark)),
    clear: (stream) => put(stream, ''),
    count: () => Math.ceil(fstatSync(handle).size / SLOT),
    close: () => closeSync(handle),
  };
}
