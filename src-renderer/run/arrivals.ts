import type { MessageView, RunView } from '../../src-shared/run/run-view.ts';

/** Messages of `after` that were not in `before`, a state shortly before it; looks only at rooms that changed, from their ends. */
export function arrivals(before: RunView, after: RunView): readonly MessageView[] {
  const arrived: MessageView[] = [];
  for (const [id, room] of Object.entries(after.rooms))
    if (room !== before.rooms[id])
      for (let at = room.messages.length - 1; at >= 0; at -= 1) {
        const message = room.messages[at];
        if (message === undefined || message.revision <= before.revision) break;
        arrived.push(message);
      }
  return arrived;
}
