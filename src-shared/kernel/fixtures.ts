import type { GraphDefinition, GraphEvent, GraphNode } from './graph-type.ts';
import type { JsonValue } from './json.ts';

/** A definition from what matters in a test: version 1, data {}, no nodes and no edges unless given; a node may be its id alone. */
export function defineGraphDefinition({
  nodes = [],
  ...given
}: { readonly id: string; readonly nodes?: readonly (string | GraphNode)[] } & Partial<
  Omit<GraphDefinition, 'id' | 'nodes'>
>): GraphDefinition {
  return {
    definitionVersion: 1,
    data: {},
    edges: [],
    ...given,
    nodes: nodes.map((node) => (typeof node === 'string' ? { id: node, data: {} } : node)),
  };
}

/** A trace of version 1 events from `[type, payload]` pairs. */
export function createGraphEventTrace(...events: readonly (readonly [type: string, payload: JsonValue])[]): readonly GraphEvent[] {
  return events.map(([type, payload]) => ({ type, version: 1, payload }));
}
