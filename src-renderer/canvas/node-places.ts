import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}
export interface Box extends Place {
  readonly width: number;
  readonly height: number;
}
/** Where things stand that are being moved, by node id (`member:writer`), in place of where the document has them. */
export type MovedPlaces = ReadonlyMap<string, Place>;

export const MEMBER = { width: 220, height: 76 };
/** A live member has one line more: its last words. */
const LIVE_MEMBER = { width: 220, height: 104 };
export const ROOM = { width: 168, height: 52 };
/** The label on the line of a direct message. */
const DIRECT = { width: 112, height: 24 };
const NOTE_WIDTH = 300;
const NOT_MOVED: MovedPlaces = new Map();

export const middleOf = ({ x, y, width, height }: Box): Place => ({ x: x + width / 2, y: y + height / 2 });

function boxes<Thing extends { id: string; at: Place }>(
  kind: string,
  things: readonly Thing[],
  moved: MovedPlaces,
  sizeOf: (thing: Thing) => { width: number; height: number },
): Map<string, Box> {
  return new Map(
    things.map((thing): [string, Box] => {
      const { x, y } = moved.get(`${kind}:${thing.id}`) ?? thing.at;
      return [thing.id, { x, y, ...sizeOf(thing) }];
    }),
  );
}

/** Halfway between the two members of a direct message. */
function between(left: Box | undefined, right: Box | undefined): Box | null {
  if (left === undefined || right === undefined) return null;
  const [a, b] = [middleOf(left), middleOf(right)];
  return { x: (a.x + b.x - DIRECT.width) / 2, y: (a.y + b.y - DIRECT.height) / 2, ...DIRECT };
}

/** Where every member, room and note of a team stands, by id within its kind. */
export function placesOf(team: TeamSketch, live: boolean, moved: MovedPlaces = NOT_MOVED) {
  const size = live ? LIVE_MEMBER : MEMBER;
  const members = boxes('member', team.members, moved, () => size);
  const rooms = boxes('room', team.rooms, moved, () => ROOM);
  for (const room of team.rooms) {
    if (!room.direct) continue;
    const box = between(members.get(room.members[0] ?? ''), members.get(room.members[1] ?? ''));
    if (box !== null) rooms.set(room.id, box);
  }
  return {
    members,
    rooms,
    notes: boxes('note', team.notes, moved, ({ text }) => ({
      width: NOTE_WIDTH,
      height: 16 + 16 * text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / 46)), 0),
    })),
  };
}
export type TeamPlaces = ReturnType<typeof placesOf>;
