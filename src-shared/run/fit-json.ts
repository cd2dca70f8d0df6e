import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';

/** Longest text that travels whole, in UTF-16 units (decisions.md 45); the rest is fetched in ranges. */
export const TEXT_LIMIT = 64 * 1024;
/** Most that one value may take of a frame of 1 MiB, in bytes of its JSON. */
const TOTAL_LIMIT = 512 * 1024;
/** With less than this left, a part of a list is left out rather than shrunk to what says nothing. */
const WORTH_SHRINKING = 1024;
/** An object's small fields stay whole, however many share what is left. */
const SMALL_FIELD = 64;

/** The beginning of a text, never half of a surrogate pair. */
export function headOf(text: string, limit = TEXT_LIMIT): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 1 : limit);
}

/** True when a text is, or may be, only the beginning of what was saved: too long to travel whole, or long inside an event that was cut. */
export const isBeginning = (text: string, eventCut: boolean): boolean =>
  text.length > TEXT_LIMIT || (eventCut && text.length >= WORTH_SHRINKING);

/** Bytes that a UTF-16 unit takes in JSON, at most. */
function unitBytes(unit: number): number {
  if (unit < 0x20) return 6;
  if (unit < 0x80) return unit === 0x22 || unit === 0x5c ? 2 : 1;
  return unit < 0x800 ? 2 : 3;
}

function textBytes(text: string): number {
  let bytes = 2;
  for (let index = 0; index < text.length; index += 1) bytes += unitBytes(text.charCodeAt(index));
  return bytes;
}

function headOfBytes(text: string, budget: number): string {
  let left = budget - 2;
  for (let index = 0; index < text.length; index += 1) {
    left -= unitBytes(text.charCodeAt(index));
    if (left < 0) return headOf(text, index);
  }
  return text;
}

/**
 * A value that fits a frame: long texts as their beginning, lists and objects without what no longer fits. Of an object the small fields
 * stay whole and the large ones share the rest, so that what is left still has its form. `cut` says that something is missing.
 * `textLimit` is in UTF-16 units, `totalLimit` in bytes of JSON.
 */
export function fitJson(
  value: JsonValue,
  textLimit = TEXT_LIMIT,
  totalLimit = TOTAL_LIMIT,
): { readonly value: JsonValue; readonly cut: boolean } {
  const fitting = new Fitting(textLimit);
  if (fitting.size(value) <= totalLimit && !fitting.cut) return { value, cut: false };
  return { value: fitting.fit(value, totalLimit), cut: true };
}

class Fitting {
  /** A text was longer than travels whole. */
  cut = false;
  readonly #textLimit: number;
  readonly #sizes = new Map<object, number>();

  constructor(textLimit: number) {
    this.#textLimit = textLimit;
  }

  fit(item: JsonValue, budget: number): JsonValue {
    if (typeof item === 'string') return headOfBytes(headOf(item, this.#textLimit), budget);
    if (typeof item !== 'object' || item === null) return item;
    if (isJsonObject(item)) return this.#fitObject(item, budget);
    return this.#fitList(item, budget);
  }

  /** Bytes of the value once its long texts are cut. */
  size(item: JsonValue): number {
    if (typeof item === 'string') {
      this.cut ||= item.length > this.#textLimit;
      return textBytes(headOf(item, this.#textLimit));
    }
    if (typeof item !== 'object' || item === null) return String(item).length;
    const known = this.#sizes.get(item);
    if (known !== undefined) return known;
    let size = 2;
    if (isJsonObject(item)) for (const [key, field] of Object.entries(item)) size += textBytes(key) + 2 + this.size(field);
    else for (const entry of item) size += 1 + this.size(entry);
    this.#sizes.set(item, size);
    return size;
  }

  #fitList(list: readonly JsonValue[], budget: number): JsonValue {
    const kept: JsonValue[] = [];
    let left = budget - 2;
    for (const entry of list) {
      const size = this.size(entry) + 1;
      if (size > left && left < WORTH_SHRINKING) break;
      kept.push(this.fit(entry, left - 1));
      left -= size;
      if (left <= 0) break;
    }
    return kept;
  }

  #fitObject(object: JsonObject, budget: number): JsonValue {
    const kept = new Map<string, JsonValue>();
    const fields = Object.entries(object).map(([key, field]) => ({ key, field, label: textBytes(key) + 2, size: this.size(field) }));
    const smallestFirst = fields.toSorted((left, right) => left.size + left.label - right.size - right.label);
    let left = budget - 2;
    for (const [index, { key, field, label, size }] of smallestFirst.entries()) {
      const share = Math.min(left, Math.max(SMALL_FIELD, Math.floor(left / (smallestFirst.length - index))));
      const room = share - label;
      if (size > room && room < SMALL_FIELD) break;
      kept.set(key, this.fit(field, room));
      left -= label + Math.min(size, room);
    }
    return Object.fromEntries(fields.flatMap(({ key }) => (kept.has(key) ? [[key, kept.get(key) ?? null] as const] : [])));
  }
}
