import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timestampMs } from './timestamp.ts';

it('agrees with Date on every date that an event can carry', () => {
  const anyDate = fc.date({ min: new Date('0000-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
  fc.assert(
    fc.property(anyDate, (date) => {
      expect(timestampMs(date.toISOString())).toBe(date.getTime());
    }),
    { numRuns: 2000 },
  );
  for (const text of [
    '2000-02-29T23:59:59.999Z',
    '1900-02-28T00:00:00.000Z',
    '2100-03-01T00:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
    '2026-12-31T12:00:00.001Z',
  ])
    expect(timestampMs(text)).toBe(Date.parse(text));
});
