import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { withValue } from '../document-path.ts';
import { onGrid, type Place } from './add-things.ts';
import { LISTS, readKey, thingsOf, type ThingKey } from './thing-key.ts';

/** Notes written by hand may have no id; they get the one they are drawn under, so that a change can name them. */
export function withNoteIds(document: JsonObject): JsonObject {
  const notes = thingsOf(document, 'note');
  if (notes.every((note) => !isJsonObject(note) || typeof note['id'] === 'string')) return document;
  return {
    ...document,
    notes: notes.map((note, index) => (isJsonObject(note) && typeof note['id'] !== 'string' ? { id: `note-${index + 1}`, ...note } : note)),
  };
}

/** The document with things at new places, on the grid. */
export function placeThings(document: JsonObject, places: ReadonlyMap<ThingKey, Place>): JsonObject {
  let changed = withNoteIds(document);
  for (const [key, place] of places) {
    const { kind, id } = readKey(key);
    changed = withValue(changed, [LISTS[kind], { id }, 'at'], onGrid(place));
  }
  return changed;
}
