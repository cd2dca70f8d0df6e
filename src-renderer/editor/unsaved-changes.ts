import type { JsonObject } from '../../src-shared/kernel/json.ts';
import {
  applyChanges,
  diffDocuments,
  type DocumentChange,
  invertChanges,
  isSameJson,
} from '../../src-shared/team-document/document-change.ts';

// A save takes some milliseconds; a page that is reloaded or crashes within them finds its last changes here. The storage is this window's
// own, so that two windows never take each other's.

const keyOf = (teamId: string) => `troupe.unsaved.${teamId}`;
/** Storage of a page holds some five million units; a change that large is saved without this net. */
const MOST_UNITS = 1_000_000;

interface Unsaved {
  /** Digest of the text that the changes were made on. */
  readonly base: string;
  readonly changes: readonly DocumentChange[];
}

/** Notes what is not saved yet; nothing is noted for equal documents. */
export function noteUnsaved(teamId: string, saved: { readonly hash: string; readonly document: JsonObject }, document: JsonObject): void {
  const changes = saved.document === document ? [] : diffDocuments(saved.document, document);
  const text = changes.length === 0 ? '' : JSON.stringify({ base: saved.hash, changes } satisfies Unsaved);
  try {
    if (text === '' || text.length > MOST_UNITS) sessionStorage.removeItem(keyOf(teamId));
    else sessionStorage.setItem(keyOf(teamId), text);
  } catch {
    // A full or forbidden storage: the save itself is on its way.
  }
}

/** True when the save whose answer never came has reached the library: taking the changes back and doing them again is no change. */
export function holds(document: JsonObject, changes: readonly DocumentChange[]): boolean {
  const back = applyChanges(document, invertChanges(changes));
  return back.lost.length === 0 && back.document !== document && isSameJson(applyChanges(back.document, changes).document, document);
}

/** The document with what this window had not saved when it went away. */
export function withUnsaved(teamId: string, hash: string, document: JsonObject): JsonObject {
  try {
    const text = sessionStorage.getItem(keyOf(teamId));
    if (text === null) return document;
    const { base, changes }: Unsaved = JSON.parse(text);
    return base !== hash && holds(document, changes) ? document : applyChanges(document, changes).document;
  } catch {
    return document;
  }
}
