import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type ParsedNode,
  Parser,
} from 'yaml';
import type { JsonValue } from '../kernel/json.ts';
import type { Finding } from './finding.ts';
import type { DocumentText, PlacedFinding, TextPlace } from './read-document-text.ts';
import { shown, visible } from './shown.ts';
import { MAX_DEPTH, TOO_DEEP } from './vet-value.ts';
import { yamlAdvice } from './yaml-advice.ts';

/** Pieces of syntax that a document may have: a team of 10,000 members has less than half. They bound the work, which the size alone does not. */
const MAX_LEXEMES = 2_000_000;
/** Anchors, aliases, tags and directives, of which people write a few. */
const MAX_YAML_MARKS = 10_000;
/** Most values, those that aliases repeat included (an alias bomb is a small file). */
const MAX_VALUES = 1_000_000;
export const TOO_MANY_VALUES = 'The file holds more values than a team of 10,000 members needs. Split the team into several.';

const NOWHERE = (): null => null;
const refusal = (code: Finding['code'], message: string): DocumentText => ({
  value: null,
  findings: [{ code, severity: 'error', path: [], message }],
  locate: NOWHERE,
});

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

/** Reads YAML, of which JSON is a part, with the place of every value. The value is not vetted yet (vet-value.ts). */
export function readYaml(text: string): DocumentText {
  const lines = new LineCounter();
  const tokens = parseTokens(text, lines);
  if (tokens === 'deep') return refusal('DOCUMENT_TOO_DEEP', TOO_DEEP);
  if (tokens === 'long') return refusal('DOCUMENT_TOO_LARGE', TOO_MANY_VALUES);
  const [document, ...others] = new Composer({
    version: '1.2',
    uniqueKeys: false,
    resolveKnownTags: false,
    keepSourceTokens: true,
  }).compose(tokens, true, text.length);
  const placeAt = (offset: number): TextPlace => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const findings: PlacedFinding[] = [];
  const invalid = (severity: Finding['severity'], message: string, offset: number) =>
    findings.push({ code: 'INVALID_YAML', severity, path: [], message, place: placeAt(offset) });
  if (others.length > 0) invalid('error', yamlAdvice('MULTIPLE_DOCS', ''), others[0]?.range[0] ?? 0);
  for (const error of document?.errors ?? []) invalid('error', yamlAdvice(error.code, error.message), error.pos[0]);
  for (const warning of document?.warnings ?? []) invalid('warning', yamlAdvice(warning.code, warning.message), warning.pos[0]);
  if (document === undefined || findings.some(({ severity }) => severity === 'error')) return { value: null, findings, locate: NOWHERE };

  const { value, isUsable } = valueOf(document, (finding, node) => {
    const offset = node.range?.[0];
    findings.push(offset === undefined ? finding : { ...finding, place: placeAt(offset) });
  });
  const locate = (path: Finding['path']) => {
    const offset = offsetOf(document.contents, path);
    return offset === null ? null : placeAt(offset);
  };
  return { value: isUsable ? value : null, findings, locate, tree: document };
}

/** Turns the parsed nodes into plain values; resolves aliases, and reports keys that are there twice (the first wins). */
function valueOf(document: Document.Parsed, report: (finding: Finding, node: Node) => void): { value: JsonValue; isUsable: boolean } {
  const anchors = new Map<string, Node>();
  let values = 0;
  let isUsable = true;
  const refuse = (code: Finding['code'], path: Finding['path'], message: string, node: Node): null => {
    if (isUsable) report({ code, severity: 'error', path, message }, node);
    isUsable = false;
    return null;
  };

  const read = (node: Node | null, path: Finding['path'], depth: number): JsonValue => {
    values += 1;
    if (!isUsable || node === null) return null;
    if (values > MAX_VALUES)
      return refuse('DOCUMENT_TOO_LARGE', [], 'With its aliases (*name) the file holds more than 1,000,000 values. Use fewer.', node);
    // A value that contains itself has no end.
    if (depth > MAX_DEPTH) return refuse('DOCUMENT_TOO_DEEP', [], TOO_DEEP, node);
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target !== undefined) return read(target, path, depth);
      return refuse(
        'INVALID_YAML',
        path,
        `Nothing before this place is named "&${visible(node.source)}". Quote text that begins with "*".`,
        node,
      );
    }
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isSeq<Node | null>(node)) return node.items.map((item, index) => read(item, [...path, index], depth + 1));
    if (isMap<Node, Node | null>(node)) return readMap(node.items, path, depth);
    const scalar: unknown = isScalar(node) ? node.value : null;
    return typeof scalar === 'string' || typeof scalar === 'number' || typeof scalar === 'boolean' ? scalar : null;
  };

  const readMap = (items: readonly { key: Node; value: Node | null }[], path: Finding['path'], depth: number): JsonValue => {
    const object: Record<string, JsonValue> = {};
    for (const { key: keyNode, value } of items) {
      if (!isScalar(keyNode))
        return refuse('INVALID_YAML', path, 'A key must be plain text, not a list, a group of fields or an alias.', keyNode);
      const key = keyOf(keyNode.value, keyNode.source);
      const here = [...path, key];
      if (Object.hasOwn(object, key))
        report(
          { code: 'DUPLICATE_KEY', severity: 'error', path: here, message: `The key ${shown(key)} is there twice. Keep one of them.` },
          keyNode,
        );
      // An assignment to `__proto__` would change the prototype, before the vetting sees the key.
      else
        Object.defineProperty(object, key, { value: read(value, here, depth + 1), enumerable: true, writable: true, configurable: true });
    }
    return object;
  };

  const value = read(document.contents, [], 0);
  return { value, isUsable };
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
