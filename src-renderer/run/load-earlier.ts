import { connectHost } from '../host-client/connect.ts';
import { prependMessages, prependTurns, type RunStore } from './run-store.ts';

/** Loads the turns of a member before those shown, from the view as it was then; false when there are none. */
export async function loadEarlierTurns(store: RunStore, memberId: string): Promise<boolean> {
  const { head, turns } = store.getState();
  const first = turns[memberId]?.[0];
  if (first === undefined || first.turn <= 1) return false;
  const { view } = await connectHost().runs.at({ runId: head.runId, revision: first.revision - 1 });
  const older = view.members[memberId]?.turns ?? [];
  prependTurns(store, memberId, older);
  return older.length > 0;
}

/** Loads the messages of a room before those shown; false when there are none. */
export async function loadEarlierMessages(store: RunStore, roomId: string): Promise<boolean> {
  const { head, messages } = store.getState();
  const first = messages[roomId]?.[0];
  if (first === undefined || first.revision <= 1) return false;
  const { view } = await connectHost().runs.at({ runId: head.runId, revision: first.revision - 1 });
  const older = view.rooms[roomId]?.messages ?? [];
  prependMessages(store, roomId, older);
  return older.length > 0;
}
