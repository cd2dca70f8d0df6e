/** Sizes of nodes on the canvas (look/README.md), and the distance at which they stand from each other; all multiples of 4. */
const MEMBER = { width: 220, pitch: 120 };
const ROOM = { width: 168, pitch: 120 };
const GAP = 88;
const MARGIN = 24;
/** Members of a column before another one is begun. */
const TALLEST = 12;

type Place = { readonly x: number; readonly y: number };

/** Places in `columns` columns beside each other, filled from top to bottom. */
function grid(count: number, columns: number, left: number, width: number, pitch: number): Place[] {
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => ({
    x: left + Math.floor(index / rows) * (width + MARGIN),
    y: (index % rows) * pitch,
  }));
}

const widthOf = (columns: number, width: number): number => columns * width + Math.max(0, columns - 1) * MARGIN;
const centred = (places: readonly Place[], height: number, pitch: number): Place[] => {
  const tallest = Math.max(0, ...places.map(({ y }) => y + pitch));
  const shift = Math.max(0, Math.floor((height - tallest) / 8) * 4);
  return places.map(({ x, y }) => ({ x, y: y + shift }));
};

/** Columns for so many nodes on one side: as few as keep them at most 12 high, more for large teams so that they stay about square. */
const columnsFor = (count: number): number => Math.max(1, Math.ceil(count / Math.max(TALLEST, Math.ceil(Math.sqrt(count) * 2))));

/**
 * Places for a team nobody has arranged: members left and right, rooms between them, all from (0, `top`) on. Deterministic; the same
 * counts give the same places.
 */
export function layoutTeam(
  memberCount: number,
  roomCount: number,
  top = 0,
): { readonly members: readonly Place[]; readonly rooms: readonly Place[] } {
  const leftCount = Math.ceil(memberCount / 2);
  const sideColumns = columnsFor(leftCount);
  const roomColumns = columnsFor(roomCount);
  const roomsAt = widthOf(sideColumns, MEMBER.width) + GAP;
  const rightAt = roomsAt + (roomCount === 0 ? 0 : widthOf(roomColumns, ROOM.width) + GAP);
  const left = grid(leftCount, sideColumns, 0, MEMBER.width, MEMBER.pitch);
  const right = grid(memberCount - leftCount, sideColumns, rightAt, MEMBER.width, MEMBER.pitch);
  const height = Math.ceil(leftCount / sideColumns) * MEMBER.pitch;
  const rooms = centred(grid(roomCount, roomColumns, roomsAt, ROOM.width, ROOM.pitch), height, ROOM.pitch);
  const lowered = (places: readonly Place[]) => places.map(({ x, y }) => ({ x, y: y + top }));
  return { members: lowered([...left, ...right]), rooms: lowered(rooms) };
}
