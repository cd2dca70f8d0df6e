import type { GraphCommand } from '../../kernel/graph-type.ts';
import { messageIndex } from './message-index.ts';
import { type TeamMember, type TeamSetup, teamPosition } from './team-setup.ts';
import type { TeamGraphResult, TeamMessage, TeamNodeState, TeamState, TeamTurnInput } from './team-state.ts';

/**
 * What to do now (spec/graph-and-team.md 2.4): nothing while a turn is in flight; then the failed members' end, the first pause, a
 * spent turn cap, the first queued members in declaration order, or the answers. Built frozen; reads only the messages it hands on.
 */
export function decideTeam(setup: TeamSetup, state: TeamState): readonly GraphCommand[] {
  const { members } = setup;
  const nodeOf = ({ id }: TeamMember): TeamNodeState => state.nodes[id] ?? absent(id);
  if (members.some((member) => nodeOf(member).status === 'in-flight')) return NOTHING;

  const failed = members.filter((member) => nodeOf(member).status === 'failed').map(({ id }) => id);
  if (failed.length > 0) return alone({ kind: 'fail', code: 'TEAM_NODE_FAILED', message: `Failed team members: ${failed.join(', ')}.` });

  const paused = members.map(nodeOf).find((node) => node.status === 'paused');
  if (paused !== undefined) return alone({ kind: 'pause', reason: paused.pauseReason ?? '' });

  const queued = members.filter((member) => nodeOf(member).queued);
  const spent = queued.find((member) => nodeOf(member).turns >= setup.maxTurnsPerMember);
  if (spent !== undefined) return alone({ kind: 'fail', code: 'TEAM_TURN_LIMIT', message: turnLimitMessage(setup, state, spent) });

  if (queued.length === 0) return alone({ kind: 'complete', output: teamResult(setup, state) });
  return Object.freeze(
    queued.slice(0, setup.globalConcurrency).map((member) => {
      const node = nodeOf(member);
      const input = turnInput(setup, state, member, node);
      return Object.freeze({ kind: 'dispatch' as const, nodeId: member.id, input, position: teamPosition(member.id, node.turns + 1) });
    }),
  );
}

const NOTHING: readonly GraphCommand[] = Object.freeze([]);
const alone = (command: GraphCommand): readonly GraphCommand[] => Object.freeze([Object.freeze(command)]);

function absent(id: string): never {
  throw new TypeError(`The state has no member ${JSON.stringify(id)}; it belongs to another team than the one compiled.`);
}

function turnInput(setup: TeamSetup, { messages }: TeamState, { data, rooms }: TeamMember, node: TeamNodeState): TeamTurnInput {
  const index = messageIndex(messages);
  const places = new Set<number>();
  for (const id of node.triggers) {
    const place = index.placeOf(id);
    if (place !== undefined) places.add(place);
  }
  for (const room of rooms) for (const place of index.tail(room, setup.tailMessages, messages.length)) places.add(place);
  const read: TeamMessage[] = [];
  for (const place of [...places].toSorted((left, right) => left - right)) {
    const message = messages[place];
    if (message !== undefined) read.push(message);
  }
  return Object.freeze({ task: setup.task, role: data.role, brief: data.brief, result: node.result, messages: Object.freeze(read) });
}

function teamResult({ task, members }: TeamSetup, { nodes }: TeamState): TeamGraphResult {
  const agents = members.map(({ id, data }) => Object.freeze({ name: id, role: data.role, result: nodes[id]?.result ?? null }));
  return Object.freeze({ task, agents: Object.freeze(agents) });
}

/** How many names a message lists before it only counts the rest. */
const LISTED = 20;

/** Says what is lost with the run: the unanswered messages, and who could still have spoken (spec/graph-and-team.md 0.8). */
function turnLimitMessage({ members, maxTurnsPerMember }: TeamSetup, { nodes }: TeamState, { id }: TeamMember): string {
  const pending = nodes[id]?.triggers ?? [];
  const others = members.flatMap((member) => {
    const turns = nodes[member.id]?.turns ?? maxTurnsPerMember;
    return member.id !== id && turns < maxTurnsPerMember ? [`${member.id} (${turns} of ${maxTurnsPerMember} taken)`] : [];
  });
  const unanswered = pending.length === 0 ? 'No message was waiting for it.' : `Unanswered: ${listed(pending)}.`;
  const left = others.length === 0 ? 'No other member had turns left.' : `Members that still had turns: ${listed(others)}.`;
  return `Member "${id}" reached maxTurnsPerMember. ${unanswered} ${left}`;
}

function listed(names: readonly string[]): string {
  const rest = names.length - LISTED;
  return rest > 0 ? `${names.slice(0, LISTED).join(', ')} and ${rest} more` : names.join(', ');
}
