import { isJsonObject, type JsonObject, stringOf } from '../kernel/json.ts';
import type { AwayView, EventEnvelope, RunView } from './run-view.ts';
import { timestampMs } from './timestamp.ts';

// A run's clock stands while it is paused or nobody drives it. Such a time begins with the last sign of work, since a process that is gone
// says nothing of its end, and it is over with the event by which somebody goes on.

const AWAY_KEPT = 50;

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

const isRunning = ({ open, members }: RunView, position: string): boolean =>
  members[open[position] ?? '']?.turns.some((turn) => turn.position === position && turn.state === 'running') ?? false;

/** The kind of the time away that an event ends, or null: the process of a turn that still stood as running was gone. */
function endedBy(view: RunView, { type, payload }: EventEnvelope): AwayView['why'] | null {
  const { position, request } = objectOf(payload);
  switch (type) {
    case 'host:lease-taken':
      return 'interrupted';
    case 'host:resumed':
      // While turns go on, a pause that is lifted has stopped nothing.
      return Object.keys(view.open).some((open) => isRunning(view, open)) ? null : 'paused';
    case 'graph:node-resumed':
    case 'host:recovered':
      return isRunning(view, stringOf(position)) ? 'interrupted' : null;
    case 'graph:node-paused':
      // Not the turn asks for a person, but who found it left.
      return objectOf(request)['kind'] === 'reconcile-attempt' ? 'interrupted' : null;
    default:
      return null;
  }
}

/** Notes the time away that an event ends; called before the event is folded. */
export function endAway(view: RunView, event: EventEnvelope): void {
  const why = endedBy(view, event);
  if (why === null) return;
  const [from, to] = [view.signAt, timestampMs(event.timestamp)];
  if (to <= from) return;
  const last = view.away.at(-1);
  // Several events tell of one return.
  const isSame = last?.to === from && last.why === why;
  view.awayMs += to - from;
  view.away = isSame ? [...view.away.slice(0, -1), { ...last, to }] : [...view.away, { from, to, why }].slice(-AWAY_KEPT);
  view.signAt = to;
}

/** True for what only a run that goes on records. */
export const isWork = ({ type }: Pick<EventEnvelope, 'type'>): boolean => !type.startsWith('host:') && type !== 'graph:node-resumed';

/** Milliseconds between two times, given as such, in which the run was away. */
export function awayWithin(away: readonly AwayView[], from: number, to: number): number {
  let total = 0;
  for (const gap of away) total += Math.max(0, Math.min(to, gap.to) - Math.max(from, gap.from));
  return total;
}
