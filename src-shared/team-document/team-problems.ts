import type { JsonObject } from '../kernel/json.ts';
import { closest } from './closest.ts';
import { DEFAULT_TURNS_PER_MEMBER } from './defaults.ts';
import type { Finding, Report } from './finding.ts';
import type { Outline, OutlineMember, OutlineRoom } from './outline.ts';
import { valueIn } from './document-path.ts';
import { labelOf, placeOf } from './place.ts';
import { visible } from './shown.ts';

type Path = Finding['path'];

const error = (code: Finding['code'], path: Path, message: string, word: string | null = null): Finding => ({
  code,
  severity: 'error',
  path,
  message: word === null ? message : `${message} Closest: ${visible(word)}.`,
  ...(word === null ? {} : { fix: `Use ${visible(word)}`, word }),
});

/** Reports every second use of an id in a list of things that need different ones. */
function checkUnique(
  items: readonly { readonly id: string | null; readonly path: Path }[],
  message: (id: string) => string,
  report: Report,
): void {
  const seen = new Set<string>();
  for (const { id, path } of items) {
    if (id === null) continue;
    if (seen.has(id)) report(error('DUPLICATE_ID', path, message(visible(id))));
    seen.add(id);
  }
}

const withId = <Item extends { readonly path: Path }>(item: Item) => ({ ...item, path: [...item.path, 'id'] });

function checkRooms(document: JsonObject, { members, rooms }: Outline, report: Report): void {
  const ids = new Set(members.flatMap(({ id }) => (id === null ? [] : [id])));
  for (const room of rooms) {
    const { place } = placeOf(document, room.path);
    if (room.seats.length === 0)
      report({
        code: 'ROOM_EMPTY',
        severity: 'warning',
        path: room.path,
        message: `Nobody sits in ${place}. Seat members in it, or remove it.`,
      });
    checkUnique(room.seats, (id) => `${id} has two seats in ${place}. Remove one.`, report);
    for (const { id, path } of room.seats)
      if (!ids.has(id))
        report(error('UNKNOWN_MEMBER', path, `No member is called ${visible(id)}, which ${place} has a seat for.`, closest(id, ids)));
  }
}

function checkPosts(document: JsonObject, { members, rooms }: Outline, report: Report): void {
  const ids = new Set(members.flatMap(({ id }) => (id === null ? [] : [id])));
  const seats = new Map(
    rooms.flatMap(({ id, seats: seated }) => (id === null ? [] : [[id, new Set(seated.map((seat) => seat.id))] as const])),
  );
  for (const { id: sender, posts } of members)
    for (const { path, room, mentions } of posts) {
      if (room === null) continue;
      const seated = seats.get(room);
      const { place } = placeOf(document, path);
      if (seated === undefined) {
        report(
          error('UNKNOWN_ROOM', [...path, 'room'], `No room is called ${visible(room)}, where ${place} goes.`, closest(room, seats.keys())),
        );
        continue;
      }
      if (sender !== null && !seated.has(sender))
        report(
          error(
            'NOT_IN_ROOM',
            [...path, 'room'],
            `${visible(sender)} does not sit in ${visible(room)}, where ${place} goes. Add it to the members of the room, or post elsewhere.`,
          ),
        );
      for (const { id, path: at } of mentions)
        if (!ids.has(id))
          report(error('UNKNOWN_MEMBER', at, `No member is called ${visible(id)}, whom ${place} mentions.`, closest(id, ids)));
        else if (!seated.has(id))
          report(
            error(
              'MENTION_UNREACHABLE',
              at,
              `${visible(id)} does not sit in ${visible(room)} and can not be mentioned there by ${place}. Seat it in the room, or leave the mention out.`,
            ),
          );
    }
}

/** Members who can get a turn: those with a first turn, whom their scripts mention, and everyone in a room with an engine that is no script. */
function reachedIn({ members, rooms }: Outline): Set<OutlineMember> {
  const byId = new Map(members.flatMap((member) => (member.id === null ? [] : [[member.id, member] as const])));
  const roomsOf = new Map<string, OutlineRoom[]>();
  for (const room of rooms)
    for (const { id } of room.seats) {
      const list = roomsOf.get(id);
      if (list === undefined) roomsOf.set(id, [room]);
      else list.push(room);
    }
  const reached = new Set(members.filter(({ speaksFirst }) => speaksFirst));
  const spread = new Set<OutlineRoom>();
  const reach = (id: string) => {
    const member = byId.get(id);
    if (member !== undefined) reached.add(member);
  };
  // A set grows while it is walked, so this goes on until nobody new is reached.
  for (const member of reached) {
    for (const { mentions } of member.posts) for (const { id } of mentions) reach(id);
    if (member.engine === 'scripted' || member.engine === 'missing' || member.id === null) continue;
    for (const room of roomsOf.get(member.id) ?? []) {
      if (spread.has(room)) continue;
      spread.add(room);
      for (const { id } of room.seats) reach(id);
    }
  }
  return reached;
}

function checkReach(outline: Outline, report: Report): void {
  const reached = reachedIn(outline);
  outline.members.forEach((member, index) => {
    if (reached.has(member)) return;
    const name = labelOf(member.member, index);
    const message = `${name} never gets a turn: it has no first turn, and nobody who gets one mentions it. Give it a first turn, or mention it in a room.`;
    report({ code: 'NEVER_REACHED', severity: 'warning', path: member.path, message });
  });
}

function checkCaps(document: JsonObject, { members }: Outline, report: Report): void {
  const cap = valueIn(document, ['limits', 'maxTurnsPerMember']) ?? DEFAULT_TURNS_PER_MEMBER;
  if (typeof cap !== 'number' || !Number.isSafeInteger(cap) || Number.isSafeInteger(cap * members.length)) return;
  report(
    error(
      'CAP_UNSAFE',
      ['limits', 'maxTurnsPerMember'],
      `${members.length} members times ${cap} turns is more than can be counted exactly. Lower "limits.maxTurnsPerMember".`,
    ),
  );
}

// Fields of the format that scripted members give no occasion for: kept, and said to be without effect, so that nobody relies on them.
const UNAVAILABLE_IN_TEAM = ['budget', 'workspace'];
const UNAVAILABLE_IN_MEMBER = ['approve', 'permissions'];

function checkAvailable(document: JsonObject, { members }: Outline, report: Report): void {
  const warn = (path: Path, what: string) =>
    report({
      code: 'FIELD_UNAVAILABLE',
      severity: 'warning',
      path,
      message: `${what} has no effect in this version: scripted members spend nothing and touch no files. It is kept for later ones.`,
    });
  for (const key of UNAVAILABLE_IN_TEAM) if (Object.hasOwn(document, key)) warn([key], `"${key}"`);
  members.forEach(({ member, path }, index) => {
    for (const key of UNAVAILABLE_IN_MEMBER) if (Object.hasOwn(member, key)) warn([...path, key], `"${key}" of ${labelOf(member, index)}`);
  });
}

/** Ids that must differ in any form of team. */
export function checkIds({ members, rooms }: Outline, report: Report): void {
  checkUnique(members.map(withId), (id) => `Two members have the id ${id}. Give each its own; messages are addressed by it.`, report);
  checkUnique(rooms.map(withId), (id) => `Two rooms have the id ${id}. Give each its own; messages are addressed by it.`, report);
}

/** Whether the parts of a conversation fit together: rooms, posts, mentions, first turns and caps (spec/team-document.md 2). */
export function checkConversation(document: JsonObject, outline: Outline, report: Report): void {
  checkRooms(document, outline, report);
  checkPosts(document, outline, report);
  checkReach(outline, report);
  checkCaps(document, outline, report);
  checkAvailable(document, outline, report);
}
