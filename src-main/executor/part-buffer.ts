import type { JsonValue } from '../../src-shared/kernel/json.ts';
import type { EventStream, NewPart, PartKind, PartStore } from '../../src-shared/run/storage.ts';

/** Longest a streamed part waits before it is on disk (design.md section 4). */
const FLUSH_MS = 100;
/** Most streamed content kept of one attempt, in UTF-16 units; the answer itself is kept whole, as an event. */
const ATTEMPT_LIMIT = 4 * 1024 * 1024;

interface Attempt {
  readonly position: string;
  readonly attempt: number;
}

/** Gathers streamed parts of a run: adjacent texts become one row, rows go to disk in batches or with the event that settles their turn. */
export class PartBuffer {
  readonly #store: PartStore | undefined;
  readonly #stream: EventStream;
  readonly #now: () => number;
  #waiting: NewPart[] = [];
  readonly #sizes = new Map<string, { sequence: number; size: number }>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: PartStore | undefined, stream: EventStream, now: () => number) {
    this.#store = store;
    this.#stream = stream;
    this.#now = now;
  }

  add({ position, attempt }: Attempt, kind: PartKind, data: JsonValue): void {
    const key = `${attempt} ${position}`;
    const known = this.#sizes.get(key) ?? { sequence: 0, size: 0 };
    this.#sizes.set(key, known);
    known.size += typeof data === 'string' ? data.length : 256;
    if (known.size > ATTEMPT_LIMIT && kind !== 'error') return;
    const last = this.#waiting.at(-1);
    if (kind === 'text' && last?.kind === 'text' && last.position === position && last.attempt === attempt) {
      this.#waiting[this.#waiting.length - 1] = { ...last, data: `${last.data as string}${data as string}` };
    } else {
      known.sequence += 1;
      this.#waiting.push({ position, attempt, sequence: known.sequence, kind, data, at: this.#now() });
    }
    if (this.#store !== undefined) this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
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
  forget({ position, attempt }: Attempt): void {
    this.#sizes.delete(`${attempt} ${position}`);
  }

  /** Writes what waits; a failure leaves the parts unwritten, since no decision depends on them. */
  flush(): Promise<void> {
    const parts = this.take();
    if (parts.length > 0 && this.#store !== undefined) {
      const store = this.#store;
      this.#writing = this.#writing.then(() => store.append(this.#stream, parts)).catch(() => {});
    }
    return this.#writing;
  }
}
