import { expect, it } from 'vitest';
import { textBlocks } from './text-blocks.ts';

it('joins to the text, with a short tail', () => {
  const text = 'A sentence of seven words goes on. '.repeat(200);
  for (let end = 0; end <= text.length; end += 97) {
    const { sealed, tail } = textBlocks(text.slice(0, end));
    expect(sealed.join('') + tail).toBe(text.slice(0, end));
    expect(tail.length).toBeLessThanOrEqual(900);
  }
});
it('seals a line without spaces, and never inside a code point', () => {
  const text = `x${'🙂'.repeat(5000)}`;
  const { sealed, tail } = textBlocks(text);
  expect(sealed.join('') + tail).toBe(text);
  expect(sealed.every((block) => block.isWellFormed())).toBe(true);
});
it('keeps sealed blocks as they are while the text grows', () => {
  const before = textBlocks('word '.repeat(400)).sealed;
  expect(before.length).toBeGreaterThan(0);
  expect(textBlocks('word '.repeat(800)).sealed.slice(0, before.length)).toEqual(before);
});
