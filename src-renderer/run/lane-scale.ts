const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400].map(
  (seconds) => seconds * 1000,
);
/** What a folded time takes, in pixels; together they take at most this share of the axis. A time away that would be shorter has no band. */
const BAND = 28;
const BANDS_SHARE = 0.3;

/** A time in which nothing ran. */
interface Away {
  readonly from: number;
  readonly to: number;
}
/** A time axis in pixels that leaves out the times away: how long it is, where its ticks are, what it folds. */
export interface LaneScale {
  /** Milliseconds of the whole axis, without the times away. */
  readonly length: number;
  /** Ticks in milliseconds from its beginning, without the times away, and their place. */
  readonly ticks: readonly { readonly ms: number; readonly x: number }[];
  /** Milliseconds between two ticks. */
  readonly step: number;
  readonly bands: readonly { readonly x: number; readonly width: number; readonly gap: Away }[];
  /** Where a time lies. */
  readonly x: (time: number) => number;
}

/**
 * An axis for times from `from` to `to` in `width` pixels: ticks at a round step, at least 72 pixels apart; its end is a tick with
 * some room to spare, so that while time goes on the line moves and the scale stays. `least` is the shortest it may be.
 */
export function laneScale(from: number, to: number, width: number, least: number, away: readonly Away[] = []): LaneScale {
  const gaps = away.map((gap) => ({ from: Math.max(from, gap.from), to: Math.min(to, gap.to) })).filter((gap) => gap.to > gap.from);
  const run = (time: number) => time - from - gaps.reduce((sum, gap) => sum + Math.max(0, Math.min(time, gap.to) - gap.from), 0);
  const most = Math.max(2, Math.floor(width / 72));
  const needed = Math.max(least, run(to) * 1.08);
  const step = STEPS.find((candidate) => Math.ceil(needed / candidate) <= most) ?? Math.ceil(needed / most / 86_400_000) * 86_400_000;
  const count = Math.ceil(needed / step);
  const length = count * step;
  const folded = gaps.filter((gap) => ((gap.to - gap.from) / length) * width > BAND);
  const band = Math.min(BAND, (width * BANDS_SHARE) / Math.max(1, folded.length));
  const perMs = (width - folded.length * band) / length;
  /** What the bands before a time take, and the begun one in proportion. */
  const bandsBefore = (time: number) =>
    folded.reduce((sum, gap) => sum + band * Math.min(1, Math.max(0, (time - gap.from) / (gap.to - gap.from))), 0);
  const x = (time: number) => run(time) * perMs + bandsBefore(time);
  return {
    length,
    step,
    ticks: Array.from({ length: count + 1 }, (_, index) => {
      const ms = index * step;
      return { ms, x: ms * perMs + band * folded.filter((gap) => run(gap.from) <= ms).length };
    }),
    bands: folded.map((gap) => ({ x: x(gap.from), width: band, gap })),
    x,
  };
}
