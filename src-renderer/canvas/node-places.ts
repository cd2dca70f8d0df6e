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
/** Lines of a note that are drawn; the whole is in the inspector. */
const MOST_LINES = 16;
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

/** Room round the members of a group; its name stands above them. */
const FRAME = { side: 16, top: 32, bottom: 16 };

/** The frame round some boxes, or null for none. */
function frameRound(inside: readonly Box[]): Box | null {
  if (inside.length === 0) return null;
  const [x, y] = [Math.min(...inside.map((box) => box.x)) - FRAME.side, Math.min(...inside.map((box) => box.y)) - FRAME.top];
  const right = Math.max(...inside.map((box) => box.x + box.width)) + FRAME.side;
  const bottom = Math.max(...inside.map((box) => box.y + box.height)) + FRAME.bottom;
  return { x, y, width: right - x, height: bottom - y };
}

/** Where every member, room, note and group of a team stands, by id within its kind. */
export function placesOf(team: TeamSketch, live: boolean, moved: MovedPlaces = NOT_MOVED) {
  const size = live ? LIVE_MEMBER : MEMBER;
  const members = boxes('member', team.members, moved, () => size);
  const rooms = boxes('room', team.rooms, moved, () => ROOM);
  for (const room of team.rooms) {
    if (!room.direct) continue;
    const box = between(members.get(room.members[0] ?? ''), members.get(room.members[1] ?? ''));
    if (box !== null) rooms.set(room.id, box);
  }
  const groups = team.groups.map(
    ({ id, members: ids, box }) => [id, frameRound(ids.flatMap((member) => members.get(member) ?? [])) ?? box] as const,
  );
  return {
    members,
    rooms,
    groups: new Map(groups),
    notes: boxes('note', team.notes, moved, ({ text }) => ({
      width: NOTE_WIDTH,
      height:
        16 +
        16 *
          Math.min(
            MOST_LINES,
            text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / 46)), 0),
          ),
    })),
  };
}
export type TeamPlaces = ReturnType<typeof placesOf>;

/** Every node's box, by node id. */
export function boxesOf(team: TeamSketch): Map<string, Box> {
  const { members, rooms, notes, groups } = placesOf(team, false);
  const kinds = Object.entries({ member: members, room: rooms, note: notes, group: groups });
  return new Map(kinds.flatMap(([kind, places]) => [...places].map(([id, box]) => [`${kind}:${id}`, box] as const)));
}
