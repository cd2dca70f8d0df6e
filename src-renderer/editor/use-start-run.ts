import { useRef, useState } from 'react';
import { connectHost } from '../host-client/connect.ts';
import { type HostError, hostErrorOf } from '../host-client/host-error.ts';

const newCommandId = () => crypto.randomUUID().replaceAll('-', '');

/**
 * The intent to run a team. Its command id stays the same until a run of it is open or its task changes, so that a double click,
 * or a second try after a lost answer, finds the run that the first one started.
 */
export function useStartRun(teamId: string, onStarted: (runId: string) => void) {
  const intent = useRef<{ task: string | null; commandId: string } | null>(null);
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<HostError | null>(null);
  const start = async (task: string | null) => {
    if (intent.current?.task !== task) intent.current = { task, commandId: newCommandId() };
    setStarting(true);
    setError(null);
    try {
      const { runId } = await connectHost().runs.start({ teamId, ...intent.current });
      onStarted(runId);
    } catch (failure) {
      setError(hostErrorOf(failure));
      setStarting(false);
    }
  };
  return { start, starting, error };
}
