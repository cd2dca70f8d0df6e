import { type Document, isMap, isScalar, isSeq, type Node, Scalar } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';
import { isSameJson } from './document-change.ts';
import { isList } from './document-path.ts';
import { matchItems } from './match-items.ts';
import { TextSplices } from './text-splices.ts';
import { quoted, yamlFlowKey, yamlInline, yamlItem, yamlPair, yamlValue } from './write-yaml.ts';
import {
  behindColon,
  type Extent,
  isBlockText,
  itemExtents,
  NoPiece,
  pairExtent,
  valueExtent,
  type YamlMap,
  type YamlNode,
  type YamlPair,
  type YamlSeq,
} from './yaml-places.ts';

/** How the things between two brackets are written. */
interface Flow {
  readonly separator: string;
  readonly render: (value: JsonValue) => string;
}
/** Where a value stands: as a field's, an item's behind its dash, or between brackets. */
type Slot = { readonly pair: YamlPair; readonly indent: string } | { readonly dash: number } | { readonly flow: Flow };
/** A thing to be added, written for lines that are indented by so much. */
type Written = (indent: string) => string;

/**
 * The text of `before` changed into one of `after` by as few and small pieces as its writing allows: scalars in their place and kind of
 * quotes, fields and items as lines or between their commas. Null when it can not be done so. What comes out must be read and compared.
 * `tree` is the syntax of `text`, from its own reading.
 */
export function patchText(text: string, tree: Document.Parsed, isJson: boolean, before: JsonObject, after: JsonObject): string | null {
  const root: unknown = tree.contents;
  if (!isMap<Node, YamlNode>(root)) return null;
  try {
    const patch = new Patch(text, isJson);
    patch.fields(root, before, after);
    return patch.splices.apply();
  } catch (error) {
    if (error instanceof NoPiece) return null;
    throw error;
  }
}

class Patch {
  readonly splices: TextSplices;
  readonly #text: string;
  readonly #isJson: boolean;
  /** One step of indentation. */
  readonly #step: string;

  constructor(text: string, isJson: boolean) {
    this.#text = text;
    this.#isJson = isJson;
    this.#step = /\n([ \t]+)\S/u.exec(text)?.[1] ?? '  ';
    this.splices = new TextSplices(text);
  }

  fields(map: YamlMap, before: JsonObject, after: JsonObject): void {
    const pairs = pairsByKey(map);
    const keys = Object.keys(before);
    if (pairs.size !== keys.length) throw new NoPiece();
    const known = keys.map((key) => {
      const pair = pairs.get(key);
      if (pair === undefined) throw new NoPiece();
      return { key, pair, extent: pairExtent(pair, this.#text) };
    });
    const extents = known.map(({ extent }) => extent);
    const flow = map.flow === true ? this.#flowOf(map, extents) : null;
    for (const { key, pair, extent } of known)
      if (Object.hasOwn(after, key))
        this.#value(
          pair.value,
          before[key] ?? null,
          after[key] ?? null,
          flow === null ? { pair, indent: this.splices.indentAt(extent.start) } : { flow },
        );
    const write = (key: string): Written => {
      const value = after[key] ?? null;
      if (flow !== null) return () => `${this.#isJson ? quoted(key) : yamlFlowKey(key)}: ${flow.render(value)}`;
      return (indent) => yamlPair(key, yamlValue(value, indent), indent);
    };
    const places = new Map(keys.map((key, index) => [key, index]));
    const added = behindKept(
      Object.keys(after).map((key) => places.get(key) ?? -1),
      (index) => write(Object.keys(after)[index] ?? ''),
    );
    this.#change(
      extents,
      keys.map((key) => Object.hasOwn(after, key)),
      added,
      flow,
    );
  }

  #value(node: YamlNode, before: JsonValue, after: JsonValue, slot: Slot): void {
    if (isSameJson(before, after)) return;
    if (
      isMap<Node, YamlNode>(node) &&
      isJsonObject(before) &&
      isJsonObject(after) &&
      Object.keys(before).some((key) => Object.hasOwn(after, key))
    )
      return this.fields(node, before, after);
    if (isSeq<YamlNode>(node) && isList(before) && isList(after)) {
      const matched = matchItems(before, after);
      if (matched.some((index) => index >= 0)) return this.#items(node, before, after, matched);
    }
    this.#replace(node, after, slot);
  }

  #items(list: YamlSeq, before: readonly JsonValue[], after: readonly JsonValue[], matched: readonly number[]): void {
    if (list.items.length !== before.length) throw new NoPiece();
    const extents = itemExtents(list, this.#text);
    const flow = list.flow === true ? this.#flowOf(list, extents) : null;
    const write = (index: number): Written => {
      const value = after[index] ?? null;
      return flow === null ? (indent) => `- ${yamlItem(value, `${indent}  `)}` : () => flow.render(value);
    };
    const kept = matched.filter((index) => index >= 0);
    if (kept.some((index, place) => index < (kept[place - 1] ?? -1))) {
      const pieces = matched.map((index, place) => (index >= 0 && isSameJson(before[index], after[place]) ? index : write(place)));
      return this.#rearrange(extents, pieces, flow);
    }
    for (const [place, index] of matched.entries())
      if (index >= 0)
        this.#value(
          list.items[index] ?? null,
          before[index] ?? null,
          after[place] ?? null,
          flow === null ? { dash: extents[index]?.start ?? 0 } : { flow },
        );
    this.#change(
      extents,
      before.map((_, index) => kept.includes(index)),
      behindKept(matched, write),
      flow,
    );
  }

  /** Takes things out that are not kept, and puts others in: `added[0]` in front, `added[n]` behind the n-th. */
  #change(extents: readonly Extent[], kept: readonly boolean[], added: readonly (readonly Written[])[], flow: Flow | null): void {
    const { splices } = this;
    for (const [index, written] of added.entries()) {
      const anchor = extents[Math.max(0, index - 1)];
      if (written.length === 0) continue;
      if (anchor === undefined) throw new NoPiece();
      const indent = splices.indentAt(anchor.start);
      const texts = written.map((write) => write(indent));
      if (flow !== null) {
        const { separator } = flow;
        if (index === 0) splices.put(anchor.start, anchor.start, texts.map((text) => text + separator).join(''));
        else splices.put(anchor.end, anchor.end, texts.map((text) => separator + text).join(''));
      } else if (index === 0 && !splices.isFirstInLine(anchor.start))
        splices.put(anchor.start, anchor.start, texts.map((text) => `${text}\n${indent}`).join(''));
      else {
        const at = index === 0 ? splices.lineStart(anchor.start) : splices.lineEnd(anchor.end);
        const hasEnd = index === 0 || this.#text[at - 1] === '\n';
        splices.put(at, at, texts.map((text) => (hasEnd ? `${indent}${text}\n` : `\n${indent}${text}`)).join(''));
      }
    }
    for (let first = 0; first < extents.length; first += 1) {
      if (kept[first] === true) continue;
      let last = first;
      while (last + 1 < extents.length && kept[last + 1] !== true) last += 1;
      this.#remove(extents, first, last, flow !== null);
      first = last;
    }
  }

  /** Takes out a run of things of which the neighbours stay. */
  #remove(extents: readonly Extent[], first: number, last: number, inFlow: boolean): void {
    const [start, next, end] = [extents[first]?.start ?? 0, extents[last + 1]?.start, extents[last]?.end ?? 0];
    if (inFlow || !this.splices.isFirstInLine(start)) {
      const before = extents[first - 1]?.end;
      if (next !== undefined) this.splices.put(start, next, '');
      else if (before !== undefined && inFlow) this.splices.put(before, end, '');
      else throw new NoPiece();
    } else
      for (const extent of extents.slice(first, last + 1))
        this.splices.put(this.splices.lineStart(extent.start), this.splices.lineEnd(extent.end), '');
  }

  /** Items in another order, each with the lines above it that speak of it; a function is one that is written anew. */
  #rearrange(extents: readonly Extent[], pieces: readonly (number | Written)[], flow: Flow | null): void {
    const [first, last] = [extents[0], extents.at(-1)];
    if (first === undefined || last === undefined) throw new NoPiece();
    if (flow !== null) {
      const texts = pieces.map((piece) =>
        typeof piece === 'function' ? piece('') : this.#text.slice(extents[piece]?.start, extents[piece]?.end),
      );
      return this.splices.put(first.start, last.end, texts.join(flow.separator));
    }
    if (extents.some(({ start }) => !this.splices.isFirstInLine(start))) throw new NoPiece();
    const ends = extents.map(({ end }) => this.splices.lineEnd(end));
    const starts = extents.map(({ start }, index) => ends[index - 1] ?? this.splices.lineStart(start));
    const indent = this.splices.indentAt(first.start);
    const texts = pieces.map((piece) => {
      const text = typeof piece === 'function' ? indent + piece(indent) : this.#text.slice(starts[piece], ends[piece]);
      return text.endsWith('\n') ? text : `${text}\n`;
    });
    this.splices.put(starts[0] ?? 0, ends.at(-1) ?? 0, texts.join('').replaceAll('\r\n', '\n'));
  }

  #replace(node: YamlNode, after: JsonValue, slot: Slot): void {
    const extent = valueExtent(node, this.#text);
    if ('flow' in slot) {
      if (extent === null) throw new NoPiece();
      const text = typeof after === 'string' ? this.#sameQuotes(node, after) : null;
      return this.splices.put(extent.start, extent.end, text ?? slot.flow.render(after));
    }
    const from = 'dash' in slot ? slot.dash + 1 : behindColon(slot.pair);
    const end = extent?.end ?? from;
    const same = typeof after === 'string' && !after.includes('\n') ? this.#sameQuotes(node, after) : null;
    const indent = 'dash' in slot ? `${this.splices.indentAt(slot.dash)}  ` : slot.indent;
    const fresh = 'dash' in slot ? ` ${yamlItem(after, indent)}` : yamlValue(after, indent, this.#blockIndent(node, indent));
    // Behind several lines there is no place for the comment that stood behind the value.
    const comment = isBlockText(node) ? '' : this.#text.slice(end, this.splices.lineEnd(end)).trim();
    const tall = fresh.includes('\n') && comment !== '' ? ` ${yamlInline(after, false)}` : fresh;
    const written = same === null ? tall : ` ${same}`;
    const isBeside = extent !== null && !isBlockText(node) && !this.#text.slice(from, extent.start).includes('\n');
    if (isBeside && !written.startsWith('\n')) this.splices.put(extent.start, end, written.slice(1));
    else this.splices.put(from, end, written);
  }

  /** The text in the kind of quotes that the old one has, if it has some and they can hold it. */
  #sameQuotes(node: YamlNode, text: string): string | null {
    if (!isScalar(node) || this.#isJson) return null;
    if (node.type === Scalar.QUOTE_DOUBLE) return quoted(text);
    // oxlint-disable-next-line no-control-regex -- what can not stand as it is
    if (node.type === Scalar.QUOTE_SINGLE && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/u.test(text))
      return `'${text.replaceAll("'", "''")}'`;
    return null;
  }

  /** How far the lines of a text written as a block are indented. */
  #blockIndent(node: YamlNode, indent: string): string {
    const known = isBlockText(node) ? /\n+([ ]+)\S/u.exec(this.#text.slice(node.range?.[0] ?? 0, node.range?.[1] ?? 0))?.[1] : undefined;
    return known ?? `${indent}  `;
  }

  #flowOf(node: YamlMap | YamlSeq, extents: readonly Extent[]): Flow {
    const [first, second] = extents;
    if (first === undefined) throw new NoPiece();
    const isTall = this.#text.slice(node.range?.[0] ?? first.start, first.start).includes('\n');
    const indent = isTall ? this.splices.indentAt(first.start) : '';
    const between = second === undefined ? '' : this.#text.slice(first.end, second.start).replaceAll('\r\n', '\n');
    const separator = /^\s*,\s*$/u.test(between) ? between : isTall ? `,\n${indent}` : ', ';
    const render = (value: JsonValue): string => {
      if (!this.#isJson) return yamlInline(value);
      return isTall ? JSON.stringify(value, null, this.#step).replaceAll('\n', `\n${indent}`) : JSON.stringify(value);
    };
    return { separator, render };
  }
}

/** The fields of a group by their keys, of two equal ones the first. */
function pairsByKey(map: YamlMap): Map<string, YamlPair> {
  const pairs = new Map<string, YamlPair>();
  for (const pair of map.items) {
    if (!isScalar(pair.key)) throw new NoPiece();
    const { value, source } = pair.key;
    const key = typeof value === 'string' ? value : (source ?? String(value));
    if (!pairs.has(key)) pairs.set(key, pair);
  }
  return pairs;
}

/** New things by the kept one they stand behind: `[0]` in front of all, `[n]` behind the n-th. `matched` are the old places, -1 for new. */
function behindKept(matched: readonly number[], write: (index: number) => Written): Written[][] {
  const added: Written[][] = [];
  let behind = 0;
  for (const [index, old] of matched.entries()) {
    if (old >= 0) behind = old + 1;
    else (added[behind] ??= []).push(write(index));
  }
  return Array.from({ length: added.length }, (_, index) => added[index] ?? []);
}
