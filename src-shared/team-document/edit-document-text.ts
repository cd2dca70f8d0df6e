import type { JsonObject } from '../kernel/json.ts';
import { applyChanges, type DocumentChange, isSameJson } from './document-change.ts';
import { loadTeamDocument } from './load-team-document.ts';
import { patchText } from './patch-text.ts';
import { type DocumentFormat, writeDocument } from './write-document.ts';

const BOM = '\uFEFF';
/** JSON longer than this, in UTF-16 units, is written anew in its own indentation: reading it with places takes seconds. */
const LONG_JSON = 256 * 1024;

/**
 * The text with these changes made in it: a changed field is a changed line, and everything they do not touch stays as it was written. Where
 * its writing does not allow that, it is written anew. Null when what they make can not be read back as a document: it would be lost.
 * `before` is the value that the text is known to hold.
 */
export function editDocumentText(
  text: string,
  format: DocumentFormat,
  changes: readonly DocumentChange[],
  before: JsonObject | null = loadTeamDocument({ text }).value,
): string | null {
  if (before === null) return null;
  const { document } = applyChanges(before, changes);
  if (isSameJson(before, document)) return text;
  const mark = text.startsWith(BOM) ? BOM : '';
  const isLongJson = format === 'json' && text.length > LONG_JSON;
  const patched = isLongJson ? null : patchText(text.slice(mark.length), format === 'json', before, document);
  if (holds(patched, document)) return mark + patched;
  const written = writeDocument(document, format, /\n([ \t]+)\S/u.exec(text)?.[1]);
  return holds(written, document) ? written : null;
}

function holds(text: string | null, document: JsonObject): text is string {
  const value = text === null ? null : loadTeamDocument({ text }).value;
  return value !== null && isSameJson(value, document);
}
