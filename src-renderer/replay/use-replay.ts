import { createContext, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { followAddress } from './moment-address.ts';
import { Replay, type ReplayState } from './replay.ts';
import type { ReplayedRun } from './replayed-run.ts';

export const ReplayContext = createContext<Replay | null>(null);

/** The replay that this component belongs to. */
export function useReplay(): Replay {
  const replay = useContext(ReplayContext);
  if (replay === null) throw new Error('This part of a replay stands outside of one.');
  return replay;
}
/** One question to where the replay stands, answered again only when the answer differs. */
export const useReplayState = <Answer>(question: (state: ReplayState) => Answer): Answer => useStore(useReplay().store, question);
/** One question to the run that is replayed. */
export const useReplayed = <Answer>(question: (run: ReturnType<ReplayedRun['run']['getState']>) => Answer): Answer =>
  useStore(useReplay().of.run, question);

/** The replay of an open run, at the moment that the address names and kept in it. `ready` once that moment is shown. */
export function useReplayOf(of: ReplayedRun): { replay: Replay; ready: boolean } {
  const [replay] = useState(() => new Replay(of));
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const { opened, leave } = followAddress(replay);
    void opened.then(() => setReady(true));
    return () => {
      leave();
      replay.pause();
    };
  }, [replay]);
  return { replay, ready };
}
