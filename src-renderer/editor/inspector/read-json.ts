import { type JsonValue, pointerStep } from '../../../src-shared/kernel/json.ts';
import { isParsedJson, vetValue } from '../../../src-shared/team-document/vet-value.ts';
import { jsonErrorAt } from './json-error-at.ts';

/** Line and column of an index, from 1. */
function placeOf(text: string, index: number): string {
  const before = text.slice(0, index).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Typed JSON that a document can hold; nothing typed is no value. */
export function readJson(text: string): { readonly value: JsonValue | undefined } | { readonly refusal: string } {
  if (text.trim() === '') return { value: undefined };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refusal: `This is not JSON from ${placeOf(text, jsonErrorAt(text))} on; the value before is kept.` };
  }
  const [finding] = vetValue(value).findings;
  if (finding !== undefined) {
    const where = finding.path.map(pointerStep).join('');
    return { refusal: where === '' ? finding.message : `${where}: ${finding.message}` };
  }
  return isParsedJson(value) ? { value } : { refusal: 'This is not JSON.' };
}
