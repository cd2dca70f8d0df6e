import type { CompleteCommand, DispatchCommand, FailCommand, PauseCommand } from '../../src-shared/kernel/graph-type.ts';
import { GraphExecutionError } from '../../src-shared/run/execution-error.ts';
import type { StrictFold } from '../../src-shared/run/strict-fold.ts';

/** How driving a run ended: the graph's own word, open turns of a dead process, or a person's pause or stop. */
export type RunOutcome =
  | PauseCommand
  | CompleteCommand
  | FailCommand
  | { readonly kind: 'waiting'; readonly positions: readonly string[] }
  | { readonly kind: 'held'; readonly control: 'paused' | 'stopped' };

interface Decision {
  /** What ends or halts the run. */
  readonly ending: PauseCommand | CompleteCommand | FailCommand | null;
  /** Dispatches that are not on record: an open position in a decision is no news (decisions.md 5). */
  readonly fresh: readonly DispatchCommand[];
}

/** The decision at the end of the record. Throws PROTOCOL for an end in mid-flight, DUPLICATE_POSITION for a position that has settled. */
export function decideNext(fold: StrictFold): Decision {
  const fresh: DispatchCommand[] = [];
  for (const command of fold.decide()) {
    if (command.kind !== 'dispatch') {
      const inFlight = [...fold.open.values()].filter(({ state }) => state !== 'paused').map(({ position }) => position);
      if (inFlight.length === 0) return { ending: command, fresh };
      throw new GraphExecutionError(
        'PROTOCOL',
        `The graph decided "${command.kind}" while ${inFlight.join(', ')} is in flight; it must return [] until that settles.`,
      );
    }
    if (fold.isSettled(command.position))
      throw new GraphExecutionError(
        'DUPLICATE_POSITION',
        `The graph dispatched "${command.position}" again, which has already settled; give each occurrence its own position.`,
        { position: command.position },
      );
    if (!fold.open.has(command.position)) fresh.push(command);
  }
  return { ending: null, fresh };
}

/** How a run stands while no turn of it runs here, or null when there is something to dispatch. Throws EMPTY_DECISION and as `decideNext`. */
export function outcomeOf(fold: StrictFold): RunOutcome | null {
  if (fold.control === 'stopped') return { kind: 'held', control: 'stopped' };
  const { ending, fresh } = decideNext(fold);
  if (ending !== null && ending.kind !== 'pause') return ending;
  if (fold.control === 'paused') return { kind: 'held', control: 'paused' };
  if (ending !== null) return ending;
  if (fresh.length > 0) return null;
  if (fold.open.size > 0) return { kind: 'waiting', positions: [...fold.open.keys()] };
  throw new GraphExecutionError(
    'EMPTY_DECISION',
    `The graph decided nothing while nothing runs at revision ${fold.revision}; a decision there must dispatch, pause, complete or fail.`,
  );
}

/** True for an outcome that nothing changes any more. */
export const isFinal = (outcome: RunOutcome | null): boolean =>
  outcome?.kind === 'complete' || outcome?.kind === 'fail' || (outcome?.kind === 'held' && outcome.control === 'stopped');
