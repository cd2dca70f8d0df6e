import type { Edge } from '@xyflow/react';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { visibleText } from '../ui/visible-text.ts';
import { membershipPaths } from './membership-paths.ts';
import { MembershipEdge } from './MembershipEdge.tsx';
import { type MovedPlaces, placesOf } from './node-places.ts';

export const EDGE_TYPES = { membership: MembershipEdge };

interface Drawn {
  readonly live: boolean;
  readonly editable: boolean;
  readonly selection: ReadonlySet<string>;
  /** Id of the line that is selected itself. */
  readonly chosen?: string | null;
  readonly moved?: MovedPlaces;
}

/** Id of the line between a member and a room it sits in. */
export const seatId = (memberId: string, roomId: string): string => JSON.stringify([memberId, roomId]);
/** Member and room of a line. */
export function readSeatId(id: string): { readonly memberId: string; readonly roomId: string } {
  const [memberId, roomId]: [string, string] = JSON.parse(id);
  return { memberId, roomId };
}

/** The part of a team whose lines may look different while some of its things are moved. */
function touchedBy(team: TeamSketch, moved: MovedPlaces): TeamSketch {
  const isMoved = (room: TeamSketch['rooms'][number]) =>
    moved.has(`room:${room.id}`) || room.members.some((id) => moved.has(`member:${id}`));
  return { ...team, rooms: team.rooms.filter(isMoved) };
}

/** Makes the lines of a team; one that looks the same as before is the same object, and a drag computes only what it moves. */
export function createTeamEdges(): (team: TeamSketch, drawn: Drawn) => Edge[] {
  let kept = new Map<string, Edge>();
  return (team, { live, editable, selection, chosen = null, moved }) => {
    const isDrag = moved !== undefined && moved.size > 0;
    const part = isDrag ? touchedBy(team, moved) : team;
    const names = new Map([...part.members, ...part.rooms].map(({ id, name }) => [id, name]));
    const next = isDrag ? new Map(kept) : new Map<string, Edge>();
    for (const line of membershipPaths(part, placesOf(team, live, moved))) {
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

function isSameEdge({ data }: Edge, next: { line: { path: string; color: number }; chosen: boolean; selected: boolean }): boolean {
  const known: unknown = data;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by the function above
  const { line, chosen, selected } = known as typeof next;
  return line.path === next.line.path && line.color === next.line.color && chosen === next.chosen && selected === next.selected;
}
