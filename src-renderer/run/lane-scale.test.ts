import { expect, it } from 'vitest';
import { laneScale } from './lane-scale.ts';

it('has round steps at least 72 px apart and room to spare', () => {
  const scale = laneScale(0, 42_000, 1056, 5000);
  expect(scale.length).toBe(50_000);
  expect(scale.ticks.slice(0, 3)).toEqual([0, 5000, 10_000]);
  expect(1056 / (scale.ticks.length - 1)).toBeGreaterThanOrEqual(72);
});
it('stays while time goes on inside it', () => {
  expect(laneScale(0, 42_000, 1056, 5000)).toEqual(laneScale(0, 44_000, 1056, 5000));
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
