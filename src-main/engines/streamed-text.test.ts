import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spokenParts } from './streamed-text.ts';

describe('spokenParts', () => {
  it('loses and adds nothing, whatever the text and pace, and goes forward in time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 100_000 }), (text, pace) => {
        const parts = [...spokenParts(text, pace)];
        const times = parts.map(({ at }) => at);
        return parts.map((part) => part.text).join('') === text && times.every((at, index) => at > (times[index - 1] ?? 0) - 1e-9);
      }),
    );
  });

  it('never cuts a character that people see as one', () => {
    const family = '👩‍👩‍👧';
    const parts = [...spokenParts(`${family}e\u0301${family}🇩🇪`, 5)].map(({ text }) => text);
    expect(parts).toEqual([family, 'e\u0301', family, '🇩🇪']);
  });

  it('waits for slow paces instead of sending empty parts', () => {
    expect([...spokenParts('abc', 2)]).toEqual([
      { at: 40, text: 'a' },
      { at: 520, text: 'b' },
      { at: 1500, text: 'c' },
    ]);
  });

  it('says an empty text in no part', () => {
    expect([...spokenParts('', 40)]).toEqual([]);
  });
});
