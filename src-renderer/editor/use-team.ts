import { useEffect, useState } from 'react';
import { connectHost, whenOnline } from '../host-client/connect.ts';
import { type HostError, hostErrorOf } from '../host-client/host-error.ts';

export type TeamAnswer = Awaited<ReturnType<ReturnType<typeof connectHost>['teams']['get']>>;
/** A team of the library as far as it is known. */
export type TeamState = { kind: 'opening' } | { kind: 'open'; answer: TeamAnswer } | { kind: 'failed'; error: HostError };

/** Reads one team; asks again by itself after the connection was lost. */
export function useTeam(teamId: string): TeamState {
  const [state, setState] = useState<TeamState>({ kind: 'opening' });
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const read = async () => {
      for (;;) {
        try {
          setState({ kind: 'open', answer: await connectHost().teams.get({ teamId }, { signal }) });
          return;
        } catch (failure) {
          if (signal.aborted) return;
          const error = hostErrorOf(failure);
          setState({ kind: 'failed', error });
          if (error.code !== 'OFFLINE') return;
          await whenOnline(signal).catch(() => undefined);
          if (signal.aborted) return;
        }
      }
    };
    void read();
    return () => leave.abort();
  }, [teamId]);
  return state;
}
