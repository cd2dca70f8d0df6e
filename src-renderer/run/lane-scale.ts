const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400].map(
  (seconds) => seconds * 1000,
);

/** A time axis: how long it is, where its ticks are. */
export interface LaneScale {
  readonly from: number;
  readonly length: number;
  readonly ticks: readonly number[];
  /** Milliseconds between two ticks. */
  readonly step: number;
}

/**
 * An axis for times from `from` to `to` in `width` pixels: ticks at a round step, at least 72 pixels apart; its end is a tick with
 * some room to spare, so that while time goes on the line moves and the scale stays. `least` is the shortest it may be.
 */
export function laneScale(from: number, to: number, width: number, least: number): LaneScale {
  const most = Math.max(2, Math.floor(width / 72));
  const needed = Math.max(least, (to - from) * 1.08);
  const step = STEPS.find((candidate) => Math.ceil(needed / candidate) <= most) ?? Math.ceil(needed / most / 86_400_000) * 86_400_000;
  const count = Math.ceil(needed / step);
  return { from, step, length: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}
