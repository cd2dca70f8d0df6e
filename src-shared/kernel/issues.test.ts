import { expect, it } from 'vitest';
import { ERROR_CODES } from './error-codes.ts';
import { isIdentifier, isText, isVersion } from './issues.ts';

it('identifiers: text without outer spaces and control characters', () => {
  for (const good of ['a', 'a b', 'ä', '../x', '__proto__', 'a\u0080']) expect(isIdentifier(good)).toBe(true);
  for (const bad of ['', ' ', ' a', 'a ', 'a\tb', 'a\u007f', '\u0000', 1, null, undefined]) expect(isIdentifier(bad)).toBe(false);
});
it('texts may have outer spaces, but say something', () => {
  expect([' a ', 'a'].every(isText)).toBe(true);
  expect(['', '  ', 'a\nb', null].some(isText)).toBe(false);
});
it('versions are whole numbers from 1', () => {
  expect([1, 2 ** 53 - 1].every(isVersion)).toBe(true);
  expect([0, -1, 1.5, 2 ** 53, Number.NaN, '1'].some(isVersion)).toBe(false);
});
it('every error code has the form of a code and a sentence', () => {
  for (const [code, sentence] of Object.entries(ERROR_CODES)) {
    expect(code).toMatch(/^[A-Z][A-Z_]+$/);
    expect(sentence).toMatch(/^[A-Z].*[^.]\.$/);
  }
});
