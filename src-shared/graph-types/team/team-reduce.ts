import type { GraphEvent } from '../../kernel/graph-type.ts';
import { cloneFrozenJson, isJsonObject, type JsonValue } from '../../kernel/json.ts';
import { appendMessages } from './message-index.ts';
import { isTeamResult } from './team-result.ts';
import { type TeamSetup, teamPosition } from './team-setup.ts';
import type { TeamMessage, TeamNodeState, TeamState, TeamTurnResult } from './team-state.ts';

/** The state before any event: members with an initial turn are queued. */
export function initialTeamState({ members }: TeamSetup): TeamState {
  const nodes = members.map(({ id, data }): [string, TeamNodeState] => [
    id,
    freeze({
      status: 'idle',
      turns: 0,
      inFlight: null,
      pauseReason: null,
      failureCode: null,
      result: null,
      queued: data.initialTurn !== false,
      triggers: NOTHING,
    }),
  ]);
  return freeze({ nodes: freeze(Object.fromEntries(nodes)), messages: freeze([]) });
}

/**
 * The state after one more event. Stale, duplicate, late and foreign events leave it as it is and never throw (spec/graph-and-team.md
 * 2.4). The state is built frozen, shares what did not change, and keeps nothing of the event unfrozen.
 */
export function reduceTeam(setup: TeamSetup, state: TeamState, { type, version, payload }: GraphEvent): TeamState {
  if (version !== 1 || !isJsonObject(payload)) return state;
  const { nodeId, position } = payload;
  if (typeof nodeId !== 'string' || typeof position !== 'string' || !setup.membersById.has(nodeId)) return state;
  const node = state.nodes[nodeId];
  if (node === undefined) return state;
  const mine = node.inFlight === position;
  switch (type) {
    case 'node-dispatched':
      if (node.status !== 'idle' || !node.queued || position !== teamPosition(nodeId, node.turns + 1)) return state;
      return withNode(state, nodeId, {
        ...node,
        status: 'in-flight',
        turns: node.turns + 1,
        inFlight: position,
        queued: false,
        triggers: NOTHING,
      });
    case 'node-completed':
      if (node.status !== 'in-flight' || !mine) return state;
      return complete(setup, state, nodeId, position, payload['result'] ?? null);
    case 'node-failed':
      if (!mine) return state;
      return withNode(state, nodeId, failed(node, textOf(payload['code'])));
    case 'node-paused':
      if (node.status !== 'in-flight' || !mine) return state;
      return withNode(state, nodeId, { ...node, status: 'paused', pauseReason: textOf(payload['reason']) });
    case 'node-resumed':
      if (node.status !== 'paused' || !mine) return state;
      return withNode(state, nodeId, { ...node, status: 'in-flight', pauseReason: null });
    default:
      return state;
  }
}

const freeze = Object.freeze;
const NOTHING: readonly string[] = freeze([]);
const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

const failed = (node: TeamNodeState, failureCode: string): TeamNodeState => ({
  ...node,
  status: 'failed',
  inFlight: null,
  pauseReason: null,
  failureCode,
});

function withNode(state: TeamState, id: string, node: TeamNodeState): TeamState {
  return freeze({ nodes: freeze({ ...state.nodes, [id]: freeze(node) }), messages: state.messages });
}

function complete(setup: TeamSetup, state: TeamState, sender: string, position: string, given: JsonValue): TeamState {
  const node = state.nodes[sender];
  if (node === undefined) return state;
  // A bad result of the record fails the member and delivers nothing; earlier results and messages stay.
  if (!isTeamResult(setup, sender, given)) return withNode(state, sender, failed(node, 'RESULT_INVALID'));
  const result = cloneFrozenJson<TeamTurnResult>(given);
  const messages = (result.posts ?? []).map(
    ({ roomId, text, mentions }, index): TeamMessage => freeze({ roomId, text, mentions, id: `${position}/${index}`, sender, position }),
  );
  const nodes: Record<string, TeamNodeState> = { ...state.nodes, [sender]: freeze({ ...node, status: 'idle', inFlight: null, result }) };
  for (const { id, mentions } of messages)
    for (const name of new Set(mentions)) {
      const mentioned = nodes[name];
      if (mentioned !== undefined) nodes[name] = freeze({ ...mentioned, queued: true, triggers: freeze([...mentioned.triggers, id]) });
    }
  return freeze({ nodes: freeze(nodes), messages: appendMessages(state.messages, messages) });
}
