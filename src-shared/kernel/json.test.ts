import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cloneFrozenJson, isJsonObject, JsonValueError } from './json.ts';

class Point {
  x = 1;
}
function pathOf(value: unknown): string {
  try {
    cloneFrozenJson(value);
  } catch (error) {
    if (error instanceof JsonValueError) return error.path;
    throw error;
  }
  return 'accepted';
}
/** `depth` arrays around a scalar. */
function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}
const deepFrozen = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(deepFrozen));

describe('[case 16] what JSON cannot hold', () => {
  it.each([
    ['undefined', undefined],
    ['bigint', 1n],
    ['symbol', Symbol('s')],
    ['function', () => 0],
    ['NaN', Number.NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
    ['Date', new Date(0)],
    ['Map', new Map()],
    ['Set', new Set()],
    ['a class instance', new Point()],
    ['an array of a class of its own', new (class extends Array<number> {})()],
    ['a lone high surrogate', '\ud800'],
    ['a lone low surrogate', 'a\udc00b'],
    ['an accessor', Object.defineProperty({}, 'bad', { get: () => 1, enumerable: true })],
  ])('%s at key bad', (name, bad) => {
    expect(pathOf(name === 'an accessor' ? bad : { ok: 1, bad })).toBe('/bad');
  });
  it('a lone surrogate in a key, a hidden property, a symbol key', () => {
    expect(pathOf({ '\ud800': 1 })).toBe('/\ud800');
    expect(pathOf(Object.defineProperty({}, 'hidden', { value: 1, enumerable: false }))).toBe('/hidden');
    expect(pathOf({ in: { [Symbol('s')]: 1 } })).toBe('/in');
  });
  it('a cycle is named where it closes; the same value twice is none', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(pathOf(cycle)).toBe('/self');
    const list: unknown[] = [[]];
    list.push({ list });
    expect(pathOf({ list })).toBe('/list/1/list');
    const shared = { a: 1 };
    expect(pathOf([shared, shared])).toBe('accepted');
  });
  it('a sparse array, an array with a property', () => {
    // oxlint-disable-next-line no-sparse-arrays -- the hole is the case
    expect(pathOf({ items: [, 'x'] })).toBe('/items/0');
    expect(pathOf({ items: Object.assign([1], { extra: 1 }) })).toBe('/items');
  });
  it('the error carries code, pointer and a sentence', () => {
    const error = (() => {
      try {
        return cloneFrozenJson({ 'a/b~c': [undefined] });
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ name: 'JsonValueError', code: 'INVALID_JSON_VALUE', path: '/a~1b~0c/0' });
    expect(String(error)).toContain('Invalid JSON value at /a~1b~0c/0: ');
    expect(() => cloneFrozenJson(undefined)).toThrow('Invalid JSON value at <root>: ');
  });
});

describe('[case 15] depth', () => {
  it('256 levels pass, 257 and 100,000 do not, without a recursion error', () => {
    expect(pathOf(nested(256))).toBe('accepted');
    expect(pathOf(nested(257))).toBe('/0'.repeat(256));
    expect(() => cloneFrozenJson(nested(100_000))).toThrow(JsonValueError);
  });
  it('a value vetted before counts with all its levels', () => {
    const vetted = cloneFrozenJson(nested(200));
    expect(pathOf({ a: { b: vetted } })).toBe('accepted');
    let outside: unknown = vetted;
    for (let level = 0; level < 57; level += 1) outside = { in: outside };
    expect(() => cloneFrozenJson(outside)).toThrow(JsonValueError);
  });
});

describe('[case 18] the copy', () => {
  it('takes a null-prototype object and gives a plain one', () => {
    const source = Object.assign(Object.create(null), { a: [1] });
    const copy = cloneFrozenJson(source);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy).toEqual({ a: [1] });
  });
  it('is frozen and detached; the source is neither frozen nor changed', () => {
    const source = { list: [{ a: 1 }], text: 'x' };
    const copy = cloneFrozenJson(source);
    expect(deepFrozen(copy)).toBe(true);
    expect(Object.isFrozen(source) || Object.isFrozen(source.list) || Object.isFrozen(source.list[0])).toBe(false);
    source.list.push({ a: 2 });
    expect(copy).toEqual({ list: [{ a: 1 }], text: 'x' });
  });
  it('detaches what the caller froze on the surface only', () => {
    const inner = { a: 1 };
    const copy = cloneFrozenJson(Object.freeze({ inner }));
    inner.a = 2;
    expect(copy).toEqual({ inner: { a: 1 } });
  });
  it('keeps __proto__ as an ordinary key and -0 as 0', () => {
    const copy = cloneFrozenJson(JSON.parse('{"__proto__":{"x":1},"n":-0}'));
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"x":1},"n":0}');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(isJsonObject(copy) && Object.is(copy['n'], 0)).toBe(true);
  });
  it('reuses what it vetted before, so that only new parts are walked', () => {
    const first = cloneFrozenJson({ big: [{ a: 1 }] });
    const second = cloneFrozenJson({ ...first, more: 1 });
    expect(cloneFrozenJson(first)).toBe(first);
    expect(second.big).toBe(first.big);
  });
  it('equals its source for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const copy = cloneFrozenJson(value);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        expect(deepFrozen(copy)).toBe(true);
      }),
    );
  });
});
