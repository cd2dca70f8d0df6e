import type { Document } from 'yaml';
import type { JsonValue } from '../kernel/json.ts';
import type { Finding } from './finding.ts';
import { isParsedJson, vetValue } from './vet-value.ts';
import { readYaml, TOO_MANY_VALUES } from './yaml-text.ts';

/** Largest document, in bytes of UTF-8 (decisions.md 20). A caller that reads a file asks its size first. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** Separators and quotes that a document may have: a team of 10,000 members has less than half. */
const MAX_MARKS = 1_000_000;
/** A longer text that never names the format is not worth reading; longer JSON is read fast, without places. */
const LONG_TEXT = 256 * 1024;

/** A place in the text, both from 1. */
export type TextPlace = { readonly line: number; readonly column: number };

/** A finding that knows its place in the text already, as those of the text itself do. */
export type PlacedFinding = Finding & { readonly place?: TextPlace };

/** `value` is null when the text can not be read at all; `findings` then say why. `locate` finds a path in the text; `tree` is its syntax. */
export type DocumentText = {
  readonly value: JsonValue | null;
  readonly findings: readonly PlacedFinding[];
  readonly locate: (path: Finding['path']) => TextPlace | null;
  readonly tree?: Document.Parsed;
};

const NOWHERE = (): null => null;
const refusal = (code: Finding['code'], message: string): DocumentText => ({
  value: null,
  findings: [{ code, severity: 'error', path: [], message }],
  locate: NOWHERE,
});

/** Whether a text is longer than `limit` bytes of UTF-8; looks at the characters only when their number leaves it open. */
function isLongerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  if (text.length * 3 <= limit) return false;
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // Both halves of a surrogate pair count 2, together the 4 bytes of their character.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes > limit;
}

/** True when the text holds more separators and quotes than a document of any legal size needs. */
function hasTooManyMarks(text: string): boolean {
  if (text.length <= MAX_MARKS) return false;
  let marks = 0;
  for (const [mark] of text.matchAll(/[\n,:[{&*"']/gu)) {
    marks += mark === '"' || mark === "'" ? 0.5 : 1;
    if (marks > MAX_MARKS) return true;
  }
  return false;
}

/** JSON at JSON.parse's speed; null when the text is no JSON, so that the other reader can say where. */
function readLongJson(text: string): DocumentText | null {
  if (text.length <= LONG_TEXT || !text.trimStart().startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isParsedJson(value) ? { value, findings: [], locate: NOWHERE } : null;
  } catch {
    return null;
  }
}

/**
 * Reads YAML or JSON into a JSON value, never throws, and runs in bounded time and memory whatever the text is: size, depth, number of
 * values and aliases are limited before they cost anything (faults.md F1-F3). Codes: DOCUMENT_TOO_LARGE, DOCUMENT_TOO_DEEP, NOT_A_TEAM,
 * INVALID_YAML, DUPLICATE_KEY, UNSAFE_KEY, INVALID_VALUE. With DUPLICATE_KEY (the first wins) and INVALID_VALUE the value is there, so that
 * everything else is checked as well. JSON of more than 256 Ki characters is read without places; there the last of two equal keys wins.
 */
export function readDocumentText(text: string): DocumentText {
  if (isLongerThan(text, MAX_DOCUMENT_BYTES))
    return refusal(
      'DOCUMENT_TOO_LARGE',
      'The file is larger than 16 MiB, the most a team document may be. Split the team, or move long texts out of it.',
    );
  if (text.length > LONG_TEXT && !text.includes('troupe.team'))
    return refusal('NOT_A_TEAM', 'This is no team document: "format: troupe.team" stands nowhere in it.');
  if (hasTooManyMarks(text)) return refusal('DOCUMENT_TOO_LARGE', TOO_MANY_VALUES);

  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const read = readLongJson(plain) ?? readYaml(plain);
  const vetted = vetValue(read.value);
  return { ...read, value: vetted.isUsable ? read.value : null, findings: [...read.findings, ...vetted.findings] };
}
