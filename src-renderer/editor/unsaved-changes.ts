import type { JsonObject } from '../../src-shared/kernel/json.ts';
import { applyChanges, diffDocuments, type DocumentChange } from '../../src-shared/team-document/document-change.ts';

// A save takes some milliseconds; a page that is reloaded or crashes within them finds its last changes here. The storage is this window's
// own, so that two windows never take each other's.

const keyOf = (teamId: string) => `troupe.unsaved.${teamId}`;
/** Storage of a page holds some five million units; a change that large is saved without this net. */
const MOST_UNITS = 1_000_000;

/** Notes what is not saved yet; nothing is noted for equal documents. */
export function noteUnsaved(teamId: string, saved: JsonObject, document: JsonObject): void {
  const changes = saved === document ? [] : diffDocuments(saved, document);
  const text = changes.length === 0 ? '' : JSON.stringify(changes);
  try {
    if (text === '' || text.length > MOST_UNITS) sessionStorage.removeItem(keyOf(teamId));
    else sessionStorage.setItem(keyOf(teamId), text);
  } catch {
    // A full or forbidden storage: the save itself is on its way.
  }
}

/** The document with what this window had not saved when it went away. */
export function withUnsaved(teamId: string, document: JsonObject): JsonObject {
  try {
    const text = sessionStorage.getItem(keyOf(teamId));
    if (text === null) return document;
    const changes: DocumentChange[] = JSON.parse(text);
    return applyChanges(document, changes).document;
  } catch {
    return document;
  }
}
