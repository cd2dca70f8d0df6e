import { clock } from '../ui/format-amount.ts';
import { useRunState } from './run-store.ts';
import { useRunNow } from './use-run-now.ts';

/** How long the run took so far, without the times in which it was paused or nobody drove it. */
export function RunClock() {
  const startedAt = useRunState(({ head }) => head.startedAt);
  const endedAt = useRunState(({ head, moment }) => (moment === null ? head.endedAt : null));
  const awayMs = useRunState(({ view }) => view.awayMs);
  const now = useRunNow(endedAt === null, 1000);
  return <>{clock((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt) - awayMs)}</>;
}
