import type { RunItem } from '../../src-shared/run/run-view.ts';
import { connectHost } from '../host-client/connect.ts';

/** Longest silence that is played, and what is played of a time in which the run was away. */
const LONGEST_MS = 5000;
const AWAY_MS = 500;
/** With fewer items left than this the next page is asked for. */
const LOW = 600;
/** A frame that took longer than this stood still, as in a page that is not shown; its time is not caught up with. */
const LONGEST_FRAME_MS = 1000;

const COMES_BACK: ReadonlySet<string> = new Set(['host:resumed', 'host:lease-taken', 'host:recovered', 'graph:node-resumed']);

interface Told {
  readonly item: RunItem;
  readonly at: number;
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));

/** Plays what a run told from a place on, at the pace it had. It can be stopped and goes on where it was. */
export class ItemPlayer {
  readonly #runId: string;
  #place: string | null;
  /** Time of what was shown last, in milliseconds since 1970. */
  #at: number;
  /** Played time that no item has used up. */
  #spare = 0;
  #waiting: Told[] = [];
  #next = 0;
  #reading: Promise<void> | null = null;
  /** Why the next page did not come; what is here is played before that is said. */
  #failure: unknown = null;

  constructor(runId: string, place: string, at: number) {
    [this.#runId, this.#place, this.#at] = [runId, place, at];
  }

  /** Plays until the last item or until `signal` aborts; `show` gets what is due in a frame, with the time that it is. */
  async play(speed: () => number, show: (items: readonly RunItem[], at: number) => void, signal: AbortSignal): Promise<void> {
    let before = performance.now();
    this.#failure = null;
    while (!signal.aborted) {
      if (this.#waiting.length - this.#next < LOW && this.#place !== null && this.#failure === null)
        this.#reading ??= this.#read(this.#place);
      if (this.#next === this.#waiting.length) {
        if (this.#failure !== null) throw this.#failure;
        if (this.#reading === null) return;
        await this.#reading;
        before = performance.now();
        continue;
      }
      const now = await nextFrame();
      this.#spare += Math.min(LONGEST_FRAME_MS, now - before) * speed();
      before = now;
      if (signal.aborted) return;
      const due = this.#take();
      show(due, this.#at + this.#passed());
    }
  }

  #take(): RunItem[] {
    const due: RunItem[] = [];
    for (let told = this.#waiting[this.#next]; told !== undefined; told = this.#waiting[this.#next]) {
      const wait = this.#silence(told).played;
      if (wait > this.#spare) break;
      this.#spare -= wait;
      this.#at = Math.max(this.#at, told.at);
      this.#next += 1;
      due.push(told.item);
    }
    return due;
  }

  /** The silence before an item as it was, and as it is played. */
  #silence({ item, at }: Told): { readonly real: number; readonly played: number } {
    const real = Math.max(0, at - this.#at);
    const most = item.type === 'team:state-update' && COMES_BACK.has(item.event.type) ? AWAY_MS : LONGEST_MS;
    return { real, played: Math.min(real, most) };
  }

  /** How much of the silence that is played now has passed: of one that is cut it runs faster. */
  #passed(): number {
    const told = this.#waiting[this.#next];
    if (told === undefined) return 0;
    const { real, played } = this.#silence(told);
    return played === 0 ? 0 : real * Math.min(1, this.#spare / played);
  }

  async #read(place: string): Promise<void> {
    try {
      const page = await connectHost().runs.items({ runId: this.#runId, place });
      this.#waiting = [...this.#waiting.slice(this.#next), ...page.items];
      this.#next = 0;
      this.#place = page.place;
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#reading = null;
    }
  }
}
