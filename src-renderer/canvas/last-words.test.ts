import { expect, it } from 'vitest';
import { lastLine } from './last-words.ts';

it('takes the last sentence of the last line', () => {
  expect(lastLine('One. Two is done. Three goes on')).toBe('Three goes on');
  expect(lastLine('First line\nSecond line.\n')).toBe('Second line.');
  expect(lastLine('A version 2.4.0 note')).toBe('A version 2.4.0 note');
  expect(lastLine('')).toBe('');
});
it('reads only the end of a long text', () => {
  expect(lastLine(`${'x'.repeat(100_000)} end`).length).toBeLessThanOrEqual(240);
});
