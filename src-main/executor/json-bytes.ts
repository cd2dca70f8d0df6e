import { isJsonObject, type JsonValue } from '../../src-shared/kernel/json.ts';

// Frozen values never change: what a turn is given is mostly messages that turns before it were given too.
const known = new WeakMap<object, number>();

/** UTF-8 bytes of a value's canonical JSON; any JSON without spaces has as many. A frozen part seen before costs one look-up. */
export function jsonBytes(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(JSON.stringify(value));
  const counted = known.get(value);
  if (counted !== undefined) return counted;
  let bytes = 1; // a bracket, and for each item a comma or the other bracket
  if (isJsonObject(value))
    for (const [key, item] of Object.entries(value)) bytes += Buffer.byteLength(JSON.stringify(key)) + 1 + jsonBytes(item) + 1;
  else for (const item of value) bytes += jsonBytes(item) + 1;
  if (bytes === 1) bytes = 2;
  if (Object.isFrozen(value)) known.set(value, bytes);
  return bytes;
}
