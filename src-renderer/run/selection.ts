import { readKey } from '../../src-shared/team-document/edit/thing-key.ts';
import type { MessageView, TurnView } from '../../src-shared/run/run-view.ts';
import { eventMember, eventPosition, type EventLike } from './event-summary.ts';

/**
 * What is looked at: one thing of the run, shown at once on the canvas, in panels, rooms, lanes and events. Every place asks for the part
 * that it draws; null where the thing has none.
 */
export interface Selected {
  readonly kind: 'member' | 'room' | 'turn' | 'message' | 'event';
  /** The member that it is or belongs to. */
  readonly member: string | null;
  readonly room: string | null;
  /** The turn that it is or belongs to. */
  readonly position: string | null;
  readonly message: string | null;
  /** The event that it is or began with. */
  readonly revision: number | null;
}

const NOTHING = { member: null, room: null, position: null, message: null, revision: null };

export const selectMember = (id: string): Selected => ({ ...NOTHING, kind: 'member', member: id });
export const selectRoom = (id: string): Selected => ({ ...NOTHING, kind: 'room', room: id });
export const selectTurn = (member: string, { position, revision }: Pick<TurnView, 'position' | 'revision'>): Selected => ({
  ...NOTHING,
  kind: 'turn',
  member,
  position,
  revision,
});
/** A message by what its chips know of it; its id is its turn's position and its place among the posts of that turn. */
export const selectMessage = (
  { id, sender, roomId }: Pick<MessageView, 'id' | 'sender' | 'roomId'>,
  revision: number | null = null,
): Selected => ({
  kind: 'message',
  member: sender,
  room: roomId,
  position: id.slice(0, Math.max(0, id.lastIndexOf('/'))),
  message: id,
  revision,
});
export const selectEvent = (event: EventLike & { readonly revision: number }): Selected => ({
  ...NOTHING,
  kind: 'event',
  member: eventMember(event) || null,
  position: eventPosition(event) || null,
  revision: event.revision,
});

/** The nodes that the canvas marks. */
export const selectedNodes = ({ member, room }: Pick<Selected, 'member' | 'room'>): string[] => [
  ...(member === null ? [] : [`member:${member}`]),
  ...(room === null ? [] : [`room:${room}`]),
];
/** What a node of the canvas stands for. */
export function selectNode(key: string): Selected {
  const { kind, id } = readKey(key);
  return kind === 'room' ? selectRoom(id) : selectMember(id);
}

/** The place of a message among the posts of its turn. */
export const postIndex = (id: string): string => /\/(\d+)$/.exec(id)?.[1] ?? '0';
