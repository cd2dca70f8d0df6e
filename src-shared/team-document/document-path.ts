import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';

/** One step into a document: a key, a place in a plain list, or the id of a thing in a list of things that are told apart by it. */
export type DocumentStep = string | number | { readonly id: string };
export type DocumentPath = readonly DocumentStep[];

/** Ids of a list of things, or null when it is a plain list: one item has none, or two have the same. */
export function idsOf(list: readonly JsonValue[]): readonly string[] | null {
  const ids: string[] = [];
  const known = new Set<string>();
  for (const item of list) {
    const id = isJsonObject(item) && Object.hasOwn(item, 'id') ? item['id'] : undefined;
    if (typeof id !== 'string' || known.has(id)) return null;
    known.add(id);
    ids.push(id);
  }
  return ids;
}

/** Index of the first thing with that id, -1 when there is none. */
export const indexOfId = (list: readonly JsonValue[], id: string): number =>
  list.findIndex((item) => isJsonObject(item) && Object.hasOwn(item, 'id') && item['id'] === id);

export const isList = (value: unknown): value is readonly JsonValue[] => Array.isArray(value);

/** What one step finds in a value; undefined for nothing. */
function childOf(value: JsonValue | undefined, step: DocumentStep): JsonValue | undefined {
  if (typeof step === 'string') return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  if (!isList(value)) return undefined;
  return value[typeof step === 'number' ? step : indexOfId(value, step.id)];
}

/** The value at a path, or undefined when there is none. Own properties only. */
export function valueIn(root: JsonValue, path: DocumentPath): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const step of path) value = childOf(value, step);
  return value;
}

/** An object with a key set, in the place it had, else at the end; undefined removes it. */
export function withKey(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  const entries = Object.entries(object);
  const index = entries.findIndex(([known]) => known === key);
  if (value === undefined) return index < 0 ? object : Object.fromEntries(entries.toSpliced(index, 1));
  if (index >= 0 && object[key] === value) return object;
  return Object.fromEntries(index < 0 ? [...entries, [key, value]] : entries.with(index, [key, value]));
}

/**
 * The document with `value` at a path; undefined removes what is there. Objects that are missing on the way are made, and an object that a
 * removal leaves empty stays. What lies beside the path keeps its identity. A path through a list item that is not there changes nothing.
 */
export function withValue(root: JsonObject, path: DocumentPath, value: JsonValue | undefined): JsonObject {
  const set = (here: JsonValue | undefined, [step, ...rest]: DocumentPath): JsonValue | undefined => {
    if (step === undefined) return value;
    if (typeof step === 'string') {
      const object = isJsonObject(here) ? here : {};
      if (value === undefined && !isJsonObject(here)) return here;
      return withKey(object, step, set(childOf(object, step), rest));
    }
    if (!isList(here)) return here;
    const index = typeof step === 'number' ? step : indexOfId(here, step.id);
    if (index < 0 || index >= here.length) return here;
    const item = set(here[index], rest);
    if (item === here[index]) return here;
    return item === undefined ? here.toSpliced(index, 1) : here.with(index, item);
  };
  const changed = set(root, path);
  return isJsonObject(changed) ? changed : root;
}
