import { clock } from '../ui/format-amount.ts';

/** `00:19.6`: a clock to the tenth of a second, cut. */
export const preciseClock = (milliseconds: number): string =>
  `${clock(milliseconds)}.${Math.floor((Math.max(0, milliseconds) % 1000) / 100)}`;
