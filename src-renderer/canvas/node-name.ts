import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { readKey } from '../../src-shared/team-document/edit/thing-key.ts';

/** What a member or room is called, by its node id; undefined for what has no name. */
export function nameOfNode(team: TeamSketch, key: string): string | undefined {
  const { kind, id } = readKey(key);
  const named = kind === 'member' ? team.members : kind === 'room' ? team.rooms : [];
  return named.find((thing) => thing.id === id)?.name;
}
