import { type CST, isAlias, isMap, isScalar, isSeq, type Node, type Pair, Scalar, type YAMLMap, type YAMLSeq } from 'yaml';

export type YamlNode = Node | null;
export type YamlPair = Pair<Node, YamlNode>;
export type YamlMap = YAMLMap<Node, YamlNode>;
export type YamlSeq = YAMLSeq<YamlNode>;
/** Where a field or an item stands, from its key or dash to the last character of its value. */
export type Extent = { readonly start: number; readonly end: number };

/** Thrown when a text is written in a way that can not be changed by pieces. */
export class NoPiece extends Error {
  override readonly name = 'NoPiece';
}

const offsetOf = (tokens: readonly CST.SourceToken[] | undefined, type: CST.SourceToken['type']): number | undefined =>
  tokens?.find((token) => token.type === type)?.offset;

const rangeOf = (node: Node): readonly [number, number, number] => {
  if (node.range === undefined || node.range === null) throw new NoPiece();
  return node.range;
};

/** True for a text written as a block, with `|` or `>`. */
export const isBlockText = (node: YamlNode): node is Scalar =>
  isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED);

/** The place behind the colon of a pair. */
export function behindColon(pair: YamlPair): number {
  const colon = offsetOf(pair.srcToken?.sep, 'map-value-ind');
  if (colon === undefined) throw new NoPiece();
  return colon + 1;
}

/** Where a value begins and where its last character ends; null for one that is not written at all. */
export function valueExtent(node: YamlNode, text: string): Extent | null {
  if (node === null) return null;
  const [start, end] = rangeOf(node);
  if (isBlockText(node)) return { start, end: start + text.slice(start, end).trimEnd().length };
  if (isMap<Node, YamlNode>(node) && node.flow !== true) {
    const last = node.items.at(-1);
    return last === undefined ? null : { start, end: pairExtent(last, text).end };
  }
  if (isSeq<YamlNode>(node) && node.flow !== true) return { start, end: itemExtents(node, text).at(-1)?.end ?? end };
  if (!isAlias(node) && !isScalar(node) && !isMap(node) && !isSeq(node)) throw new NoPiece();
  return start === end ? null : { start, end };
}

/** Where a field stands. */
export function pairExtent(pair: YamlPair, text: string): Extent {
  const start = offsetOf(pair.srcToken?.start, 'explicit-key-ind') ?? rangeOf(pair.key)[0];
  const end = valueExtent(pair.value, text)?.end ?? (offsetOf(pair.srcToken?.sep, 'map-value-ind') ?? rangeOf(pair.key)[1] - 1) + 1;
  return { start, end };
}

/** Where the items of a list stand, each from its dash on in a list of lines. */
export function itemExtents(list: YamlSeq, text: string): Extent[] {
  if (list.flow === true)
    return list.items.map((item) => {
      const extent = valueExtent(item, text);
      if (extent === null) throw new NoPiece();
      return extent;
    });
  const token: unknown = list.srcToken;
  const dashes = isBlockSeq(token) ? token.items.flatMap(({ start }) => offsetOf(start, 'seq-item-ind') ?? []) : [];
  if (dashes.length !== list.items.length) throw new NoPiece();
  return dashes.map((start, index) => ({ start, end: valueExtent(list.items[index] ?? null, text)?.end ?? start + 1 }));
}

const isBlockSeq = (token: unknown): token is CST.BlockSequence =>
  typeof token === 'object' && token !== null && 'type' in token && token.type === 'block-seq';
