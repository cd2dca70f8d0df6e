import { Composer, type Document, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, type Node, type ParsedNode, Parser } from 'yaml';
import type { CST } from 'yaml';
import type { JsonValue } from '../kernel/json.ts';
import type { Finding } from './finding.ts';
import { shown, visible } from './shown.ts';
import { yamlAdvice } from './yaml-advice.ts';

/** Largest document, in bytes of UTF-8 (decisions.md 20). A caller that reads a file asks its size first. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** Separators and quotes, pieces of syntax, and values that a document may have: a team of 10,000 members has less than half. They bound the work, which the size alone does not. */
const MAX_MARKS = 1_000_000;
const MAX_LEXEMES = 2_000_000;
/** Anchors, aliases, tags and directives, of which people write a few. */
const MAX_YAML_MARKS = 10_000;
/** Most values, those that aliases repeat included (an alias bomb is a small file). */
const MAX_VALUES = 1_000_000;
/** Deepest nesting of lists and groups (decisions.md 15). */
const MAX_DEPTH = 256;
const TOO_MANY_VALUES = 'The file holds more values than a team of 10,000 members needs. Split the team into several.';
/** A text longer than this that never names the format is not worth reading. */
const LONG_TEXT = 256 * 1024;
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** A place in the text, both from 1. */
export type TextPlace = { readonly line: number; readonly column: number };

/** A finding that knows its place in the text already, as those of the text itself do. */
export type PlacedFinding = Finding & { readonly place?: TextPlace };

/** `value` is null when the text can not be read at all; `findings` then say why. `locate` finds a path in the text. */
export type DocumentText = {
  readonly value: JsonValue | null;
  readonly findings: readonly PlacedFinding[];
  readonly locate: (path: Finding['path']) => TextPlace | null;
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
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (
      character === '\n' ||
      character === ',' ||
      character === ':' ||
      character === '[' ||
      character === '{' ||
      character === '&' ||
      character === '*'
    )
      marks += 1;
    else if (character === '"' || character === "'") marks += 0.5;
  }
  return marks > MAX_MARKS;
}

/** The text's syntax tree, or why reading it further would cost too much. */
function parseTokens(text: string, lines: LineCounter): CST.Token[] | 'deep' | 'long' {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  lines.addNewLine(0);
  let lexemes = 0;
  let marks = 0;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (lexeme[0] === '&' || lexeme[0] === '*' || lexeme[0] === '!' || lexeme[0] === '%') marks += 1;
    if (lexemes > MAX_LEXEMES || marks > MAX_YAML_MARKS) return 'long';
    for (const token of parser.next(lexeme)) tokens.push(token);
    // Each open list or group is one entry; a document and the value being read are the others.
    if (parser.stack.length > MAX_DEPTH + 8) return 'deep';
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

/**
 * Reads YAML or JSON (which is YAML) into a JSON value, never throws, and runs in bounded time and memory whatever the text is: size, depth,
 * number of values and aliases are limited before they cost anything (faults.md F1-F3). Codes: DOCUMENT_TOO_LARGE, DOCUMENT_TOO_DEEP,
 * INVALID_YAML, DUPLICATE_KEY, UNSAFE_KEY, INVALID_VALUE. With DUPLICATE_KEY (the first wins) and INVALID_VALUE (null instead) the value is
 * there, so that everything else can be checked as well.
 */
export function readDocumentText(text: string): DocumentText {
  if (isLongerThan(text, MAX_DOCUMENT_BYTES))
    return refusal(
      'DOCUMENT_TOO_LARGE',
      'The file is larger than 16 MiB, the most a team document may be. Split the team, or move long texts out of it.',
    );
  if (hasTooManyMarks(text)) return refusal('DOCUMENT_TOO_LARGE', TOO_MANY_VALUES);

  if (text.length > LONG_TEXT && !text.includes('troupe.team'))
    return refusal('NOT_A_TEAM', 'This is no team document: "format: troupe.team" stands nowhere in it.');

  const lines = new LineCounter();
  const tokens = parseTokens(text.startsWith('\uFEFF') ? text.slice(1) : text, lines);
  if (tokens === 'deep') return refusal('DOCUMENT_TOO_DEEP', `The file is nested deeper than ${MAX_DEPTH} levels. Flatten it.`);
  if (tokens === 'long') return refusal('DOCUMENT_TOO_LARGE', TOO_MANY_VALUES);
  const [document, ...others] = [
    ...new Composer({ version: '1.2', uniqueKeys: false, resolveKnownTags: false }).compose(tokens, true, text.length),
  ];
  const placeAt = (offset: number): TextPlace => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const findings: PlacedFinding[] = [];
  const invalid = (severity: Finding['severity'], message: string, offset: number) =>
    findings.push({ code: 'INVALID_YAML', severity, path: [], message, place: placeAt(offset) });
  if (others.length > 0)
    invalid('error', 'The file holds more than one document. Keep one and remove the line "---".', others[0]?.range[0] ?? 0);
  for (const error of document?.errors ?? []) invalid('error', yamlAdvice(error.code, error.message), error.pos[0]);
  for (const warning of document?.warnings ?? []) invalid('warning', yamlAdvice(warning.code, warning.message), warning.pos[0]);
  if (document === undefined || findings.some(({ severity }) => severity === 'error')) return { value: null, findings, locate: NOWHERE };

  const { value, isUsable } = valueOf(document, (finding, offset) =>
    findings.push(offset === null ? finding : { ...finding, place: placeAt(offset) }),
  );
  const locate = (path: Finding['path']) => {
    const offset = offsetOf(document.contents, path);
    return offset === null ? null : placeAt(offset);
  };
  return { value: isUsable ? value : null, findings, locate };
}

/** Turns the parsed nodes into JSON and reports what is not JSON, and what is unsafe, on the way. */
function valueOf(document: Document.Parsed, report: (finding: Finding, offset: number | null) => void) {
  const anchors = new Map<string, Node>();
  let values = 0;
  let isUsable = true;
  const refuse = (code: Finding['code'], path: Finding['path'], message: string, node: Node | null): null => {
    if (isUsable) report({ code, severity: 'error', path, message }, node?.range?.[0] ?? null);
    isUsable = false;
    return null;
  };
  const wrong = (path: Finding['path'], message: string, node: Node): null => {
    report({ code: 'INVALID_VALUE', severity: 'error', path, message }, node.range?.[0] ?? null);
    return null;
  };

  const read = (node: Node | null, path: Finding['path'], depth: number): JsonValue => {
    values += 1;
    if (!isUsable || node === null) return null;
    if (values > MAX_VALUES)
      return refuse(
        'DOCUMENT_TOO_LARGE',
        [],
        'With its aliases (*name) the file holds more than 1,000,000 values. Write them out, or use fewer.',
        node,
      );
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined)
        return refuse(
          'INVALID_YAML',
          path,
          `Nothing before this place is named "&${visible(node.source)}". Quote text that begins with "*".`,
          node,
        );
      return read(target, path, depth);
    }
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (anchor !== undefined) anchors.set(anchor, node);
    if (isScalar(node)) return readScalar(node.value, path, node);
    if (depth >= MAX_DEPTH) return refuse('DOCUMENT_TOO_DEEP', [], `The file is nested deeper than ${MAX_DEPTH} levels. Flatten it.`, node);
    if (isSeq<Node | null>(node)) return node.items.map((item, index) => read(item, [...path, index], depth + 1));
    return isMap<Node, Node | null>(node) ? readMap(node.items, path, depth) : null;
  };

  const readScalar = (value: unknown, path: Finding['path'], node: Node): JsonValue => {
    if (value === undefined || value === null) return null;
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number')
      return Number.isFinite(value) ? value : wrong(path, `${String(value)} is no number that can be kept. Write a finite number.`, node);
    if (typeof value !== 'string') return wrong(path, 'This value has no JSON form. Write text, a number, true or false.', node);
    return value.isWellFormed()
      ? value
      : wrong(path, 'This text holds half of a character (a lone surrogate). Write the whole character.', node);
  };

  const readMap = (items: readonly { key: Node; value: Node | null }[], path: Finding['path'], depth: number): JsonValue => {
    const object: Record<string, JsonValue> = {};
    for (const { key: keyNode, value } of items) {
      if (!isScalar(keyNode))
        return refuse('INVALID_YAML', path, 'A key must be plain text, not a list, a group of fields or an alias.', keyNode);
      const key = keyOf(keyNode.value, keyNode.source);
      const here = [...path, key];
      if (UNSAFE_KEYS.has(key) || !key.isWellFormed())
        return refuse(
          'UNSAFE_KEY',
          here,
          `The key ${shown(key)} is not allowed, because JavaScript treats it specially. Remove or rename it.`,
          keyNode,
        );
      if (Object.hasOwn(object, key)) {
        report(
          { code: 'DUPLICATE_KEY', severity: 'error', path: here, message: `The key ${shown(key)} is there twice. Keep one of them.` },
          keyNode.range?.[0] ?? null,
        );
        continue;
      }
      object[key] = read(value, here, depth + 1);
    }
    return object;
  };

  return {
    value: read(document.contents, [], 0),
    get isUsable() {
      return isUsable;
    },
  };
}

const keyOf = (value: unknown, source: string | undefined): string => (typeof value === 'string' ? value : (source ?? String(value)));

/** Offset of a path: of its key in a group of fields, of the value in a list; of the deepest part that is there. */
function offsetOf(root: ParsedNode | null, path: Finding['path']): number | null {
  let node: Node | null | undefined = root;
  let offset = root?.range[0] ?? null;
  for (const step of path) {
    if (isSeq<Node | null>(node) && typeof step === 'number') {
      node = node.items[step];
      offset = node?.range?.[0] ?? offset;
    } else if (isMap<Node, Node | null>(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && keyOf(key.value, key.source) === step);
      if (pair === undefined) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else return offset;
  }
  return offset;
}
