import { randomUUID } from 'node:crypto';
import { stringOf } from '../../src-shared/kernel/json.ts';
import type { RunItem } from '../../src-shared/run/run-view.ts';

/** Most that is kept for readers that lag, in items and in UTF-16 units of their JSON; who lags more gets a snapshot. */
const MOST_ITEMS = 5000;
const MOST_UNITS = 700 * 1024;

interface Kept {
  readonly item: RunItem;
  readonly units: number;
}

/** The newest live items of a run, each with a number. A cursor names this queue and a number in it, so that one of an older host never fits. */
export class ItemQueue {
  #epoch = randomUUID().slice(0, 8);
  #kept: Kept[] = [];
  #first = 0;
  #units = 0;

  get cursor(): string {
    return `${this.#epoch}:${this.#first + this.#kept.length}`;
  }

  /** What is kept now. */
  get size(): { readonly items: number; readonly units: number } {
    return { items: this.#kept.length, units: this.#units };
  }

  push(item: RunItem): void {
    const units = JSON.stringify(item).length;
    this.#kept.push({ item, units });
    this.#units += units;
    if (this.#kept.length > MOST_ITEMS || this.#units > MOST_UNITS) this.#dropOldest();
  }

  /** A fifth at once, so that the move of the rest is paid once in many items. The newest item always stays. */
  #dropOldest(): void {
    let count = 0;
    while (count < this.#kept.length - 1 && (this.#kept.length - count > MOST_ITEMS * 0.8 || this.#units > MOST_UNITS * 0.8)) {
      this.#units -= this.#kept[count]?.units ?? 0;
      count += 1;
    }
    this.#kept.splice(0, count);
    this.#first += count;
  }

  /** Starts over: every cursor given so far leads to a snapshot. */
  reset(): void {
    this.#epoch = randomUUID().slice(0, 8);
    this.#kept = [];
    this.#first = 0;
    this.#units = 0;
  }

  /** Items after a cursor, adjacent texts of one attempt joined; null when they are no longer all here. */
  after(cursor: string | null): RunItem[] | null {
    const [epoch, number] = cursor?.split(':') ?? [];
    const index = Number(number) - this.#first;
    if (epoch !== this.#epoch || !Number.isSafeInteger(index) || index < 0 || index > this.#kept.length) return null;
    const items: RunItem[] = [];
    for (const { item } of this.#kept.slice(index)) {
      const joined = joinTexts(items.at(-1), item);
      if (joined === null) items.push(item);
      else items[items.length - 1] = joined;
    }
    return items;
  }
}

/** Two texts of one attempt as one, or null for any other pair. */
function joinTexts(a: RunItem | undefined, b: RunItem): RunItem | null {
  if (a?.type !== 'team:member-part' || b.type !== 'team:member-part' || a.kind !== 'text' || b.kind !== 'text') return null;
  return a.position === b.position && a.attempt === b.attempt ? { ...b, data: stringOf(a.data) + stringOf(b.data) } : null;
}
