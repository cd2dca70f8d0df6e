import { expect, test } from 'vitest';
import { jsonErrorAt } from './json-error-at.ts';
import { readJson } from './read-json.ts';
import { readNumber } from './read-number.ts';

test('numbers are read with separators, and refused with the range', () => {
  const rule = { least: 1, most: 5000, isWhole: true };
  expect(readNumber(' 1,000 ', rule)).toEqual({ value: 1000 });
  expect(readNumber('', rule)).toEqual({ value: undefined });
  expect(readNumber('0.5', { least: 0, isWhole: false })).toEqual({ value: 0.5 });
  for (const text of ['0', '5001', '1.5', 'ten', '1e3', '-', '0x10'])
    expect(readNumber(text, rule)).toEqual({ refusal: 'Give a whole number from 1 to 5,000; the value before is kept.' });
  expect(readNumber('9007199254740993', { least: 0, isWhole: true })).toHaveProperty('refusal');
});

test('JSON is refused with the place where it stops being JSON', () => {
  expect(readJson('{ "a": [1, 2] }')).toEqual({ value: { a: [1, 2] } });
  expect(readJson(' ')).toEqual({ value: undefined });
  expect(readJson('{\n  "a": x }')).toHaveProperty('refusal', expect.stringContaining('line 2, column 8'));
  expect(readJson('{ "a": 1')).toHaveProperty('refusal', expect.stringContaining('line 1, column 9'));
});

test('every place at which JSON breaks is found', () => {
  const whole = '{"a": [1, -2.5e3, true, null, {"b": "x\\n\\u00e9"}, [], {}]}';
  for (let end = 0; end < whole.length; end += 1) expect(jsonErrorAt(whole.slice(0, end))).toBeLessThanOrEqual(end);
  expect(jsonErrorAt(whole)).toBe(whole.length);
  for (const [text, at] of [
    ['{"a" 1}', 5],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['{,}', 1],
    ['[}', 1],
    ['01', 0],
    ["{'a': 1}", 1],
    ['"a', 0],
    ['1 2', 2],
    ['{"a": }', 6],
  ] as const) {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect([text, jsonErrorAt(text)]).toEqual([text, at]);
  }
});

test('JSON that a document cannot hold is refused too', () => {
  expect(readJson('{ "a": { "__proto__": 1 } }')).toHaveProperty('refusal', expect.stringContaining('/a/__proto__'));
  expect(readJson(String.raw`"\ud800"`)).toHaveProperty('refusal');
  expect(readJson('['.repeat(300) + ']'.repeat(300))).toHaveProperty('refusal');
});
