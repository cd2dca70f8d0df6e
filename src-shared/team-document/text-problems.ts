import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';
import type { Finding, Report } from './finding.ts';
import { placeOf } from './place.ts';
import { hasHiddenCharacters } from './shown.ts';

type Path = Finding['path'];

/** How well-known keys begin. */
const SECRETS: readonly RegExp[] = [
  /\bsk-[A-Za-z0-9_-]{20}/u,
  /\bgh[oprsu]_[A-Za-z0-9]{30}/u,
  /\bgithub_pat_[A-Za-z0-9_]{20}/u,
  /\bglpat-[A-Za-z0-9_-]{20}/u,
  /\bxox[abprs]-[A-Za-z0-9-]{10}/u,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/u,
  /\bAIza[A-Za-z0-9_-]{35}/u,
  /\bhf_[A-Za-z0-9]{30}/u,
  /\bnpm_[A-Za-z0-9]{36}/u,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/u,
];
/** What may stand behind the beginning of a key: the rest of it. */
const REST = String.raw`(?:[A-Za-z0-9_+/=.-]*|[\s\S]*?-----END [A-Z ]{0,40}PRIVATE KEY-----)`;

/** A text without the keys in it that begin as well-known ones do. */
export const withoutSecrets = (text: string): string =>
  SECRETS.reduce((rest, { source }) => rest.replace(new RegExp(source + REST, 'gu'), ''), text);

const SHORTEST_SECRET = 20;
const SECRET_BITS_PER_CHARACTER = 3.5;

/** Bits of information per character, from how often each one occurs. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0);
}

/** True for what looks drawn by lot: long, without spaces, letters and digits mixed. */
const looksRandom = (text: string): boolean =>
  text.length >= SHORTEST_SECRET &&
  text.length <= 4096 &&
  /^\S+$/u.test(text) &&
  /\d/u.test(text) &&
  /[A-Za-z]/u.test(text) &&
  entropy(text) >= SECRET_BITS_PER_CHARACTER;

const isSecret = (text: string, path: Path): boolean =>
  SECRETS.some((pattern) => pattern.test(text)) || ((path.includes('env') || path.includes('headers')) && looksRandom(text));

/** True for fields that people read as a name, where a hidden character deceives. */
const isName = (path: Path): boolean => {
  const key = path.at(-1);
  return (key === 'id' || key === 'name' || key === 'role') && (path.length === 1 || (path.length === 3 && typeof path[1] === 'number'));
};

/** Reports what single texts give away or hide: SECRET_IN_DOCUMENT (never quoting it) and HIDDEN_CHARACTERS (faults.md F4). */
export function checkTexts(document: JsonObject, report: Report): void {
  const visit = (value: JsonValue, path: Path): void => {
    if (typeof value === 'string') checkText(value, path);
    else if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
    else if (Array.isArray(value)) value.forEach((item: JsonValue, index) => visit(item, [...path, index]));
  };
  const checkText = (text: string, path: Path): void => {
    if (isSecret(text, path)) {
      const { field, place } = placeOf(document, path);
      report({
        code: 'SECRET_IN_DOCUMENT',
        severity: 'error',
        path,
        message: `"${field}" of ${place} looks like a key or password. Remove it, name it with "credential: NAME" instead, and revoke it if the file was shared.`,
        fix: 'Remove it from the text',
      });
    }
    if (isName(path) && hasHiddenCharacters(text)) {
      const { field, place } = placeOf(document, path);
      report({
        code: 'HIDDEN_CHARACTERS',
        severity: 'warning',
        path,
        message: `"${field}" of ${place} holds characters that can not be seen. They are shown as \\u codes; type the name again to remove them.`,
      });
    }
  };
  visit(document, []);
}
