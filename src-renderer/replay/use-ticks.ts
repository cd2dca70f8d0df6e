import { useEffect, useState } from 'react';
import type { MomentTick } from '../../src-shared/contract/runs-contract.ts';
import { connectHost } from '../host-client/connect.ts';
import { useReplayed } from './use-replay.ts';

/** A mark takes some pixels, or the row of them says nothing. */
const MOST = 200;
/** How often a growing run's ticks are asked for. */
const AGAIN_MS = 1000;

/** A mark for each event, or for the most telling ones of many. */
export function useTicks(): readonly MomentTick[] {
  const runId = useReplayed(({ head }) => head.runId);
  const last = useReplayed(({ head }) => head.lastRevision);
  const [told, setTold] = useState<{ last: number; ticks: readonly MomentTick[] }>({ last: 0, ticks: [] });
  const [failures, setFailures] = useState(0);
  const isBehind = told.last < last;
  useEffect(() => {
    if (!isBehind) return undefined;
    const leave = new AbortController();
    const timer = setTimeout(
      () => {
        connectHost()
          .runs.ticks({ runId, most: MOST }, { signal: leave.signal })
          .then(({ lastRevision, ticks }) => setTold({ last: lastRevision, ticks }))
          // Without marks the slider works as well; the strip on top says what is wrong. They are asked for again.
          .catch(() => leave.signal.aborted || setFailures((before) => before + 1));
      },
      told.last === 0 && failures === 0 ? 0 : AGAIN_MS,
    );
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [runId, isBehind, told.last, failures]);
  return told.ticks;
}
