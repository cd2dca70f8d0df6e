import type { TeamDefinition, TeamNodeData } from './team-definition.ts';

/** A member with the rooms it sits in, looked up once. */
export type TeamMember = {
  readonly id: string;
  readonly data: TeamNodeData;
  readonly rooms: readonly string[];
};
/** A validated conversation as its operations use it. */
export type TeamSetup = {
  readonly task: string;
  readonly globalConcurrency: number;
  readonly maxTurnsPerMember: number;
  readonly tailMessages: number;
  readonly communicates: boolean;
  /** In declaration order. */
  readonly members: readonly TeamMember[];
  readonly membersById: ReadonlyMap<string, TeamMember>;
  readonly membersByRoom: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Looks up a validated definition's members and rooms. */
export function setUpTeam({ data, nodes }: TeamDefinition): TeamSetup {
  const { task, globalConcurrency, maxTurnsPerMember, communication } = data;
  const rooms = communication?.rooms ?? [];
  const roomsByMember = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const room of rooms) for (const id of room.members) roomsByMember.get(id)?.push(room.id);
  const members = nodes.map(({ id, data: member }) => ({ id, data: member, rooms: roomsByMember.get(id) ?? [] }));
  return {
    task,
    globalConcurrency,
    maxTurnsPerMember,
    tailMessages: communication?.tailMessages ?? 0,
    communicates: communication !== undefined,
    members,
    membersById: new Map(members.map((member) => [member.id, member])),
    membersByRoom: new Map(rooms.map((room) => [room.id, new Set(room.members)])),
  };
}

/** The position of a member's turn, `turn` counting from 1. */
export const teamPosition = (member: string, turn: number): string => `team/${member}/${turn}`;
