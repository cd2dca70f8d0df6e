import { useNow } from '../ui/use-now.ts';
import { useRunState } from './run-store.ts';

/** The time of what is shown: that of the moment, else now, ticking every `every` milliseconds while `ticking`. */
export function useRunNow(ticking: boolean, every?: number): number {
  const then = useRunState(({ moment }) => moment?.at ?? null);
  const now = useNow(ticking && then === null, every);
  return then ?? now;
}
