import type { MessageView } from '../../src-shared/run/run-view.ts';

/** Most messages that fly at once: of more at a time the newest do. */
const MOST = 4;

/** One leg of a message's way: the line of a seat, from the member to the room or back. */
export interface Leg {
  readonly memberId: string;
  readonly roomId: string;
  readonly sender: string;
  readonly toRoom: boolean;
}

/** The ways of messages that arrived together: each to its room, and from there to whom it mentions. */
export const flightLegs = (arrived: readonly MessageView[]): Leg[] =>
  arrived
    .toSorted((left, right) => left.revision - right.revision)
    .slice(-MOST)
    .flatMap(({ sender, roomId, mentions }) => [
      { memberId: sender, roomId, sender, toRoom: true },
      ...[...new Set(mentions)]
        .filter((memberId) => memberId !== sender)
        .slice(0, MOST)
        .map((memberId) => ({ memberId, roomId, sender, toRoom: false })),
    ]);
