import type { JsonObject } from '../kernel/json.ts';
import { applyChanges, type DocumentChange, isSameJson } from './document-change.ts';
import { loadTeamDocument, type LoadedTeamDocument } from './load-team-document.ts';
import { patchText } from './patch-text.ts';
import { type DocumentFormat, writeDocument } from './write-document.ts';

const BOM = '\uFEFF';
/** JSON longer than this, in UTF-16 units, is written anew in its own indentation: reading it with places takes seconds. */
const LONG_JSON = 256 * 1024;

/** A text with what was read in it. */
export interface ReadText {
  readonly text: string;
  readonly read: LoadedTeamDocument;
}

/**
 * The text with these changes made in it: a changed field is a changed line, and everything they do not touch stays as it was written. Where
 * its writing does not allow that, it is written anew. Null when what they make can not be read back as a document: it would be lost. What
 * was read to find that out comes with it (`fileName` names a document without a name), for the next edit of the text.
 */
export function editReadText(
  { text, read }: ReadText,
  format: DocumentFormat,
  changes: readonly DocumentChange[],
  fileName = '',
): ReadText | null {
  const before = read.value;
  if (before === null) return null;
  const { document } = applyChanges(before, changes);
  if (isSameJson(before, document)) return { text, read };
  const mark = text.startsWith(BOM) ? BOM : '';
  const tree = read.tree ?? (format === 'json' && text.length > LONG_JSON ? null : loadTeamDocument({ text }).tree);
  const patched = tree === null ? null : patchText(text.slice(mark.length), tree, format === 'json', before, document);
  return (
    holding(patched === null ? null : mark + patched, document, fileName) ??
    holding(writeDocument(document, format, /\n([ \t]+)\S/u.exec(text)?.[1]), document, fileName)
  );
}

/** `editReadText` of a text that was not read yet. */
export function editDocumentText(text: string, format: DocumentFormat, changes: readonly DocumentChange[]): string | null {
  return editReadText({ text, read: loadTeamDocument({ text }) }, format, changes)?.text ?? null;
}

function holding(text: string | null, document: JsonObject, fileName: string): ReadText | null {
  if (text === null) return null;
  const read = loadTeamDocument({ text, fileName });
  return read.value !== null && isSameJson(read.value, document) ? { text, read } : null;
}
