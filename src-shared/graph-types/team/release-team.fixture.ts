import { compileGraph } from '../../kernel/compile-graph.ts';
import type { GraphCommand, GraphEvent } from '../../kernel/graph-type.ts';
import { isJsonObject, type JsonValue } from '../../kernel/json.ts';
import type { TeamCommunication, TeamDefinition, TeamGraphData } from './team-definition.ts';
import { teamGraphType } from './team-graph-type.ts';
import type { TeamState, TeamTurnInput } from './team-state.ts';

// The fixtures of spec/graph-and-team.md 5: T, D2, Q, R and the events d, c.

const review: TeamCommunication = { rooms: [{ id: 'review', members: ['writer', 'reviewer'] }], tailMessages: 3 };
/** T: the definition of seed 000. */
export const releaseTeam = {
  id: 'release-team',
  definitionVersion: 1,
  data: { task: 'Prepare a release note.', globalConcurrency: 1, maxTurnsPerMember: 2, communication: review },
  nodes: [
    { id: 'writer', data: { role: 'writer', brief: 'Draft the release note.' } },
    { id: 'reviewer', data: { role: 'reviewer', brief: 'Check the draft.', initialTurn: false } },
  ],
  edges: [],
} as const satisfies TeamDefinition;

/** T with other data. */
export const withData = (data: Partial<TeamGraphData>): TeamDefinition => ({ ...releaseTeam, data: { ...releaseTeam.data, ...data } });
/** Members who start at once and share the room 'all'. */
export function teamOf(names: readonly string[], data: Partial<TeamGraphData> = {}): TeamDefinition {
  return {
    ...withData({ communication: { rooms: [{ id: 'all', members: names }], tailMessages: 3 }, ...data }),
    nodes: names.map((id) => ({ id, data: { role: `the ${id}`, brief: `Be ${id}.` } })),
  };
}
/** D2: both start, two at once. */
export const pair: TeamDefinition = {
  ...withData({ globalConcurrency: 2 }),
  nodes: releaseTeam.nodes.map(({ id, data: { role, brief } }) => ({ id, data: { role, brief } })),
};

export const Q = {
  summary: 'Draft ready for a check.',
  posts: [{ roomId: 'review', text: 'Please check the draft.', mentions: ['reviewer'] }],
};
export const R = { summary: 'The draft is accurate.', posts: [{ roomId: 'review', text: 'The draft is accurate.', mentions: ['writer'] }] };

const event = (type: string, payload: JsonValue): GraphEvent => ({ type, version: 1, payload });
/** Node-dispatched of a member's n-th turn; c, f, p and r settle, fail, pause and resume it. */
export const d = (nodeId: string, turn = 1) => event('node-dispatched', { nodeId, position: `team/${nodeId}/${turn}` });
export const c = (nodeId: string, turn: number, result: JsonValue) =>
  event('node-completed', { nodeId, position: `team/${nodeId}/${turn}`, result });
export const f = (nodeId: string, turn: number, code: string) => event('node-failed', { nodeId, position: `team/${nodeId}/${turn}`, code });
export const p = (nodeId: string, turn: number, reason: string) =>
  event('node-paused', { nodeId, position: `team/${nodeId}/${turn}`, reason, request: null });
export const r = (nodeId: string, turn: number) => event('node-resumed', { nodeId, position: `team/${nodeId}/${turn}` });
export const say = (roomId: string, text: string, ...mentions: string[]) => ({ summary: text, posts: [{ roomId, text, mentions }] });

/** The graph with the state after some events. */
export function after(definition: TeamDefinition, ...events: readonly GraphEvent[]) {
  const graph = compileGraph(teamGraphType, definition);
  const state = events.reduce(graph.reduce, graph.initialState());
  return { graph, state, decision: graph.decide(state) };
}
/** Who is dispatched, in order. */
export const dispatched = (decision: readonly GraphCommand[]): string[] =>
  decision.map((command) => (command.kind === 'dispatch' ? command.nodeId : command.kind));
const isTurnInput = (value: JsonValue): value is TeamTurnInput => isJsonObject(value) && Array.isArray(value['messages']);
function turnInput(input: JsonValue): TeamTurnInput {
  if (!isTurnInput(input)) throw new Error(`no turn input: ${JSON.stringify(input)}`);
  return input;
}
/** What one member is given. */
export function inputOf(decision: readonly GraphCommand[], member: string): TeamTurnInput {
  const command = decision.find((each) => each.kind === 'dispatch' && each.nodeId === member);
  if (command?.kind !== 'dispatch') throw new Error(`${member} is not dispatched`);
  return turnInput(command.input);
}
/** Runs a conversation to its end with these members' answers; every event in order. */
export function play(
  definition: TeamDefinition,
  answer: (member: string, turn: number, input: TeamTurnInput) => JsonValue,
  limit = 1000,
): { readonly events: readonly GraphEvent[]; readonly state: TeamState; readonly end: readonly GraphCommand[] } {
  const graph = compileGraph(teamGraphType, definition);
  const events: GraphEvent[] = [];
  let state = graph.initialState();
  const append = (next: GraphEvent) => {
    events.push(next);
    state = graph.reduce(state, next);
  };
  for (let round = 0; round < limit; round += 1) {
    const decision = graph.decide(state);
    const batch = decision.filter((command) => command.kind === 'dispatch');
    if (batch.length === 0) return { events, state, end: decision };
    for (const { nodeId, position } of batch) append(event('node-dispatched', { nodeId, position }));
    for (const { nodeId, position, input } of batch) {
      const result = answer(nodeId, Number(position.split('/').at(-1)), turnInput(input));
      append(event('node-completed', { nodeId, position, result }));
    }
  }
  return { events, state, end: graph.decide(state) };
}
