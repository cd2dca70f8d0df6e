import { stringify } from 'yaml';
import type { JsonObject } from '../kernel/json.ts';

export type DocumentFormat = 'yaml' | 'json';

/** A document as text, LF at every line's end: what the loader reads back is equal to it. */
export function writeDocument(document: JsonObject, format: DocumentFormat): string {
  return format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : stringify(document, { lineWidth: 0 });
}
