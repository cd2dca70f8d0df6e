import { useCallback, useMemo, useState } from 'react';
import { isFinalStatus } from '../../src-shared/run/run-status.ts';
import { newCommandId } from '../host-client/command-id.ts';
import { connectHost } from '../host-client/connect.ts';
import { type HostError, hostErrorOf } from '../host-client/host-error.ts';
import { useRunState } from './run-store.ts';

/** A longer task is here as its beginning only; the team then says it whole. */
const TASK_SHOWN = 65_536;

export interface RunActs {
  /** What the run's status allows now; null where an act makes no sense. */
  readonly pause: (() => void) | null;
  readonly resume: (() => void) | null;
  readonly stop: (() => void) | null;
  /** Starts another run of the same team with the same task; null when the team is gone. */
  readonly again: (() => void) | null;
  readonly busy: boolean;
  readonly error: HostError | null;
  readonly forget: () => void;
}

/** The acts a person has on a run. One at a time: a second click while one is on its way does nothing. */
export function useRunActs(onStarted: (runId: string) => void): RunActs {
  const runId = useRunState(({ head }) => head.runId);
  const teamId = useRunState(({ head }) => head.teamId);
  const task = useRunState(({ view }) => view.task);
  const status = useRunState(({ head }) => head.status);
  const pausing = useRunState(({ newest }) => newest.view.control === 'paused');
  // A moment of the past cannot be acted on.
  const past = useRunState(({ moment }) => moment !== null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<HostError | null>(null);
  // One id for the intent: a double click on `Run again` starts one run.
  const [commandId] = useState(newCommandId);

  const act = useCallback(
    (ask: () => Promise<unknown>) => () => {
      setBusy(true);
      setError(null);
      ask()
        .catch((failure: unknown) => setError(hostErrorOf(failure)))
        .finally(() => setBusy(false));
    },
    [],
  );
  return useMemo(() => {
    const { runs } = connectHost();
    const final = isFinalStatus(status);
    const live = status === 'running' || status === 'starting';
    if (past) return { pause: null, resume: null, stop: null, again: null, busy, error, forget: () => setError(null) };
    return {
      pause: live && !pausing ? act(() => runs.pause({ runId })) : null,
      resume: status === 'paused' || status === 'interrupted' || (live && pausing) ? act(() => runs.resume({ runId })) : null,
      stop: final ? null : act(() => runs.stop({ runId })),
      again:
        final && teamId !== null
          ? act(async () => {
              onStarted((await runs.start({ teamId, task: task.length < TASK_SHOWN ? task : null, commandId })).runId);
            })
          : null,
      busy,
      error,
      forget: () => setError(null),
    };
  }, [act, busy, commandId, error, onStarted, past, pausing, runId, status, task, teamId]);
}
