import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { type Box, middleOf, type TeamPlaces } from './node-places.ts';

export interface MembershipPath {
  readonly memberId: string;
  readonly roomId: string;
  readonly color: number;
  /** SVG path from the member's side to the room's. */
  readonly path: string;
}

type Side = 'left' | 'right' | 'top' | 'bottom';
interface Seat {
  readonly memberId: string;
  readonly roomId: string;
  readonly color: number;
  readonly member: Box;
  readonly room: Box;
  readonly memberSide: Side;
  readonly roomSide: Side;
}

const opposite = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const;

/** The side of `from` that looks at `to`: beside each other unless the gap is too narrow for a curve. */
function facing(from: Box, to: Box): Side {
  const gapX = Math.max(to.x - (from.x + from.width), from.x - (to.x + to.width));
  const gapY = Math.max(to.y - (from.y + from.height), from.y - (to.y + to.height));
  const [a, b] = [middleOf(from), middleOf(to)];
  if (gapX >= 48 || (gapX > 0 && gapY < 16)) return b.x > a.x ? 'right' : 'left';
  return b.y > a.y ? 'bottom' : 'top';
}

/** Places `count` line ends evenly around the middle of a side; `step` apart, closer when the side is short. */
function endOn(box: Box, side: Side, index: number, count: number, step: number) {
  const { x, y } = middleOf(box);
  const across = side === 'left' || side === 'right';
  const room = (across ? box.height : box.width) - 24;
  const offset = (index - (count - 1) / 2) * Math.min(step, count > 1 ? room / (count - 1) : step);
  if (across) return { x: side === 'left' ? box.x : box.x + box.width, y: y + offset };
  return { x: x + offset, y: side === 'top' ? box.y : box.y + box.height };
}

/** Groups what ends on one side of one box, ordered so that lines do not cross at their ends. */
function slots(seats: readonly Seat[], keyOf: (seat: Seat) => string, across: (seat: Seat) => boolean, other: (seat: Seat) => Box) {
  const groups = new Map<string, Seat[]>();
  for (const seat of seats) {
    const key = keyOf(seat);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [seat]);
    else group.push(seat);
  }
  const places = new Map<Seat, { index: number; count: number }>();
  for (const group of groups.values()) {
    const along = (seat: Seat) => (across(seat) ? middleOf(other(seat)).y : middleOf(other(seat)).x);
    group.sort((a, b) => along(a) - along(b));
    for (const [index, seat] of group.entries()) places.set(seat, { index, count: group.length });
  }
  return (seat: Seat) => places.get(seat) ?? { index: 0, count: 1 };
}

const horizontal = (side: Side) => side === 'left' || side === 'right';

/** The lines between members and the rooms they sit in. */
export function membershipPaths(team: TeamSketch, places: TeamPlaces): MembershipPath[] {
  const colors = new Map(team.members.map(({ id, color }) => [id, color]));
  const seats = team.rooms.flatMap((sketch) =>
    [...new Set(sketch.members)].flatMap((memberId): Seat[] => {
      const [member, room] = [places.members.get(memberId), places.rooms.get(sketch.id)];
      if (member === undefined || room === undefined) return [];
      const memberSide = facing(member, room);
      return [{ memberId, roomId: sketch.id, color: colors.get(memberId) ?? 12, member, room, memberSide, roomSide: opposite[memberSide] }];
    }),
  );
  const atRoom = slots(
    seats,
    (seat) => `${seat.roomSide} ${seat.roomId}`,
    (seat) => horizontal(seat.roomSide),
    (seat) => seat.member,
  );
  const atMember = slots(
    seats,
    (seat) => `${seat.memberSide} ${seat.memberId}`,
    (seat) => horizontal(seat.memberSide),
    (seat) => seat.room,
  );
  return seats.map((seat) => {
    const across = horizontal(seat.memberSide);
    const member = atMember(seat);
    const room = atRoom(seat);
    const from = endOn(seat.member, seat.memberSide, member.index, member.count, across ? 0 : 32);
    const to = endOn(seat.room, seat.roomSide, room.index, room.count, across ? 8 : 48);
    const bend = across
      ? `${(from.x + to.x) / 2} ${from.y} ${(from.x + to.x) / 2} ${to.y}`
      : `${from.x} ${(from.y + to.y) / 2} ${to.x} ${(from.y + to.y) / 2}`;
    return { memberId: seat.memberId, roomId: seat.roomId, color: seat.color, path: `M${from.x} ${from.y}C${bend} ${to.x} ${to.y}` };
  });
}
