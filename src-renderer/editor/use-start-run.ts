import { useCallback, useRef, useState } from 'react';
import { newCommandId } from '../host-client/command-id.ts';
import { connectHost } from '../host-client/connect.ts';
import { type HostError, hostErrorOf } from '../host-client/host-error.ts';

/**
 * The intent to run a team. Its command id stays the same until a run of it is open, so that a double click, or a second try after a lost
 * answer, finds the run that the first one started; another text of the team is another intent.
 */
export function useStartRun(teamId: string, onStarted: (runId: string) => void) {
  const intent = useRef<{ readonly of: string; readonly commandId: string } | null>(null);
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<HostError | null>(null);
  /** `ready` resolves when the library holds what is to run, with the digest of its text. */
  const start = useCallback(
    async (ready: () => Promise<string>) => {
      setStarting(true);
      setError(null);
      try {
        const text = await ready();
        if (intent.current?.of !== text) intent.current = { of: text, commandId: newCommandId() };
        const { runId } = await connectHost().runs.start({ teamId, task: null, commandId: intent.current.commandId });
        onStarted(runId);
      } catch (failure) {
        const failed = hostErrorOf(failure);
        // Without an answer the run may have begun: the same intent finds it. A refusal has begun nothing.
        if (failed.code !== 'OFFLINE') intent.current = null;
        setError(failed);
        setStarting(false);
      }
    },
    [teamId, onStarted],
  );
  return { start, starting, error };
}
