import { describe, expect, it } from 'vitest';
import { clock, countOf, money, shortNumber, shortTime } from './format-amount.ts';
import { changedAt, dayGroup, startedAt } from './format-day.ts';

describe('amounts', () => {
  it('writes durations as a clock', () => {
    expect([0, 42_000, 725_999, 3_725_000].map(clock)).toEqual(['00:00', '00:42', '12:05', '1:02:05']);
    expect(clock(-5)).toBe('00:00');
  });
  it('writes short times with a tenth', () => {
    expect([12, 440, 13_640, 61_000].map(shortTime)).toEqual(['12 ms', '0.4 s', '13.6 s', '01:01']);
  });
  it('writes tokens and money short', () => {
    expect([840, 12_400, 388_000, 999_700, 2_100_000].map(shortNumber)).toEqual(['840', '12.4k', '388k', '1.0M', '2.1M']);
    expect([31_000, 2_170_000].map(money)).toEqual(['$0.031', '$2.17']);
    expect([countOf(1, 'turn'), countOf(0, 'turn'), countOf(2, 'entry', 'entries')]).toEqual(['1 turn', '0 turns', '2 entries']);
  });
});

const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

describe('days', () => {
  const now = new Date(2026, 10, 30, 11, 30).getTime();
  it('groups by the calendar day of the reader', () => {
    expect(dayGroup(at(2026, 10, 30, 0, 1), now)).toBe('Today');
    expect(dayGroup(at(2026, 10, 29, 23, 59), now)).toBe('Yesterday');
    expect(dayGroup(at(2026, 10, 28, 23, 59), now)).toBe('Earlier');
  });
  it('says when in the fewest words', () => {
    expect(startedAt(at(2026, 10, 30, 9, 2), now)).toBe('09:02');
    expect(startedAt(at(2026, 10, 24, 9, 2), now)).toBe('24 Nov');
    expect(startedAt(at(2025, 10, 24, 9, 2), now)).toBe('24 Nov 2025');
    expect(changedAt(at(2026, 10, 30, 11, 28), now)).toBe('2 min ago');
    expect(changedAt(at(2026, 10, 30, 9, 30), now)).toBe('today 09:30');
    expect(changedAt(at(2026, 10, 29, 9, 30), now)).toBe('yesterday');
  });
});
