import { canonicalJson } from './canonical-json.ts';
import { digestText } from './digest.ts';
import type { DefinitionRecord, GraphDefinition, GraphKernel } from './graph-type.ts';
import { GraphValidationError, type GraphIssue, IDENTIFIER_RULE, isIdentifier, isVersion, jsonIssue, quoted } from './issues.ts';
import { frozenCopy, isJsonObject, JsonValueError, pointerStep } from './json.ts';

/**
 * Checks a graph definition and freezes a copy of it. All issues are collected into one GraphValidationError: INVALID_DEFINITION,
 * INVALID_ID, INVALID_VERSION, DUPLICATE_NODE_ID, DUPLICATE_EDGE_ID, UNKNOWN_SOURCE_NODE, UNKNOWN_TARGET_NODE, INVALID_JSON_VALUE
 * (spec/graph-and-team.md 2.1). Self-edges and an empty node list are fine.
 */
export function validateDefinition<Definition extends GraphDefinition>(definition: Definition): DefinitionRecord<Definition> {
  const value = freezeDefinition(definition);
  const issues = definitionIssues(value);
  if (issues.length > 0) throw new GraphValidationError('Invalid graph definition', issues);
  const text = canonicalJson(value);
  return Object.freeze({ value, canonicalJson: text, digest: digestText(text) });
}

function freezeDefinition<Definition>(definition: Definition): Definition {
  try {
    return frozenCopy(definition);
  } catch (error) {
    if (!(error instanceof JsonValueError)) throw error;
    throw new GraphValidationError('Invalid graph definition', [jsonIssue(error), ...definitionIssues(definition)], { cause: error });
  }
}

function definitionIssues(definition: unknown): GraphIssue[] {
  const issues: GraphIssue[] = [];
  const report = (code: string, path: string, message: string) => issues.push({ code, path, message });
  const checkId = (value: unknown, path: string) => {
    if (!isIdentifier(value)) report('INVALID_ID', path, `The id at ${path} is ${quoted(value)}; ${IDENTIFIER_RULE}.`);
  };
  const checkData = (value: object, path: string) => {
    if (!Object.hasOwn(value, 'data'))
      report('INVALID_DEFINITION', `${path}/data`, `${path || 'The definition'} has no data; give it, {} at least.`);
  };
  const items = (value: unknown, path: string): readonly unknown[] => {
    if (Array.isArray(value)) return value;
    report('INVALID_DEFINITION', path, `${path} must be a list.`);
    return [];
  };

  if (!isJsonObject(definition)) {
    report('INVALID_DEFINITION', '', 'A graph definition is an object with id, definitionVersion, data, nodes and edges.');
    return issues;
  }
  checkId(definition['id'], '/id');
  if (!isVersion(definition['definitionVersion']))
    report('INVALID_VERSION', '/definitionVersion', 'definitionVersion must be a whole number from 1.');
  checkData(definition, '');

  const nodeIds = new Set<unknown>();
  for (const [index, node] of items(definition['nodes'], '/nodes').entries()) {
    const path = `/nodes${pointerStep(index)}`;
    if (!isJsonObject(node)) {
      report('INVALID_DEFINITION', path, `${path} must be an object with id and data.`);
      continue;
    }
    checkId(node['id'], `${path}/id`);
    checkData(node, path);
    if (nodeIds.has(node['id']) && isIdentifier(node['id']))
      report('DUPLICATE_NODE_ID', `${path}/id`, `Node ${quoted(node['id'])} is there twice; give each its own id.`);
    nodeIds.add(node['id']);
  }

  const edgeIds = new Set<unknown>();
  for (const [index, edge] of items(definition['edges'], '/edges').entries()) {
    const path = `/edges${pointerStep(index)}`;
    if (!isJsonObject(edge)) {
      report('INVALID_DEFINITION', path, `${path} must be an object with id, source, target and data.`);
      continue;
    }
    checkId(edge['id'], `${path}/id`);
    checkData(edge, path);
    if (edgeIds.has(edge['id']) && isIdentifier(edge['id']))
      report('DUPLICATE_EDGE_ID', `${path}/id`, `Edge ${quoted(edge['id'])} is there twice; give each its own id.`);
    edgeIds.add(edge['id']);
    for (const [end, code] of [
      ['source', 'UNKNOWN_SOURCE_NODE'],
      ['target', 'UNKNOWN_TARGET_NODE'],
    ] as const) {
      if (!isIdentifier(edge[end])) checkId(edge[end], `${path}/${end}`);
      else if (!nodeIds.has(edge[end]))
        report(code, `${path}/${end}`, `Edge ${quoted(edge['id'])} names no node of this graph: ${quoted(edge[end])}.`);
    }
  }
  return issues;
}

/** The look-ups that a graph type gets beside its definition; built once, answered in constant time. */
export function createKernel<Definition extends GraphDefinition>(definition: DefinitionRecord<Definition>): GraphKernel<Definition> {
  type Node = Definition['nodes'][number];
  type Edge = Definition['edges'][number];
  const nodes: readonly Node[] = definition.value.nodes;
  const edges: readonly Edge[] = definition.value.edges;
  const nodesById = new Map(nodes.map((node) => [node.id, node]));
  const edgesById = new Map(edges.map((edge) => [edge.id, edge]));
  const inbound = Map.groupBy(edges, (edge) => edge.target);
  const outbound = Map.groupBy(edges, (edge) => edge.source);
  const neighbours = (ids: readonly string[]): readonly Node[] => Object.freeze([...new Set(ids)].flatMap((id) => nodesById.get(id) ?? []));
  const list = (found: readonly Edge[] | undefined): readonly Edge[] => Object.freeze([...(found ?? [])]);
  return Object.freeze({
    definition,
    node: (id: string) => nodesById.get(id),
    edge: (id: string) => edgesById.get(id),
    predecessors: (id: string) => neighbours((inbound.get(id) ?? []).map((edge) => edge.source)),
    successors: (id: string) => neighbours((outbound.get(id) ?? []).map((edge) => edge.target)),
    inboundEdges: (id: string) => list(inbound.get(id)),
    outboundEdges: (id: string) => list(outbound.get(id)),
  });
}
