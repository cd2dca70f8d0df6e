import type { ReactNode } from 'react';
import type { Replay } from './replay.ts';
import type { ReplayedRun } from './replayed-run.ts';
import { useReplayCommands } from './use-replay-commands.ts';
import { ReplayContext, useReplayOf } from './use-replay.ts';

/** Gives a run its moments: `children` is the run, drawn once the moment that the address names is there. */
export function ReplayScope({ children, ...of }: ReplayedRun & { children: (replay: Replay) => ReactNode }) {
  const { replay, ready } = useReplayOf(of);
  useReplayCommands(replay);
  return <ReplayContext value={replay}>{ready && children(replay)}</ReplayContext>;
}
