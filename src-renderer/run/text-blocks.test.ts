import { expect, it } from 'vitest';
import { textBlocks } from './text-blocks.ts';

const joined = (text: string) =>
  textBlocks(text)
    .map((pieces) => pieces.join(''))
    .join('\n');
const pieces = (text: string) => textBlocks(text).flat();

it('joins to the text, with a short tail', () => {
  const text = 'A sentence of seven words goes on. '.repeat(60).concat('\n\nNext.\n').repeat(4);
  for (let end = 0; end <= text.length; end += 97) {
    expect(joined(text.slice(0, end))).toBe(text.slice(0, end));
    expect(pieces(text.slice(0, end)).at(-1)?.length).toBeLessThanOrEqual(900);
  }
});
it('ends blocks at line ends only', () => {
  expect(textBlocks('word '.repeat(1000))).toHaveLength(1);
  expect(textBlocks('A line of text.\n'.repeat(100)).length).toBeGreaterThan(1);
});
it('cuts a line without spaces, and never inside a code point', () => {
  const text = `x${'🙂'.repeat(5000)}`;
  expect(joined(text)).toBe(text);
  expect(pieces(text).every((piece) => piece.isWellFormed())).toBe(true);
});
it('keeps what is there while the text grows', () => {
  const text = `${'word '.repeat(200)}\n`;
  const before = pieces(text.repeat(3)).slice(0, -1);
  expect(before.length).toBeGreaterThan(0);
  expect(pieces(text.repeat(6)).slice(0, before.length)).toEqual(before);
});
it('holds a hundred thousand lines in few blocks', () => {
  expect(textBlocks('\n'.repeat(100_000)).length).toBeLessThan(200);
});
