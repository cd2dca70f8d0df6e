import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { LISTS, thingsOf, type ThingKind } from './thing-key.ts';

const LONGEST = 64;
const KINDS = Object.keys(LISTS) as readonly ThingKind[]; // oxlint-disable-line typescript/no-unsafe-type-assertion -- the keys of a literal

/** Every id of the document's things; members, rooms, notes and groups never share one in the studio. */
export function idsIn(document: JsonObject): Set<string> {
  const ids = KINDS.flatMap((kind) => thingsOf(document, kind).map((thing) => (isJsonObject(thing) ? thing['id'] : null)));
  return new Set(ids.filter((id) => typeof id === 'string'));
}

/** `wanted`, or with the first number behind it that nobody has: `writer`, `writer-2`. At most 64 characters. */
export function freeId(taken: ReadonlySet<string>, wanted: string): string {
  for (let number = 1; ; number += 1) {
    const tail = number === 1 ? '' : `-${number}`;
    const id = wanted.slice(0, LONGEST - tail.length) + tail;
    if (!taken.has(id)) return id;
  }
}

/** `wanted`, or with the first number behind it that no thing of the kind is called. */
export function freeName(document: JsonObject, kind: ThingKind, wanted: string): string {
  const taken = new Set(thingsOf(document, kind).map((thing) => (isJsonObject(thing) ? thing['name'] : null)));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.has(name)) return name;
  }
}
