import { useEffect, useState } from 'react';

/** The time, ticking every `every` milliseconds while `ticking`; a clock that stands still costs nothing. */
export function useNow(ticking: boolean, every = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return undefined;
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, every);
    return () => clearInterval(timer);
  }, [ticking, every]);
  return now;
}
