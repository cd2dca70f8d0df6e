import { isJsonObject, type JsonValue } from '../kernel/json.ts';

/** Longest text that travels whole, in UTF-16 units (decisions.md 45); the rest is fetched in ranges. */
export const TEXT_LIMIT = 64 * 1024;
/** Most that one value may take of a frame of 1 MiB, in UTF-16 units of its JSON. */
const TOTAL_LIMIT = 512 * 1024;

/** The beginning of a text, never half of a surrogate pair. */
export function headOf(text: string, limit = TEXT_LIMIT): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit);
  return head.isWellFormed() ? head : head.slice(0, -1);
}

/** A value that fits a frame: long texts as their beginning, lists and objects without what no longer fits. `cut` says that something is missing. */
export function fitJson(
  value: JsonValue,
  textLimit = TEXT_LIMIT,
  totalLimit = TOTAL_LIMIT,
): { readonly value: JsonValue; readonly cut: boolean } {
  let left = totalLimit;
  let cut = false;
  const fit = (item: JsonValue): JsonValue => {
    if (typeof item === 'string') {
      const kept = headOf(item, Math.max(0, Math.min(textLimit, left)));
      if (kept.length < item.length) cut = true;
      left -= kept.length + 2;
      return kept;
    }
    if (typeof item !== 'object' || item === null) {
      left -= 8;
      return item;
    }
    if (!isJsonObject(item)) {
      const kept: JsonValue[] = [];
      for (const entry of item as readonly JsonValue[]) {
        if (left <= 0) break;
        kept.push(fit(entry));
      }
      if (kept.length < item.length) cut = true;
      return kept;
    }
    const kept: [string, JsonValue][] = [];
    for (const key of Object.keys(item)) {
      if (left <= 0) {
        cut = true;
        break;
      }
      left -= key.length + 4;
      kept.push([key, fit(item[key] ?? null)]);
    }
    return Object.fromEntries(kept);
  };
  return { value: fit(value), cut };
}
