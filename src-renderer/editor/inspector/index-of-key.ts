import type { JsonObject } from '../../../src-shared/kernel/json.ts';
import { indexOfId } from '../../../src-shared/team-document/document-path.ts';
import { readKey, type ThingKey, thingsOf } from '../../../src-shared/team-document/edit/thing-key.ts';

/** The place of a thing in its list, -1 when there is none. A note without an id is known by its number. */
export function indexOfKey(document: JsonObject, key: ThingKey): number {
  const { kind, id } = readKey(key);
  const things = thingsOf(document, kind);
  const index = indexOfId(things, id);
  if (index >= 0 || kind !== 'note') return index;
  const number = Number(/^note-(\d+)$/u.exec(id)?.[1] ?? 0);
  return number <= things.length ? number - 1 : -1;
}
