import { useEffect, useState } from 'react';

/** The time, ticking every `every` milliseconds while `ticking`, but not while the page has lost its host; a clock that stands still costs nothing. */
export function useNow(ticking: boolean, every = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return undefined;
    const tick = () => {
      if (!document.documentElement.hasAttribute('data-offline')) setNow(Date.now());
    };
    const timer = setInterval(tick, every);
    return () => clearInterval(timer);
  }, [ticking, every]);
  return now;
}
