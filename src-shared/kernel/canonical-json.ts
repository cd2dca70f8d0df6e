import { type Digest, digestText } from './digest.ts';
import { cloneFrozenJson, type JsonObject, type JsonValue } from './json.ts';

/**
 * The one text of a JSON value (spec/graph-and-team.md 4): keys sorted by UTF-16 code units, no whitespace, numbers and strings as
 * JSON.stringify writes them, `-0` as `0`, non-ASCII literal. Throws JsonValueError for a value that is not JSON.
 */
export function canonicalJson(value: unknown): string {
  return encode(cloneFrozenJson(value));
}

/** SHA-256 of the canonical JSON's UTF-8 bytes. Throws JsonValueError for a value that is not JSON. */
export function digestJson(value: unknown): Digest {
  return digestText(canonicalJson(value));
}

/** Whether two JSON values have the same canonical JSON. */
export function sameJson(left: JsonValue, right: JsonValue): boolean {
  return left === right || canonicalJson(left) === canonicalJson(right);
}

function encode(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return isArray(value) ? `[${value.map(encode).join(',')}]` : encodeObject(value);
}

function encodeObject(object: JsonObject): string {
  const fields: string[] = [];
  for (const key of Object.keys(object).toSorted()) {
    const value = object[key];
    if (value !== undefined) fields.push(`${JSON.stringify(key)}:${encode(value)}`);
  }
  return `{${fields.join(',')}}`;
}

function isArray(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
  return Array.isArray(value);
}
