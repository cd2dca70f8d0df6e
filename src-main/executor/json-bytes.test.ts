import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../src-shared/kernel/canonical-json.ts';
import { cloneFrozenJson } from '../../src-shared/kernel/json.ts';
import { jsonBytes } from './json-bytes.ts';

it('counts the bytes of the canonical JSON, of frozen values once and of others each time', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (given) => {
      const value = cloneFrozenJson(given);
      expect(jsonBytes(value)).toBe(Buffer.byteLength(canonicalJson(value)));
      expect(jsonBytes(value)).toBe(Buffer.byteLength(canonicalJson(value)));
    }),
  );
  const changing = { text: 'ä' };
  expect(jsonBytes(changing)).toBe(13);
  changing.text = '会会';
  expect(jsonBytes(changing)).toBe(17);
});
