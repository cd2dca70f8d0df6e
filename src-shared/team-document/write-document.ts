import type { JsonObject } from '../kernel/json.ts';
import { yamlPairs } from './write-yaml.ts';

export type DocumentFormat = 'yaml' | 'json';

/** A document as text, LF at every line's end: what the loader reads back is equal to it. `step` is what JSON is indented by. */
export function writeDocument(document: JsonObject, format: DocumentFormat, step = '  '): string {
  return format === 'json' ? `${JSON.stringify(document, null, step)}\n` : `${yamlPairs(document, '')}\n`;
}
