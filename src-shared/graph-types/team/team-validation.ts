import { sameJson } from '../../kernel/canonical-json.ts';
import { executionLaneIssue } from '../../kernel/execution-lane.ts';
import { GraphValidationError, type GraphIssue, IDENTIFIER_RULE, isIdentifier, isVersion, quoted } from '../../kernel/issues.ts';
import { isJsonObject, type JsonObject, type JsonValue, pointerStep } from '../../kernel/json.ts';
import type { TeamDefinition } from './team-definition.ts';

/**
 * Checks what the kernel leaves to a conversation; all issues in one GraphValidationError with code INVALID_TEAM and paths like
 * /data/task, /nodes/<member id>/data/role, /data/communication/rooms/0/members (spec/graph-and-team.md 2.4).
 */
export function validateTeam({ data, nodes, edges }: TeamDefinition): void {
  const issues: GraphIssue[] = [];
  const report: Report = (path, message) => issues.push({ code: 'INVALID_TEAM', path, message });
  checkData(data, nodes.length, report);
  checkMembers(nodes, report);
  checkCommunication(data, new Set(nodes.map((node) => node.id)), report);
  if (edges.length > 0) report('/edges', 'A conversation has no edges; members request turns by mentions. Remove them.');
  if (issues.length > 0) throw new GraphValidationError('Invalid team', issues);
}

type Report = (path: string, message: string) => void;
const LIMITS = ['globalConcurrency', 'maxTurnsPerMember'] as const;

function checkData(data: JsonValue, members: number, report: Report): void {
  if (!isJsonObject(data))
    return report('/data', 'The data of a conversation is an object with task, globalConcurrency and maxTurnsPerMember.');
  if (typeof data['task'] !== 'string') report('/data/task', 'The task must be text.');
  for (const limit of LIMITS) if (!isVersion(data[limit])) report(`/data/${limit}`, `${limit} must be a whole number from 1.`);
  const turns = data['maxTurnsPerMember'];
  if (isVersion(turns) && !Number.isSafeInteger(members * turns))
    report('/data/maxTurnsPerMember', `${members} members with ${turns} turns each are too many to count; lower maxTurnsPerMember.`);
}

function checkMembers(nodes: readonly { readonly id: string; readonly data: JsonValue }[], report: Report): void {
  const lanes = new Map<string, JsonObject>();
  for (const { id, data } of nodes) {
    const path = `/nodes${pointerStep(id)}/data`;
    if (!isJsonObject(data)) {
      report(path, `The data of member ${quoted(id)} is an object with role and brief.`);
      continue;
    }
    for (const field of ['role', 'brief'])
      if (typeof data[field] !== 'string') report(`${path}/${field}`, `The ${field} of member ${quoted(id)} must be text.`);
    if (Object.hasOwn(data, 'initialTurn') && typeof data['initialTurn'] !== 'boolean')
      report(`${path}/initialTurn`, `initialTurn of member ${quoted(id)} must be true or false, or left out.`);
    if (Object.hasOwn(data, 'lane')) checkLane(id, data['lane'], lanes, `${path}/lane`, report);
  }
}

function checkLane(member: string, lane: JsonValue | undefined, lanes: Map<string, JsonObject>, path: string, report: Report): void {
  const issue = executionLaneIssue(lane, path);
  if (issue !== null) return report(path, `The lane of member ${quoted(member)}: ${issue.message}`);
  if (!isJsonObject(lane) || typeof lane['id'] !== 'string') return;
  const other = lanes.get(lane['id']);
  if (other !== undefined && !sameJson(other, lane))
    report(path, `Lane ${quoted(lane['id'])} of member ${quoted(member)} is declared otherwise by another member; declare it the same.`);
  lanes.set(lane['id'], other ?? lane);
}

function checkCommunication(data: JsonValue, members: ReadonlySet<string>, report: Report): void {
  if (!isJsonObject(data) || !Object.hasOwn(data, 'communication')) return;
  const path = '/data/communication';
  const communication = data['communication'];
  if (!isJsonObject(communication)) return report(path, 'communication is an object with rooms and tailMessages, or left out.');
  if (!isVersion(communication['tailMessages'])) report(`${path}/tailMessages`, 'tailMessages must be a whole number from 1.');
  const rooms = communication['rooms'];
  if (!Array.isArray(rooms)) return report(`${path}/rooms`, 'rooms must be a list.');
  const roomIds = new Set<string>();
  for (const [index, room] of rooms.entries()) checkRoom(room, `${path}/rooms/${index}`, roomIds, members, report);
}

function checkRoom(room: JsonValue, path: string, roomIds: Set<string>, members: ReadonlySet<string>, report: Report): void {
  if (!isJsonObject(room)) return report(path, 'A room is an object with id and members.');
  const { id, members: seats } = room;
  if (!isIdentifier(id)) report(`${path}/id`, `A room's id is ${quoted(id)}; ${IDENTIFIER_RULE}.`);
  else if (roomIds.has(id)) report(`${path}/id`, `Room ${quoted(id)} is there twice; give each its own id.`);
  else roomIds.add(id);
  if (!Array.isArray(seats)) return report(`${path}/members`, `The members of room ${quoted(id)} must be a list of member ids.`);
  const seated = new Set<JsonValue>();
  for (const seat of seats) {
    if (typeof seat !== 'string' || !members.has(seat))
      report(`${path}/members`, `Room ${quoted(id)} seats ${quoted(seat)}, who is no member of the team.`);
    else if (seated.has(seat)) report(`${path}/members`, `Room ${quoted(id)} seats ${quoted(seat)} twice; list each member once.`);
    seated.add(seat);
  }
}
