import type { JsonObject } from '../../kernel/json.ts';
import { valueIn } from '../document-path.ts';
import { stepsOf } from '../pointer-steps.ts';
import { keyOf, LISTS, type ThingKey } from './thing-key.ts';

/** The thing that a JSON pointer leads into; null for what belongs to the team itself, or to a thing without an id. */
export function thingAt(document: JsonObject, pointer: string): ThingKey | null {
  const [list, index] = stepsOf(document, pointer);
  if (typeof index !== 'number') return null;
  const kind = (['member', 'room', 'note', 'group'] as const).find((one) => LISTS[one] === list);
  if (kind === undefined) return null;
  const id = valueIn(document, [LISTS[kind], index, 'id']);
  if (typeof id === 'string') return keyOf(kind, id);
  // A note without an id is known by its number.
  return kind === 'note' ? keyOf(kind, `note-${index + 1}`) : null;
}
