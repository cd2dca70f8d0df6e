import type { JsonObject } from '../../kernel/json.ts';
import { idFromName } from '../id-from-name.ts';
import { freeId, freeName, idsIn } from './free-id.ts';
import { LISTS, keyOf, thingsOf, type ThingKey, type ThingKind } from './thing-key.ts';

export type Place = { readonly x: number; readonly y: number };
/** A document after something was added to it, and what that is. */
export interface Added {
  readonly document: JsonObject;
  readonly key: ThingKey;
}

// Adding 0 makes 0 of -0, which JSON does not have.
const grid = (value: number) => Math.round(value / 4) * 4 + 0;
/** Nodes stand on multiples of 4 (look/README.md). */
export const onGrid = ({ x, y }: Place): Place => ({ x: grid(x), y: grid(y) });

function append(document: JsonObject, kind: ThingKind, id: string, fields: JsonObject): Added {
  const list = [...thingsOf(document, kind), { id, ...fields }];
  return { document: { ...document, [LISTS[kind]]: list }, key: keyOf(kind, id) };
}

/** A further member that runs as it is: with the script that says role and task once (decisions.md 33). */
export function addMember(document: JsonObject, at: Place): Added {
  const name = freeName(document, 'member', 'Member');
  const fields = { name, role: '', brief: '', engine: { kind: 'scripted' }, at: onGrid(at) };
  return append(document, 'member', freeId(idsIn(document), idFromName(name, 'thing')), fields);
}

/** A further room, without anybody in it. */
export function addRoom(document: JsonObject, at: Place): Added {
  const name = freeName(document, 'room', 'Room');
  return append(document, 'room', freeId(idsIn(document), idFromName(name, 'thing')), { name, members: [], at: onGrid(at) });
}

/** A further note. */
export function addNote(document: JsonObject, at: Place, text = 'Note'): Added {
  return append(document, 'note', freeId(idsIn(document), 'note'), { text, at: onGrid(at) });
}

/** A frame round these members. */
export function addGroup(document: JsonObject, members: readonly string[]): Added {
  const name = freeName(document, 'group', 'Group');
  return append(document, 'group', freeId(idsIn(document), idFromName(name, 'thing')), { name, members: [...members] });
}
