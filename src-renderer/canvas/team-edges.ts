import type { Edge } from '@xyflow/react';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { visibleText } from '../ui/visible-text.ts';
import { membershipPaths } from './membership-paths.ts';
import { MembershipEdge, type MovedLines } from './MembershipEdge.tsx';
import { type MovedPlaces, placesOf } from './node-places.ts';

export const EDGE_TYPES = { membership: MembershipEdge };

interface Drawn {
  readonly live: boolean;
  readonly editable: boolean;
  readonly selection: ReadonlySet<string>;
  /** Id of the line that is selected itself. */
  readonly chosen?: string | null;
}

/** Id of the line between a member and a room it sits in. */
export const seatId = (memberId: string, roomId: string): string => JSON.stringify([memberId, roomId]);
/** Member and room of a line. */
export function readSeatId(id: string): { readonly memberId: string; readonly roomId: string } {
  const [memberId, roomId]: [string, string] = JSON.parse(id);
  return { memberId, roomId };
}

/** Makes the lines of a team; one that looks the same as before is the same object. */
export function createTeamEdges(): (team: TeamSketch, drawn: Drawn) => Edge[] {
  let kept = new Map<string, Edge>();
  return (team, { live, editable, selection, chosen = null }) => {
    const names = new Map([...team.members, ...team.rooms].map(({ id, name }) => [id, name]));
    const next = new Map<string, Edge>();
    for (const line of membershipPaths(team, placesOf(team, live))) {
      const id = seatId(line.memberId, line.roomId);
      const isChosen = chosen === id || selection.has(`member:${line.memberId}`) || selection.has(`room:${line.roomId}`);
      const known = kept.get(id);
      const data = { line, chosen: isChosen, selected: chosen === id };
      if (known !== undefined && isSameEdge(known, data)) next.set(id, known);
      else
        next.set(id, {
          id,
          type: 'membership',
          source: `member:${line.memberId}`,
          target: `room:${line.roomId}`,
          data,
          selectable: editable,
          selected: chosen === id,
          ariaLabel: `${visibleText(names.get(line.memberId) ?? line.memberId)} sits in ${visibleText(names.get(line.roomId) ?? line.roomId)}`,
        });
    }
    kept = next;
    return [...next.values()];
  };
}

const NO_LINES: MovedLines = new Map();

/**
 * The lines that may run otherwise while some things are moved: every line of each member who sits where something moves. The edges stay as
 * they are meanwhile, since React Flow reads all of them again when one is new.
 */
export function movedLines(team: TeamSketch, moved: MovedPlaces): MovedLines {
  if (moved.size === 0) return NO_LINES;
  const touched = team.rooms.filter(
    ({ id, members }) => moved.has(`room:${id}`) || members.some((member) => moved.has(`member:${member}`)),
  );
  const near = new Set(touched.flatMap(({ members }) => members));
  // Where a line ends depends on the others that end there.
  const rooms = team.rooms.filter(({ members }) => members.some((member) => near.has(member)));
  const seated = new Set(rooms.flatMap(({ members }) => members));
  const part = { ...team, rooms, members: team.members.filter(({ id }) => seated.has(id)), notes: [], groups: [] };
  const lines = membershipPaths(part, placesOf(part, false, moved)).filter(({ memberId }) => near.has(memberId));
  return new Map(lines.map((line) => [seatId(line.memberId, line.roomId), line]));
}

function isSameEdge({ data }: Edge, next: { line: { path: string; color: number }; chosen: boolean; selected: boolean }): boolean {
  const known: unknown = data;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by the function above
  const { line, chosen, selected } = known as typeof next;
  return line.path === next.line.path && line.color === next.line.color && chosen === next.chosen && selected === next.selected;
}
