import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const MEMBER = { width: 220, height: 76 };
/** A live member has one line more: its last words. */
const LIVE_MEMBER = { width: 220, height: 104 };
const ROOM = { width: 168, height: 52 };
const NOTE_WIDTH = 300;

const boxes = <Thing extends { id: string; at: { x: number; y: number } }>(
  things: readonly Thing[],
  sizeOf: (thing: Thing) => { width: number; height: number },
) => new Map(things.map((thing): [string, Box] => [thing.id, { ...thing.at, ...sizeOf(thing) }]));

/** Where every member, room and note of a team stands, by id within its kind. */
export function placesOf(team: TeamSketch, live: boolean) {
  const size = live ? LIVE_MEMBER : MEMBER;
  return {
    members: boxes(team.members, () => size),
    rooms: boxes(team.rooms, () => ROOM),
    notes: boxes(team.notes, ({ text }) => ({
      width: NOTE_WIDTH,
      height: 16 + 16 * text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / 46)), 0),
    })),
  };
}
