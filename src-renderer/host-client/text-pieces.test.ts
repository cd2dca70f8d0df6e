import { expect, it } from 'vitest';
import { piecesOf } from './text-pieces.ts';

it('cuts a document into pieces that join to the same text and never cut a code point', () => {
  const text = `${'x'.repeat(131_071)}🙂${'y'.repeat(200_000)}`;
  const pieces = [...piecesOf(text)];
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.every((piece) => piece.text.length <= 131_072 && piece.text.isWellFormed())).toBe(true);
  expect(pieces.map(({ done }) => done)).toEqual([false, false, true]);
});
it('sends an empty document as one piece', () => {
  expect([...piecesOf('')]).toEqual([{ text: '', done: true }]);
});
