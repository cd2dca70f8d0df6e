import { clock } from './format-amount.ts';
import { useNow } from './use-now.ts';

/** Time from a start to an end as a clock; it ticks while there is no end. */
export function Elapsed({ from, to }: { from: string; to: string | null }) {
  const now = useNow(to === null);
  return <>{clock((to === null ? now : Date.parse(to)) - Date.parse(from))}</>;
}
