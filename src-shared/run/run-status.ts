import { z } from 'zod';
import type { GraphCommand } from '../kernel/graph-type.ts';
import type { RunSummary } from './run-summary.ts';
import type { RunView } from './run-view.ts';

/** The status words of decisions.md 14, the same in list, show, outcome and on screen. */
export const RunStatus = z.enum(['starting', 'running', 'paused', 'waiting', 'interrupted', 'stopped', 'complete', 'failed']);
export type RunStatus = z.infer<typeof RunStatus>;

/** What the log alone cannot say: who drives the run now, and what its graph decides at the last revision (null: not asked). */
export interface StatusFacts {
  readonly leased: boolean;
  readonly decision: readonly GraphCommand[] | null;
}

/**
 * Status from the folded log, the lease and the decision (decisions.md 14). A live lease wins over everything but a stop,
 * since the owner may be about to go on; a decision is only looked at when nobody drives.
 */
export function deriveRunStatus(summary: Pick<RunSummary, 'revision' | 'turns' | 'open' | 'control'>, facts: StatusFacts): RunStatus {
  if (summary.control === 'stopped') return 'stopped';
  const running = Object.values(summary.open).includes('running');
  if (facts.leased) {
    if (summary.turns === 0) return 'starting';
    return summary.control === 'paused' && !running ? 'paused' : 'running';
  }
  const [only] = facts.decision ?? [];
  if (only?.kind === 'complete') return 'complete';
  if (only?.kind === 'fail') return 'failed';
  if (summary.control === 'paused' && !running) return 'paused';
  if (!running && (only?.kind === 'pause' || Object.keys(summary.open).length > 0)) return 'waiting';
  return 'interrupted';
}

/** Status as it stood at a moment that others followed: somebody drove the run then. */
export function statusThen({ control, turns, members }: Pick<RunView, 'control' | 'turns' | 'members'>): RunStatus {
  if (control === 'stopped') return 'stopped';
  if (turns.used === 0) return 'starting';
  const states = new Set(Object.values(members).map(({ state }) => state));
  if (states.has('running')) return 'running';
  if (control === 'paused') return 'paused';
  return states.has('waiting') ? 'waiting' : 'running';
}

/** True for the statuses that no engine will change any more. */
export const isFinalStatus = (status: RunStatus): boolean => status === 'complete' || status === 'failed' || status === 'stopped';

/** Process exit code of `troupe run` and `recover` for a status (decisions.md 14). */
export function exitCodeOf(status: RunStatus): number {
  switch (status) {
    case 'complete':
      return 0;
    case 'failed':
      return 1;
    case 'paused':
    case 'waiting':
      return 3;
    case 'stopped':
      return 130;
    case 'starting':
    case 'running':
    case 'interrupted':
      return 4;
  }
}
