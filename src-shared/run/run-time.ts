import { isJsonObject, type JsonObject, stringOf } from '../kernel/json.ts';
import type { AwayView, EventEnvelope, RunView } from './run-view.ts';
import { timestampMs } from './timestamp.ts';

// A run's clock stands while it is paused or nobody drives it. Such a time begins with the last sign of work, since a process that is gone
// says nothing of its end, and it is over with the event by which somebody goes on.

const AWAY_KEPT = 50;
const MAY_END: ReadonlySet<string> = new Set([
  'host:lease-taken',
  'host:resumed',
  'host:recovered',
  'graph:node-resumed',
  'graph:node-paused',
]);

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/**
 * The kind of the time away that an event ends, or null. `running` are the turns that stand as running before it: their process was gone when
 * somebody else takes them up.
 */
export function awayEndedBy(
  { type, payload }: Pick<EventEnvelope, 'type' | 'payload'>,
  running: readonly string[],
): AwayView['why'] | null {
  const { position, request } = objectOf(payload);
  switch (type) {
    case 'host:lease-taken':
      return 'interrupted';
    case 'host:resumed':
      // While turns go on, a pause that is lifted has stopped nothing.
      return running.length > 0 ? null : 'paused';
    case 'graph:node-resumed':
    case 'host:recovered':
      return running.includes(stringOf(position)) ? 'interrupted' : null;
    case 'graph:node-paused':
      // Not the turn asks for a person, but who found it left.
      return objectOf(request)['kind'] === 'reconcile-attempt' ? 'interrupted' : null;
    default:
      return null;
  }
}

const isRunning = ({ open, members }: RunView, position: string): boolean =>
  members[open[position] ?? '']?.turns.some((turn) => turn.position === position && turn.state === 'running') ?? false;

/** Notes the time away that an event ends; called before the event is folded. */
export function endAway(view: RunView, event: EventEnvelope): void {
  const why = MAY_END.has(event.type)
    ? awayEndedBy(
        event,
        Object.keys(view.open).filter((position) => isRunning(view, position)),
      )
    : null;
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
