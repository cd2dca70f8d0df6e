import { applyChanges, type DocumentChange, invertChanges } from '../../src-shared/team-document/document-change.ts';
import type { JsonObject } from '../../src-shared/kernel/json.ts';

/** One thing a person did, as undo takes it back: whole. */
export interface Act {
  /** In words, for the tip of Undo: `Rename Writer`. */
  readonly label: string;
  /** Acts with the same key that follow each other closely are one: what is typed into one field. */
  readonly merge: string | null;
  readonly changes: readonly DocumentChange[];
  /** Milliseconds on the page's own clock. */
  readonly at: number;
}
export interface History {
  readonly past: readonly Act[];
  readonly future: readonly Act[];
}
export const NO_HISTORY: History = { past: [], future: [] };

/** Longest silence within one act of typing. */
const PAUSE_MS = 1500;

const isSamePath = (left: DocumentChange, right: DocumentChange) => JSON.stringify(left.path) === JSON.stringify(right.path);

/** Two lists of changes as one; what is typed letter by letter into one field is one change. */
function joined(first: readonly DocumentChange[], second: readonly DocumentChange[]): readonly DocumentChange[] {
  const [was, is] = [first[0], second[0]];
  const isTyping = first.length === 1 && second.length === 1 && was !== undefined && is !== undefined && isSamePath(was, is);
  if (!isTyping || 'order' in was || 'order' in is || was.after === undefined || is.before === undefined) return [...first, ...second];
  const { after: _earlier, ...start } = was;
  return [is.after === undefined ? start : { ...start, after: is.after }];
}

/** The history after another act; what was undone before is no longer to be redone. */
export function withAct({ past }: History, act: Act): History {
  const last = past.at(-1);
  if (last === undefined || act.merge === null || last.merge !== act.merge || act.at - last.at > PAUSE_MS)
    return { past: [...past, act], future: [] };
  return { past: [...past.slice(0, -1), { ...last, changes: joined(last.changes, act.changes), at: act.at }], future: [] };
}

/** Document and history one act earlier or later; null when there is none. */
export function undone(document: JsonObject, { past, future }: History): { document: JsonObject; history: History } | null {
  const act = past.at(-1);
  if (act === undefined) return null;
  return {
    document: applyChanges(document, invertChanges(act.changes)).document,
    history: { past: past.slice(0, -1), future: [...future, act] },
  };
}
export function redone(document: JsonObject, { past, future }: History): { document: JsonObject; history: History } | null {
  const act = future.at(-1);
  if (act === undefined) return null;
  return { document: applyChanges(document, act.changes).document, history: { past: [...past, act], future: future.slice(0, -1) } };
}
