import { isJsonObject, type JsonValue } from '../kernel/json.ts';
import { isSameJson } from './document-change.ts';
import { idsOf } from './document-path.ts';

/**
 * For every item of `after` the index of the one it was in `before`, -1 for a new one: by ids where all have some, else by place. A thing that
 * stands where another one stood and is mostly equal to it is that thing with another id.
 */
export function matchItems(before: readonly JsonValue[], after: readonly JsonValue[]): readonly number[] {
  const [ids, idsAfter] = [idsOf(before), idsOf(after)];
  if (ids === null || idsAfter === null) return matchPlaces(before, after);
  const known = new Map(ids.map((id, index) => [id, index]));
  const matched = idsAfter.map((id) => known.get(id) ?? -1);
  const left = new Set(ids.keys());
  for (const index of matched) left.delete(index);
  let next = 0;
  return matched.map((index, place) => {
    if (index < 0 && left.has(next) && isAlike(before[next], after[place])) return next++;
    next = index < 0 ? next : index + 1;
    return index;
  });
}

function matchPlaces(before: readonly JsonValue[], after: readonly JsonValue[]): readonly number[] {
  const shorter = Math.min(before.length, after.length);
  let tail = 0;
  while (tail < shorter && isSameJson(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail += 1;
  return after.map((_, index) => {
    if (index >= after.length - tail) return index - after.length + before.length;
    return index < before.length - tail ? index : -1;
  });
}

function isAlike(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  if (!isJsonObject(before) || !isJsonObject(after)) return false;
  const keys = Object.keys(before);
  return keys.filter((key) => isSameJson(before[key], after[key])).length * 2 >= keys.length;
}
