import { fitJson, headOf } from '../../src-shared/run/fit-json.ts';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import type { EventStream, NewPart, PartStore } from '../../src-shared/run/storage.ts';

/** Longest a streamed part waits before it is on disk (design.md section 4). */
const FLUSH_MS = 100;
/** Most streamed content kept of one attempt, in UTF-16 units; the answer itself is kept whole, as an event. */
const ATTEMPT_LIMIT = 4 * 1024 * 1024;
/** Longest text of one row, in UTF-16 units. */
const LONGEST_TEXT = 64 * 1024;
/** A unit takes at most this many bytes of JSON, as an escape. */
const MOST_UNIT_BYTES = 6;

type Attempt = Pick<NewPart, 'position' | 'attempt'>;
interface Options {
  /** Absent in stores that keep no parts. */
  readonly store: PartStore | undefined;
  readonly stream: EventStream;
  /** Most that the store admits of one part, in bytes of JSON. */
  readonly mostBytes: number;
}

/** Gathers streamed parts of a run: adjacent texts become one row, rows go to disk in batches or with the event that settles their turn. */
export class PartBuffer {
  readonly #options: Options;
  readonly #longestText: number;
  #waiting: NewPart[] = [];
  readonly #sizes = new Map<string, { sequence: number; size: number }>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.#longestText = Math.max(1, Math.min(LONGEST_TEXT, Math.floor(options.mostBytes / MOST_UNIT_BYTES) - 1));
  }

  /** False when the attempt has streamed more than is kept: the part is dropped. */
  add(part: Omit<NewPart, 'sequence'>): boolean {
    const { kind, data } = part;
    const key = keyOf(part);
    const known = this.#sizes.get(key) ?? { sequence: 0, size: 0 };
    this.#sizes.set(key, known);
    known.size += typeof data === 'string' ? data.length : JSON.stringify(data).length;
    if (known.size > ATTEMPT_LIMIT && kind !== 'error') return false;
    const push = (piece: JsonValue) => {
      known.sequence += 1;
      const { position, attempt, at, revision } = part;
      this.#waiting.push({ position, attempt, sequence: known.sequence, kind, data: piece, at, revision });
    };
    if (typeof data === 'string') {
      let rest = this.#joined(part, data) ? '' : data;
      while (rest !== '') {
        const piece = headOf(rest, this.#longestText);
        push(piece);
        rest = rest.slice(piece.length);
      }
    } else push(fitJson(data, this.#longestText, this.#options.mostBytes).value);
    if (this.#options.store !== undefined) this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
    return true;
  }

  /** Adds a text to the row before it, where that is of the same attempt and moment and stays short enough. */
  #joined({ position, attempt, kind, at, revision }: Omit<NewPart, 'sequence'>, text: string): boolean {
    const last = this.#waiting.at(-1);
    if (last?.kind !== kind || last.position !== position || last.attempt !== attempt || typeof last.data !== 'string') return false;
    if (last.revision !== revision || last.data.length + text.length > this.#longestText) return false;
    this.#waiting[this.#waiting.length - 1] = { ...last, data: last.data + text, at };
    return true;
  }

  /** Everything that waits, to be written together with the events that settle its turns. */
  take(): readonly NewPart[] {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#waiting.splice(0);
  }
  /** Gives back what `take` gave when its append did not happen. */
  restore(parts: readonly NewPart[]): void {
    this.#waiting.unshift(...parts);
  }
  forget(attempt: Attempt): void {
    this.#sizes.delete(keyOf(attempt));
  }

  /** Writes what waits; a failure leaves the parts unwritten, since no decision depends on them. */
  flush(): Promise<void> {
    const { store, stream } = this.#options;
    const parts = this.take();
    if (parts.length > 0 && store !== undefined) this.#writing = this.#writing.then(() => store.append(stream, parts)).catch(() => {});
    return this.#writing;
  }
  /** Writes what waits and forgets every attempt: nothing runs any more. */
  close(): Promise<void> {
    this.#sizes.clear();
    return this.flush();
  }
}

const keyOf = ({ position, attempt }: Attempt) => `${attempt} ${position}`;
