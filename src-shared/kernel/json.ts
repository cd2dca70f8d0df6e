/** A JSON value as this program keeps it: immutable. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
/** A JSON object: own enumerable string keys only. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Deepest nesting accepted wherever JSON enters: a scalar is 0, each array or object adds one (decisions.md 15). */
const MAX_JSON_DEPTH = 256;

/** Thrown for a value that JSON cannot hold. `path` is a JSON Pointer to the offending place, '' for the value itself. */
export class JsonValueError extends TypeError {
  override readonly name = 'JsonValueError';
  readonly code = 'INVALID_JSON_VALUE';
  readonly path: string;
  constructor(path: string, reason: string) {
    super(`Invalid JSON value at ${path === '' ? '<root>' : path}: ${reason}`);
    this.path = path;
  }
}

/** One step of a JSON Pointer, with its leading slash (RFC 6901: `~` is `~0`, `/` is `~1`). */
export const pointerStep = (key: string | number): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The JSON Pointer of some steps. */
export const pointerOf = (steps: readonly (string | number)[]): string => steps.map(pointerStep).join('');

/** The steps of a JSON Pointer, as `pointerOf` wrote them. */
export const pointerSteps = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** True for a plain object (not null, not an array); says nothing about what is inside. */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A text as it is, '' for anything else. */
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

// Values made here are deeply frozen JSON for ever, so a value seen again costs one look-up: cost follows what is new (decisions.md 16).
const depthOfVetted = new WeakMap<object, number>();

/** Copies and freezes one value tree; `ancestors` finds cycles, `depth` counts containers around the value. */
function freeze(value: unknown, path: string, ancestors: object[]): JsonValue {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw new JsonValueError(path, 'text holds half of a surrogate pair; repair it with toWellFormed().');
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new JsonValueError(path, `${value} is not a JSON number; use null or text.`);
      return value === 0 ? 0 : value; // -0 would come back from storage as 0
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : freezeContainer(value, path, ancestors);
    case 'bigint':
    case 'function':
    case 'symbol':
    case 'undefined':
      throw new JsonValueError(path, `${typeof value} has no JSON form; leave the field out or use null.`);
  }
}

function freezeContainer(value: object, path: string, ancestors: object[]): JsonValue {
  if (ancestors.length + (depthOfVetted.get(value) ?? 1) > MAX_JSON_DEPTH)
    throw new JsonValueError(path, `nested more than ${MAX_JSON_DEPTH} levels.`);
  if (isVetted(value)) return value;
  if (ancestors.includes(value)) throw new JsonValueError(path, 'the value contains itself.');
  ancestors.push(value);
  const copy = Array.isArray(value) ? freezeArray(value, path, ancestors) : freezeObject(value, path, ancestors);
  ancestors.pop();
  return copy;
}

function isVetted(value: object): value is JsonObject | readonly JsonValue[] {
  return depthOfVetted.has(value);
}

function freezeArray(array: readonly unknown[], path: string, ancestors: object[]): JsonValue {
  if (Object.getPrototypeOf(array) !== Array.prototype) throw new JsonValueError(path, 'an array of a class of its own is not plain JSON.');
  const copy: JsonValue[] = [];
  let depth = 1;
  for (let index = 0; index < array.length; index += 1) {
    const step = path + pointerStep(index);
    if (!Object.hasOwn(array, index)) throw new JsonValueError(step, 'the array has a hole here; use null.');
    const item = freeze(array[index], step, ancestors);
    depth = Math.max(depth, 1 + depthOf(item));
    copy.push(item);
  }
  const extra = Reflect.ownKeys(array).find((key) => key !== 'length' && !isIndexOf(array, key));
  if (extra !== undefined) throw new JsonValueError(path, `an array can't carry the property ${String(extra)}.`);
  depthOfVetted.set(copy, depth);
  return Object.freeze(copy);
}

const isIndexOf = (array: readonly unknown[], key: string | symbol): boolean =>
  typeof key === 'string' && String(Number(key)) === key && Number(key) < array.length;

function freezeObject(object: object, path: string, ancestors: object[]): JsonValue {
  if (!isJsonObject(object)) throw new JsonValueError(path, 'only plain objects are JSON, not instances of a class.');
  const copy: Record<string, JsonValue> = {};
  let depth = 1;
  for (const key of Reflect.ownKeys(object)) {
    if (typeof key === 'symbol') throw new JsonValueError(path, 'a symbol is no JSON key.');
    const step = path + pointerStep(key);
    if (!key.isWellFormed()) throw new JsonValueError(step, 'the key holds half of a surrogate pair.');
    const property = Object.getOwnPropertyDescriptor(object, key);
    if (property === undefined || !('value' in property) || property.enumerable !== true)
      throw new JsonValueError(step, 'only ordinary visible properties are JSON, not accessors or hidden ones.');
    const item = freeze(property.value, step, ancestors);
    depth = Math.max(depth, 1 + depthOf(item));
    // An assignment to `__proto__` would change the prototype instead of adding the key.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: item, enumerable: true });
    else copy[key] = item;
  }
  depthOfVetted.set(copy, depth);
  return Object.freeze(copy);
}

const depthOf = (value: JsonValue): number => (typeof value === 'object' && value !== null ? (depthOfVetted.get(value) ?? 0) : 0);

/**
 * A deeply frozen, detached copy of a JSON value; the argument is neither frozen nor changed. Values this function made before are
 * returned (or reused inside) as they are. `-0` becomes `0`; a null-prototype object becomes a plain one.
 * Throws JsonValueError INVALID_JSON_VALUE for what JSON can't hold, cycles and more than 256 levels (spec/graph-and-team.md 5, cases 16-18).
 */
export function cloneFrozenJson<Value extends JsonValue>(value: Value): Value;
export function cloneFrozenJson(value: unknown): JsonValue;
export function cloneFrozenJson(value: unknown): JsonValue {
  return freeze(value, '', []);
}

/** As `cloneFrozenJson`, for a value whose static type is richer than JsonValue (a state, an event, a command). */
export function frozenCopy<Value>(value: Value): Value;
export function frozenCopy(value: unknown): unknown {
  return freeze(value, '', []);
}
