import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

describe('visibleText', () => {
  it('[F4] shows what hides in a name', () => {
    expect(visibleText('pay\u202Efdp.exe')).toBe('pay‹U+202E›fdp.exe');
    expect(visibleText('ad\u200Bmin\u2066\uFEFF')).toBe('ad‹U+200B›min‹U+2066›‹U+FEFF›');
    expect(visibleText('a\u200Db')).toBe('a‹U+200D›b');
    expect(visibleText('x\u{E0041}')).toBe('x‹U+E0041›');
    expect(visibleText('\u001b]0;title\u0007')).toBe('‹U+001B›]0;title‹U+0007›');
  });
  it('[E4] shows half of a code point as the replacement character', () => {
    expect(visibleText('a\ud83d')).toBe('a\ufffd');
  });
  it('leaves ordinary text of every script as it is', () => {
    for (const text of ['Zoë\n\tok', '漢字 🙂 👩‍🚀', 'می‌خواهم', 'क्‍ष', 'שלום']) expect(visibleText(text)).toBe(text);
  });
  it('takes Windows line ends as line ends', () => {
    expect(visibleText('a\r\nb')).toBe('a\nb');
  });
});
