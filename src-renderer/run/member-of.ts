import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';

type Member = TeamSketch['members'][number];
const indexes = new WeakMap<TeamSketch, { members: Map<string, Member>; rooms: Map<string, TeamSketch['rooms'][number]> }>();

function indexOf(team: TeamSketch) {
  const known = indexes.get(team);
  if (known !== undefined) return known;
  const made = { members: new Map(team.members.map((one) => [one.id, one])), rooms: new Map(team.rooms.map((one) => [one.id, one])) };
  indexes.set(team, made);
  return made;
}

/** The member of that id as it was when the run started. */
export const memberOf = (team: TeamSketch, id: string): Member | undefined => indexOf(team).members.get(id);
/** What a person calls a member or sender; its id where the team does not know it. */
export const memberName = (team: TeamSketch, id: string): string => memberOf(team, id)?.name ?? id;
/** What a person calls a room. */
export const roomName = (team: TeamSketch, id: string): string => indexOf(team).rooms.get(id)?.name ?? id;
