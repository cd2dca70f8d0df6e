import { type GraphDescription, type GraphDescriptionInput, validateGraphDescription } from './description.ts';
import type { DefinitionRecord, GraphRequirements } from './graph-type.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import { frozenPlanValue, refusePlan } from './plan-reader.ts';

/**
 * A type's own description with what the compiler knows put over it: schemaVersion, graph, edges and requirements always are the true
 * ones. DESCRIPTION_MISMATCH at /nodes where it does not name the definition's nodes in their order (spec/graph-and-team.md 2.1, 2.2).
 */
export function compileDescription(
  { kind, version }: { readonly kind: string; readonly version: number },
  { value, digest }: DefinitionRecord,
  requirements: GraphRequirements,
  described: GraphDescriptionInput,
): GraphDescription {
  const own = frozenPlanValue(described, '');
  if (!isJsonObject(own)) return refusePlan('INVALID_SHAPE', '', 'describe() must return an object.');
  const ids = value.nodes.map((node) => node.id);
  if (!namesInOrder(own['nodes'], ids))
    refusePlan('DESCRIPTION_MISMATCH', '/nodes', `describe() must name the definition's nodes in their order: ${ids.join(', ')}.`);
  return validateGraphDescription({
    ...own,
    schemaVersion: 1,
    graph: { id: value.id, definitionVersion: value.definitionVersion, kind, typeVersion: version, definitionDigest: digest },
    edges: value.edges.map(({ id, source, target }) => ({ id, source, target })),
    requirements,
  });
}

// Only a list of distinct nodes can be judged here; what is not one gets its own code from the checks that follow.
function namesInOrder(nodes: JsonValue | undefined, ids: readonly string[]): boolean {
  if (!Array.isArray(nodes)) return true;
  const described = nodes.map((node: JsonValue) => (isJsonObject(node) ? node['id'] : undefined));
  if (!described.every((id) => typeof id === 'string') || new Set(described).size < described.length) return true;
  return described.length === ids.length && described.every((id, index) => id === ids[index]);
}
