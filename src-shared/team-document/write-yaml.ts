import { stringify } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';
import { isList } from './document-path.ts';

// Values as YAML 1.2 that people like to read: places and short lists of words on one line, long texts as blocks, quotes where another
// reader of YAML could take a text for something else.

/** Longest list of words that is written on one line. */
const LONGEST_LINE = 100;
/** A key longer than this must be announced with `?`; YAML's own limit is 1,024 with quotes. */
const LONGEST_KEY = 500;
/** What older readers take for something else than text. */
const AMBIGUOUS = /^(?:y|n|yes|no|on|off|true|false|null|~|[-+.\d][-+.,:_\da-fox]*)$/iu;
const ESCAPED = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/gu;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/u; // oxlint-disable-line no-control-regex -- these must be escaped

/** A text in double quotes; every reader of YAML and JSON reads it. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Whether a text may stand without quotes; inside of brackets less may. */
function isPlain(text: string, inFlow: boolean): boolean {
  if (text === '' || AMBIGUOUS.test(text) || CONTROL.test(text) || text.includes('\n') || (inFlow && /[,[\]{}]|^[?:]|:$/u.test(text)))
    return false;
  return stringify(text, { lineWidth: 0 }) === `${text}\n`;
}

const textOf = (text: string, inFlow: boolean): string => (isPlain(text, inFlow) ? text : quoted(text));

/** A key as it stands before its colon. A place's `y` is no word for "yes" to any reader that people use. */
const yamlKey = (key: string): string => (key === 'y' || (/^[A-Za-z_][\w-]*$/u.test(key) && isPlain(key, true)) ? key : quoted(key));

/** A pair of a group of fields, `value` with what stands between it and the colon. */
export const yamlPair = (key: string, value: string, indent: string): string =>
  key.length > LONGEST_KEY ? `? ${yamlKey(key)}\n${indent}:${value}` : `${yamlKey(key)}:${value}`;

/** A key as it stands between brackets. */
export const yamlFlowKey = (key: string): string => `${key.length > LONGEST_KEY ? '? ' : ''}${yamlKey(key)}`;

/** Any value on one line. */
export function yamlInline(value: JsonValue, inFlow = true): string {
  if (typeof value === 'string') return textOf(value, inFlow);
  if (isList(value)) return `[${value.map((item) => yamlInline(item)).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, item]) => `${yamlFlowKey(key)}: ${yamlInline(item)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

const isScalar = (value: JsonValue): boolean => typeof value !== 'object' || value === null;

function isShort(value: JsonValue): boolean {
  if (isList(value)) return value.every(isScalar) && (value.length === 0 || yamlInline(value).length <= LONGEST_LINE);
  if (!isJsonObject(value)) return true;
  const values = Object.values(value);
  return values.length <= 4 && values.every((item) => typeof item !== 'string' && isScalar(item));
}

/** A text of several lines as a block, or null when only quotes keep it as it is. */
function block(text: string, indent: string): string | null {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const lines = body.split('\n');
  if (lines.length < 2 || CONTROL.test(text) || /^\s|\n$/u.test(body) || lines.some((line) => /^\s+$/u.test(line))) return null;
  return `${body === text ? '|-' : '|'}\n${lines.map((line) => (line === '' ? '' : indent + line)).join('\n')}`;
}

/** What stands behind `key:` of a group whose keys are indented by `indent`: on the same line, or on further ones. */
export function yamlValue(value: JsonValue, indent: string, textIndent = `${indent}  `): string {
  if (typeof value === 'string') return ` ${block(value, textIndent) ?? textOf(value, false)}`;
  if (isShort(value)) return ` ${yamlInline(value)}`;
  const inner = `${indent}  `;
  return isList(value)
    ? value.map((item) => `\n${inner}- ${yamlItem(item, `${inner}  `)}`).join('')
    : `\n${inner}${yamlPairs(isJsonObject(value) ? value : {}, inner)}`;
}

/** What stands behind the dash of a list; `indent` is where the item's own further lines begin. */
export function yamlItem(value: JsonValue, indent: string): string {
  if (isJsonObject(value) && !isShort(value)) return yamlPairs(value, indent);
  if (isList(value) && !isShort(value)) return value.map((item) => `- ${yamlItem(item, `${indent}  `)}`).join(`\n${indent}`);
  return typeof value === 'string' ? (block(value, indent) ?? textOf(value, false)) : yamlInline(value);
}

/** The pairs of a group, the first where it stands, the others on lines of their own. */
export const yamlPairs = (group: JsonObject, indent: string): string =>
  Object.entries(group)
    .map(([key, value]) => yamlPair(key, yamlValue(value, indent), indent))
    .join(`\n${indent}`);
