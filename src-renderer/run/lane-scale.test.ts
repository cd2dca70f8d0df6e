import { expect, it } from 'vitest';
import { laneScale } from './lane-scale.ts';

it('has round steps at least 72 px apart and room to spare', () => {
  const scale = laneScale(0, 42_000, 1056, 5000);
  expect(scale.length).toBe(50_000);
  expect(scale.ticks.slice(0, 3).map(({ ms }) => ms)).toEqual([0, 5000, 10_000]);
  expect(scale.ticks.at(-1)).toEqual({ ms: 50_000, x: 1056 });
  expect(1056 / (scale.ticks.length - 1)).toBeGreaterThanOrEqual(72);
});
it('stays while time goes on inside it', () => {
  expect(laneScale(0, 42_000, 1056, 5000).ticks).toEqual(laneScale(0, 44_000, 1056, 5000).ticks);
});
it('holds the shortest and the longest runs', () => {
  expect(laneScale(5, 5, 1000, 1000).length).toBeGreaterThanOrEqual(1000);
  const long = laneScale(0, 90 * 86_400_000, 1000, 5000);
  expect(long.length).toBeGreaterThanOrEqual(90 * 86_400_000);
  expect(long.ticks.length).toBeLessThanOrEqual(14);
});
it('shows a run of a blink in hundredths', () => {
  const scale = laneScale(0, 70, 1056, 50);
  expect(scale.step).toBe(10);
  expect(scale.length).toBe(80);
});

it('folds a long time away into a band: what ran before and after it keeps its length', () => {
  const night = { from: 10_000, to: 10_000 + 8 * 3_600_000 };
  const { x, bands, length, ticks } = laneScale(0, night.to + 10_000, 1000, 5000, [night]);
  expect(length).toBeLessThan(30_000);
  expect(bands).toEqual([{ x: x(night.from), width: 28, gap: night }]);
  expect(x(night.to)).toBeCloseTo(x(night.from) + 28);
  expect(x(night.to + 10_000) - x(night.to)).toBeCloseTo(x(10_000));
  expect(x((night.from + night.to) / 2)).toBeCloseTo(x(night.from) + 14);
  expect(ticks.at(-1)?.x).toBeCloseTo(1000);
  expect(ticks.map((tick) => tick.x)).toEqual(ticks.map((tick) => tick.x).toSorted((a, b) => a - b));
});

it('draws no band for a moment away, and keeps room for what ran between many', () => {
  expect(laneScale(0, 60_000, 1000, 5000, [{ from: 5000, to: 5005 }]).bands).toEqual([]);
  const nights = Array.from({ length: 50 }, (_, day) => ({ from: day * 86_400_000 + 1000, to: (day + 1) * 86_400_000 }));
  const { bands, x } = laneScale(0, 50 * 86_400_000, 1000, 5000, nights);
  expect(bands).toHaveLength(50);
  expect(bands.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(300);
  expect(x(50 * 86_400_000)).toBeLessThanOrEqual(1000);
});
