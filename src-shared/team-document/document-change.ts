import { isJsonObject, type JsonObject, type JsonValue, stringOf } from '../kernel/json.ts';
import { type DocumentPath, idsOf, indexOfId, isList, valueIn, withKey, withValue } from './document-path.ts';

// One change list serves undo (its inverse), saving (applied to the text), two windows (applied to what the other one made) and the
// comparison of versions. Things in lists are addressed by id, so that a change means the same after another one moved them.

/**
 * A value set, added (`before` absent) or removed (`after` absent). `behind` is what stands directly before an added or removed thing: a
 * key, or an id; null when it is the first. A number as last step of an addition or removal is its place in a plain list.
 */
interface ValueChange {
  readonly path: DocumentPath;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  readonly behind?: string | null;
}
/** Another order of the things of a list, by their ids. */
interface OrderChange {
  readonly path: DocumentPath;
  readonly order: { readonly before: readonly string[]; readonly after: readonly string[] };
}
export type DocumentChange = ValueChange | OrderChange;

/** True when two JSON values are equal; the order of keys does not count. Equal references cost one look. */
export function isSameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  // NaN, which YAML can write, is the same as itself.
  if (left === right || Object.is(left, right)) return true;
  if (isList(left)) return isList(right) && left.length === right.length && left.every((item, index) => isSameJson(item, right[index]));
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key], right[key]));
}

/**
 * The changes that make `after` of `before`; none when they are equal. Parts that are the same object are not looked into. An item of a
 * plain list (a turn, a post) changes as a whole: it has no name, so in a document that went on it is found by what it was.
 */
export const diffDocuments = (before: JsonObject, after: JsonObject): DocumentChange[] => diff(before, after, false);

/** The same down to each field, also inside of items of plain lists: for showing, and for the text that `before` was read from. */
export const diffInDetail = (before: JsonObject, after: JsonObject): DocumentChange[] => diff(before, after, true);

interface Found {
  readonly changes: DocumentChange[];
  readonly inDetail: boolean;
}
function diff(before: JsonObject, after: JsonObject, inDetail: boolean): DocumentChange[] {
  const found: Found = { changes: [], inDetail };
  diffValues(before, after, [], found);
  return found.changes;
}

function diffValues(before: JsonValue, after: JsonValue, path: DocumentPath, found: Found): void {
  if (before === after) return;
  if (isJsonObject(before) && isJsonObject(after)) return diffObjects(before, after, path, found);
  if (isList(before) && isList(after)) {
    const [ids, idsAfter] = [idsOf(before), idsOf(after)];
    // A list without items is one of things only beside one that has some.
    if (ids !== null && idsAfter !== null && ids.length + idsAfter.length > 0) return diffThings(before, ids, after, idsAfter, path, found);
    return diffLists(before, after, path, found);
  }
  if (!isSameJson(before, after)) found.changes.push({ path, before, after });
}

function diffObjects(before: JsonObject, after: JsonObject, path: DocumentPath, found: Found): void {
  const [keys, keysAfter] = [Object.keys(before), Object.keys(after)];
  // From the last on, so that the inverse puts them back from the first on, each behind the one before it.
  for (const [index, key] of [...keys.entries()].toReversed())
    if (!Object.hasOwn(after, key))
      found.changes.push({ path: [...path, key], before: before[key] ?? null, behind: keys[index - 1] ?? null });
  for (const [index, key] of keysAfter.entries()) {
    const [was, is] = [Object.hasOwn(before, key) ? before[key] : undefined, after[key] ?? null];
    if (was === undefined) found.changes.push({ path: [...path, key], after: is, behind: keysAfter[index - 1] ?? null });
    else diffValues(was, is, [...path, key], found);
  }
}

function diffThings(
  before: readonly JsonValue[],
  ids: readonly string[],
  after: readonly JsonValue[],
  idsAfter: readonly string[],
  path: DocumentPath,
  found: Found,
): void {
  const [known, wanted] = [new Map(ids.map((id, index) => [id, index])), new Set(idsAfter)];
  for (const [index, id] of [...ids.entries()].toReversed())
    if (!wanted.has(id)) found.changes.push({ path: [...path, { id }], before: before[index] ?? null, behind: ids[index - 1] ?? null });
  for (const [index, id] of idsAfter.entries()) {
    const [was, is] = [known.get(id), after[index] ?? null];
    if (was === undefined) found.changes.push({ path: [...path, { id }], after: is, behind: idsAfter[index - 1] ?? null });
    else diffValues(before[was] ?? null, is, [...path, { id }], found);
  }
  const kept = ids.filter((id) => wanted.has(id));
  const keptAfter = idsAfter.filter((id) => known.has(id));
  if (kept.some((id, index) => keptAfter[index] !== id)) found.changes.push({ path, order: { before: ids, after: idsAfter } });
}

function diffLists(before: readonly JsonValue[], after: readonly JsonValue[], path: DocumentPath, found: Found): void {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isSameJson(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSameJson(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail += 1;
  const common = shorter - head - tail;
  for (let index = head; index < head + common; index += 1) {
    const [was, is] = [before[index] ?? null, after[index] ?? null];
    if (found.inDetail) diffValues(was, is, [...path, index], found);
    else if (!isSameJson(was, is)) found.changes.push({ path: [...path, index], before: was, after: is });
  }
  for (let index = before.length - tail - 1; index >= head + common; index -= 1)
    found.changes.push({ path: [...path, index], before: before[index] ?? null });
  for (let index = head + common; index < after.length - tail; index += 1)
    found.changes.push({ path: [...path, index], after: after[index] ?? null });
}

/** The changes that take these back, in their order. */
export function invertChanges(changes: readonly DocumentChange[]): DocumentChange[] {
  return changes.toReversed().map((change): DocumentChange => {
    if ('order' in change) return { path: change.path, order: { before: change.order.after, after: change.order.before } };
    const { path, before, after, behind } = change;
    return {
      path,
      ...(after !== undefined && { before: after }),
      ...(before !== undefined && { after: before }),
      ...(behind !== undefined && { behind }),
    };
  });
}

/**
 * Applies changes in their order, also to a document that is not the one they were made from: what they set is set, whatever stands there
 * now; two objects or lists added at one place are joined. `lost` are those whose place is gone. Parts that do not change keep their identity.
 */
export function applyChanges(
  document: JsonObject,
  changes: readonly DocumentChange[],
): { readonly document: JsonObject; readonly lost: readonly DocumentChange[] } {
  const lost: DocumentChange[] = [];
  let now = document;
  for (const change of changes) {
    const next = 'order' in change ? reorder(now, change) : applyValue(now, change);
    if (next === null) lost.push(change);
    else now = next;
  }
  return { document: now, lost };
}

/** The document after one change; null when its place is gone. */
function applyValue(document: JsonObject, change: ValueChange): JsonObject | null {
  const { path, before, after, behind } = change;
  const last = path.at(-1);
  if (last === undefined) return isJsonObject(after) ? after : null;
  const parentPath = path.slice(0, -1);
  const parent = valueIn(document, parentPath);
  if (typeof last === 'string') {
    if (!isJsonObject(parent)) return null;
    const now = Object.hasOwn(parent, last) ? parent[last] : undefined;
    const value = before === undefined && now !== undefined && after !== undefined ? joined(now, after) : after;
    const placed = now === undefined && value !== undefined ? insertKey(parent, last, value, behind) : withKey(parent, last, value);
    return replace(document, parentPath, placed);
  }
  if (!isList(parent)) return null;
  const list = typeof last === 'number' ? inPlainList(parent, last, change) : inThings(parent, last.id, change);
  return list === null ? null : replace(document, parentPath, list);
}

/** Two values that were added at one place: objects and lists hold what both have, of anything else the second stands. */
function joined(first: JsonValue, second: JsonValue): JsonValue {
  if (isJsonObject(first) && isJsonObject(second)) return { ...first, ...second };
  if (!isList(first) || !isList(second)) return second;
  const ids = new Set(idsOf(second) ?? []);
  const isOne = (item: JsonValue) =>
    second.some((other) => isSameJson(item, other)) || (isJsonObject(item) && ids.has(stringOf(item['id'])));
  return [...first.filter((item) => !isOne(item)), ...second];
}

const replace = (document: JsonObject, path: DocumentPath, value: JsonValue): JsonObject =>
  path.length === 0 && isJsonObject(value) ? value : withValue(document, path, value);

function insertKey(object: JsonObject, key: string, value: JsonValue, behind: string | null | undefined): JsonObject {
  const entries = Object.entries(object);
  const found = typeof behind === 'string' ? entries.findIndex(([known]) => known === behind) : -1;
  const index = behind === null ? 0 : found < 0 ? entries.length : found + 1;
  return Object.fromEntries(entries.toSpliced(index, 0, [key, value]));
}

function inPlainList(list: readonly JsonValue[], index: number, { before, after }: ValueChange): readonly JsonValue[] | null {
  if (before === undefined) return after === undefined ? list : list.toSpliced(Math.min(index, list.length), 0, after);
  const found = isSameJson(list[index], before) ? index : list.findIndex((item) => isSameJson(item, before));
  if (after === undefined) return found < 0 ? null : list.toSpliced(found, 1);
  return found < 0 ? null : list.with(found, after);
}

function inThings(list: readonly JsonValue[], id: string, { before, after, behind }: ValueChange): readonly JsonValue[] | null {
  const index = indexOfId(list, id);
  if (after === undefined) return index < 0 ? list : list.toSpliced(index, 1);
  if (index >= 0) return list.with(index, after);
  if (before !== undefined) return null;
  const found = typeof behind === 'string' ? indexOfId(list, behind) : -1;
  return list.toSpliced(behind === null ? 0 : found < 0 ? list.length : found + 1, 0, after);
}

/** Things in the order asked for; those it does not name stay behind the one they stood behind. */
function reorder(document: JsonObject, { path, order }: OrderChange): JsonObject | null {
  const list = valueIn(document, path);
  if (!isList(list)) return null;
  const ids = idsOf(list);
  if (ids === null) return null;
  const places = new Map(order.after.map((id, index) => [id, index]));
  let place = -1;
  const keyed = list.map((item, index) => {
    place = places.get(ids[index] ?? '') ?? place;
    return { item, place, index };
  });
  keyed.sort((left, right) => left.place - right.place || left.index - right.index);
  return withValue(
    document,
    path,
    keyed.map(({ item }) => item),
  );
}
