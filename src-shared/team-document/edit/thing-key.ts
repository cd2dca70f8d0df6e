import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { indexOfId, isList } from '../document-path.ts';

/** What can stand on the canvas. */
export type ThingKind = 'member' | 'room' | 'note' | 'group';
/** A thing on the canvas by its kind and id: `member:writer`. */
export type ThingKey = `${ThingKind}:${string}`;

/** The list of a document that holds things of a kind. */
export const LISTS = { member: 'members', room: 'rooms', note: 'notes', group: 'groups' } as const satisfies Record<ThingKind, string>;

export const keyOf = (kind: ThingKind, id: string): ThingKey => `${kind}:${id}`;

const isKind = (text: string): text is ThingKind => Object.hasOwn(LISTS, text);

/** Kind and id of a key. Throws for what is no key: only this program makes them. */
export function readKey(key: string): { readonly kind: ThingKind; readonly id: string } {
  const split = key.indexOf(':');
  const kind = key.slice(0, split);
  if (!isKind(kind)) throw new TypeError(`"${key}" names no thing of a team.`);
  return { kind, id: key.slice(split + 1) };
}

/** Things of a kind, as far as the document has a list of them. */
export function thingsOf(document: JsonObject, kind: ThingKind): readonly JsonValue[] {
  const list = document[LISTS[kind]];
  return isList(list) ? list : [];
}

/** True when the document has that thing. */
export const hasThing = (document: JsonObject, kind: ThingKind, id: string): boolean => indexOfId(thingsOf(document, kind), id) >= 0;
