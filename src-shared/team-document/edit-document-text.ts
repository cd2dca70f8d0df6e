import { applyChanges, type DocumentChange, isSameJson } from './document-change.ts';
import { loadTeamDocument } from './load-team-document.ts';
import { type DocumentFormat, writeDocument } from './write-document.ts';

/**
 * The text with these changes made in it; everything they do not touch stays as it was written. Null when what they make can not be read
 * back as a document: it would be lost.
 */
export function editDocumentText(text: string, format: DocumentFormat, changes: readonly DocumentChange[]): string | null {
  const before = loadTeamDocument({ text }).value;
  if (before === null) return null;
  const { document } = applyChanges(before, changes);
  if (isSameJson(before, document)) return text;
  const written = writeDocument(document, format);
  const read = loadTeamDocument({ text: written }).value;
  return read !== null && isSameJson(read, document) ? written : null;
}
