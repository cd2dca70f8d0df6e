import { randomUUID } from 'node:crypto';
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

  push(item: RunItem): void {
    const units = JSON.stringify(item).length;
    this.#kept.push({ item, units });
    this.#units += units;
    while (this.#kept.length > MOST_ITEMS || (this.#units > MOST_UNITS && this.#kept.length > 1)) {
      this.#units -= this.#kept.shift()?.units ?? 0;
      this.#first += 1;
    }
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
      const last = items.at(-1);
      if (item.type === 'team:member-part' && last?.type === 'team:member-part' && isSameText(last, item))
        items[items.length - 1] = { ...last, data: `${last.data as string}${item.data as string}` };
      else items.push(item);
    }
    return items;
  }
}

type Part = Extract<RunItem, { type: 'team:member-part' }>;
const isSameText = (a: Part, b: Part) => a.kind === 'text' && b.kind === 'text' && a.position === b.position && a.attempt === b.attempt;
