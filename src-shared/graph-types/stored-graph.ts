import { compileGraph } from '../kernel/compile-graph.ts';
import type { CompiledGraph } from '../kernel/graph-type.ts';
import { isJsonObject, type JsonValue } from '../kernel/json.ts';
import type { TeamDefinition } from './team/team-definition.ts';
import { teamGraphType } from './team/team-graph-type.ts';
import type { TeamState } from './team/team-state.ts';

/**
 * Compiles a definition that came from a store or a frame with the graph type of ours that it names; null for a kind or version that is not
 * known here. GraphValidationError for a definition that the type does not take.
 */
export function compileStoredGraph(kind: string, typeVersion: number, definition: JsonValue): CompiledGraph | null {
  if (kind !== teamGraphType.kind || typeVersion !== teamGraphType.version) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compileGraph and the type validate all of it before they use it
  return compileGraph(teamGraphType, definition as unknown as TeamDefinition);
}

/** The state of a conversation among the states of all kinds of graph. */
export function isTeamState(state: unknown): state is TeamState {
  return isJsonObject(state) && isJsonObject(state['nodes']) && Array.isArray(state['messages']);
}
