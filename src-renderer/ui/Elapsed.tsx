import { clock } from './format-amount.ts';
import { useNow } from './use-now.ts';

/** Time from a start to an end, without `lessMs` of it, as a clock; it ticks while there is no end. */
export function Elapsed({ from, to, lessMs }: { from: string; to: string | null; lessMs: number }) {
  const now = useNow(to === null);
  return <>{clock((to === null ? now : Date.parse(to)) - Date.parse(from) - lessMs)}</>;
}
