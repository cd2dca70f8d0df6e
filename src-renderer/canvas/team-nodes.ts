import { type Node, Position } from '@xyflow/react';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { visibleText } from '../ui/visible-text.ts';
import { FrameNode } from './FrameNode.tsx';
import { MemberNode } from './MemberNode.tsx';
import { type Box, type MovedPlaces, placesOf } from './node-places.ts';
import { NoteNode } from './NoteNode.tsx';
import { RoomNode } from './RoomNode.tsx';

export const NODE_TYPES = { frame: FrameNode, member: MemberNode, room: RoomNode, note: NoteNode };
/** Beyond this many nodes only those in view exist; below, all of them cost less than looking. */
export const FEW = 60;

/** What a drawing of a team depends on besides the team. */
export interface Drawn {
  readonly live: boolean;
  /** Things can be moved, joined and removed. */
  readonly editable: boolean;
  readonly selection: ReadonlySet<string>;
  /** Number of errors by member. */
  readonly problems?: ReadonlyMap<string, number> | undefined;
}

// Size and handles are told in advance, so that no frame waits for measuring and a new node object is as ready as the one before.
const nodeBox = ({ x, y, width, height }: Box) => ({
  position: { x, y },
  width,
  height,
  measured: { width, height },
  handles: (['source', 'target'] as const).map((type) => ({
    type,
    position: Position.Right,
    x: width / 2,
    y: height / 2,
    width: 1,
    height: 1,
  })),
});

interface Wanted {
  readonly id: string;
  readonly type: keyof typeof NODE_TYPES;
  readonly box: Box;
  readonly ariaLabel: string;
  readonly selectable: boolean;
  readonly movable: boolean;
  /** What the node draws; compared one level deep. */
  readonly data: Record<string, unknown>;
}

function* wantedNodes(team: TeamSketch, { live, editable, problems }: Drawn): Generator<Wanted> {
  const places = placesOf(team, live);
  const colors = new Map(team.members.map(({ id, color }) => [id, color]));
  const seated = new Set(team.rooms.flatMap(({ members }) => members));
  for (const group of team.groups) {
    const box = places.groups.get(group.id);
    if (box === undefined) continue;
    const ariaLabel = `Group ${visibleText(group.name)}`;
    yield { id: `group:${group.id}`, type: 'frame', box, ariaLabel, selectable: editable, movable: false, data: { name: group.name } };
  }
  for (const room of team.rooms) {
    const box = places.rooms.get(room.id);
    if (box === undefined) continue;
    const data = { room, seats: room.members.map((id) => colors.get(id) ?? 12).join(' '), editable };
    const ariaLabel = `Room ${visibleText(room.name)}`;
    yield { id: `room:${room.id}`, type: 'room', box, ariaLabel, selectable: true, movable: !room.direct, data };
  }
  for (const member of team.members) {
    const box = places.members.get(member.id);
    if (box === undefined) continue;
    const data = { member, seated: seated.has(member.id), problems: problems?.get(member.id) ?? 0, editable };
    yield {
      id: `member:${member.id}`,
      type: 'member',
      box,
      ariaLabel: `Member ${visibleText(member.name)}`,
      selectable: true,
      movable: true,
      data,
    };
  }
  for (const note of team.notes) {
    const box = places.notes.get(note.id);
    if (box === undefined) continue;
    const ariaLabel = `Note ${visibleText(note.text.slice(0, 60))}`;
    yield { id: `note:${note.id}`, type: 'note', box, ariaLabel, selectable: editable, movable: true, data: { text: note.text } };
  }
}

const isSameBox = (left: Box, right: Box) =>
  left.x === right.x && left.y === right.y && left.width === right.width && left.height === right.height;
const isSameData = (left: Record<string, unknown>, right: Record<string, unknown>) =>
  Object.keys(right).every((key) => left[key] === right[key]);

/**
 * Makes the nodes of a team; a node that draws the same as before is the same object, so that React Flow looks only at those that changed
 * (an edit, a drag frame and a selection cost what they touch).
 */
export function createTeamNodes(): (team: TeamSketch, drawn: Drawn) => Node[] {
  let kept = new Map<string, { readonly wanted: Wanted; readonly node: Node }>();
  return (team, drawn) => {
    const next = new Map<string, { readonly wanted: Wanted; readonly node: Node }>();
    for (const wanted of wantedNodes(team, drawn)) {
      // A second thing with the same id is a problem of the document; it is drawn too, under a name of its own.
      const id = next.has(wanted.id) ? `${wanted.id}\u0000${next.size}` : wanted.id;
      const known = kept.get(id);
      const selected = drawn.selection.has(wanted.id);
      const isSame =
        known !== undefined &&
        known.node.selected === selected &&
        known.wanted.ariaLabel === wanted.ariaLabel &&
        isSameBox(known.wanted.box, wanted.box) &&
        isSameData(known.wanted.data, wanted.data);
      next.set(id, isSame ? known : { wanted, node: nodeOf({ ...wanted, id }, selected, drawn.editable) });
    }
    kept = next;
    return [...next.values()].map(({ node }) => node);
  };
}

/**
 * The nodes of a team while some are moved: those, and what stands where its members stand, are new; a frame of a drag looks at no other.
 */
export function movedNodes(nodes: Node[], team: TeamSketch, moved: MovedPlaces): Node[] {
  if (moved.size === 0) return nodes;
  const isMoved = (id: string) => moved.has(`member:${id}`);
  const rooms = team.rooms.filter((room) => moved.has(`room:${room.id}`) || (room.direct && room.members.some(isMoved)));
  const groups = team.groups.filter(({ members }) => members.some(isMoved));
  const near = new Set([...rooms.filter(({ direct }) => direct), ...groups].flatMap(({ members }) => members));
  const members = team.members.filter(({ id }) => isMoved(id) || near.has(id));
  const notes = team.notes.filter(({ id }) => moved.has(`note:${id}`));
  const places = placesOf({ ...team, members, rooms, groups, notes }, false, moved);
  const boxes = new Map<string, Box>();
  const put = (kind: string, of: ReadonlyMap<string, Box>) => {
    for (const [id, box] of of) boxes.set(`${kind}:${id}`, box);
  };
  put('member', places.members);
  put('room', places.rooms);
  put('group', places.groups);
  put('note', places.notes);
  return nodes.map((node) => {
    const box = boxes.get(node.id);
    return box === undefined ? node : { ...node, ...nodeBox(box) };
  });
}

function nodeOf({ id, type, box, ariaLabel, selectable, movable, data }: Wanted, selected: boolean, editable: boolean): Node {
  return {
    ...nodeBox(box),
    id,
    type,
    data,
    ariaLabel,
    selected,
    selectable,
    focusable: selectable,
    draggable: editable && movable,
    connectable: editable && (type === 'member' || type === 'room'),
    ...(type === 'frame' && { zIndex: -1, className: 'troupe-frame' }),
    deletable: false,
  };
}
