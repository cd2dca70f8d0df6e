import { useEffect, useState } from 'react';
import type { HostError } from '../host-client/host-error.ts';
import { followRun } from './follow-run.ts';
import { createRunStore, type RunStore, takeAnswer } from './run-store.ts';

/** Opens a run and keeps it up to date until the caller goes away. `error` is what stands in the way now. */
export function useOpenRun(runId: string): { store: RunStore | null; error: HostError | null } {
  const [store, setStore] = useState<RunStore | null>(null);
  const [error, setError] = useState<HostError | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    let open: RunStore | null = null;
    void followRun(runId, leave.signal, {
      answer: (answer) => {
        setError(null);
        if (open === null) {
          if (answer.kind !== 'snapshot') return null;
          open = createRunStore(answer);
          setStore(open);
        } else takeAnswer(open, answer);
        // Without a fold of its own the studio asks for the whole view again.
        return open.getState().fold === null && answer.kind === 'updates' ? null : answer.cursor;
      },
      failed: setError,
    });
    return () => leave.abort();
  }, [runId]);
  return { store, error };
}
