import { z } from 'zod';
import { isJsonObject, type JsonObject, stringOf } from '../kernel/json.ts';
import type { EventEnvelope } from './run-view.ts';

/** What an event means to who looks for a moment. */
export const MomentKind = z.enum(['start', 'end', 'message', 'failure', 'host']);
export type MomentKind = z.infer<typeof MomentKind>;

/** One event as a moment of its run, in as much as its words need. */
export const Moment = z.object({
  revision: z.int(),
  at: z.string(),
  type: z.string(),
  kind: MomentKind,
  /** The member whose turn it belongs to; empty for the run as a whole. */
  member: z.string(),
  /** Rooms that it posted in, the first few. */
  rooms: z.array(z.string()),
  /** Code of a failure, reason of a pause, choice of a person. */
  detail: z.string(),
});
export type Moment = z.infer<typeof Moment>;

const ROOMS = 5;
const LONGEST = 200;

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

const roomsOf = (result: unknown): string[] => {
  const { posts } = objectOf(result);
  const rooms = Array.isArray(posts) ? posts.map((post) => stringOf(objectOf(post)['roomId'])) : [];
  return [...new Set(rooms)].slice(0, ROOMS).map((room) => room.slice(0, LONGEST));
};

function kindOf(type: string, detail: string, rooms: readonly string[]): MomentKind {
  switch (type) {
    case 'graph:node-dispatched':
    case 'graph:node-attempt-started':
    case 'graph:node-resumed':
      return 'start';
    case 'graph:node-failed':
      return detail === 'CANCELLED' || detail === 'ABORTED' ? 'end' : 'failure';
    case 'graph:node-completed':
      return rooms.length > 0 ? 'message' : 'end';
    case 'graph:node-paused':
      return 'end';
    default:
      return 'host';
  }
}

/** The event as a moment. */
export function momentOf({ revision, timestamp, type, payload }: EventEnvelope): Moment {
  const { nodeId, identity, result, code, reason, choice } = objectOf(payload);
  const rooms = roomsOf(result);
  const detail = stringOf(code) || stringOf(reason) || stringOf(choice);
  const member = stringOf(nodeId) || stringOf(objectOf(identity)['nodeId']);
  return {
    revision,
    at: timestamp,
    type: type.slice(0, LONGEST),
    kind: kindOf(type, detail, rooms),
    member: member.slice(0, 1024),
    rooms,
    detail: detail.slice(0, LONGEST),
  };
}
