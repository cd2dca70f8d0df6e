import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonValue } from '../kernel/json.ts';
import { fitJson, headOf, TEXT_LIMIT } from './fit-json.ts';

const bytesOf = (value: JsonValue) => Buffer.byteLength(JSON.stringify(value));
const anyText = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\u0001', 'é', '漢', '😀'), maxLength: 300 });
const anyJson = fc.jsonValue({ maxDepth: 4, stringUnit: fc.constantFrom('a', '"', '\n', 'é', '漢', '😀') }) as fc.Arbitrary<JsonValue>;

describe('headOf', () => {
  it('never ends in half a character', () => {
    fc.assert(
      fc.property(anyText, fc.nat(300), (text, limit) => {
        const head = headOf(text, limit);
        expect(head.isWellFormed()).toBe(true);
        expect(text.startsWith(head)).toBe(true);
        expect(head.length).toBeLessThanOrEqual(limit);
        expect(Math.min(limit, text.length) - head.length).toBeLessThanOrEqual(1);
      }),
    );
    expect(headOf('😀', 1)).toBe('');
    expect(headOf('a😀', 2)).toBe('a');
    expect(headOf('a😀', 3)).toBe('a😀');
  });
});

describe('fitJson', () => {
  it('gives what fits as it is', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const fitted = fitJson(value);
        expect(fitted).toEqual({ value, cut: false });
        expect(fitted.value).toBe(value);
      }),
    );
  });

  it('keeps any value within its bytes, well-formed, and says that it was cut', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyJson, fc.array(anyText), fc.dictionary(anyText, fc.array(anyText))),
        fc.integer({ min: 64, max: 2000 }),
        (value, limit) => {
          const { value: kept, cut } = fitJson(value, 100, limit);
          expect(bytesOf(kept)).toBeLessThanOrEqual(Math.max(limit, 64));
          expect(JSON.stringify(kept).isWellFormed()).toBe(true);
          expect(cut).toBe(JSON.stringify(kept) !== JSON.stringify(value));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('cuts each long text to its beginning', () => {
    const long = 'é'.repeat(TEXT_LIMIT + 10);
    expect(fitJson({ a: long, b: 'short' })).toEqual({ value: { a: long.slice(0, TEXT_LIMIT), b: 'short' }, cut: true });
  });

  it('counts bytes, not characters: what CJK takes, and escapes', () => {
    for (const text of ['漢'.repeat(60_000), '\u0001'.repeat(60_000), '"'.repeat(60_000), '😀'.repeat(30_000)]) {
      const { value } = fitJson(Array.from({ length: 20 }, () => text));
      expect(bytesOf(value)).toBeLessThanOrEqual(512 * 1024);
      expect((value as readonly JsonValue[]).length).toBeGreaterThan(0);
    }
  });

  it('keeps the form of an answer: small fields whole, large ones shortened, whatever their order', () => {
    const rows = Array.from({ length: 50_000 }, (_none, index) => ({ index, text: `row ${index}` }));
    const posts = Array.from({ length: 3000 }, (_none, index) => ({ roomId: 'all', text: `post ${index} `.repeat(20), mentions: ['ann'] }));
    for (const answer of [
      { data: rows, posts, summary: 'Small.' },
      { summary: 'Small.', posts, data: rows },
    ]) {
      const { value, cut } = fitJson(answer);
      expect(cut).toBe(true);
      expect(Object.keys(value as object)).toEqual(Object.keys(answer));
      const kept = value as { summary: string; posts: (typeof posts)[number][]; data: JsonValue[] };
      expect(kept.summary).toBe('Small.');
      expect(kept.data.length).toBeGreaterThan(1000);
      expect(kept.posts.length).toBeGreaterThan(500);
      // What is left of the posts are posts: the first ones, each with all of its fields.
      for (const [index, post] of kept.posts.entries()) {
        expect(Object.keys(post)).toEqual(['roomId', 'text', 'mentions']);
        expect(posts[index]?.text.startsWith(post.text)).toBe(true);
      }
      expect(bytesOf(value)).toBeLessThanOrEqual(512 * 1024);
    }
  });

  it('survives objects of very many fields, deep nesting and keys of every name', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_none, index) => [`key-${index}`, index]));
    expect(bytesOf(fitJson(many).value)).toBeLessThanOrEqual(512 * 1024);
    let deep: JsonValue = 'x'.repeat(5000);
    for (let depth = 0; depth < 250; depth += 1) deep = depth % 2 === 0 ? [deep] : { deep };
    expect(bytesOf(fitJson(deep, 100, 4000).value)).toBeLessThanOrEqual(4000);
    const proto = JSON.parse('{"__proto__": {"x": "long long text"}}') as JsonValue;
    const { value } = fitJson(proto, 4);
    expect(isJsonObject(value) && Object.keys(value)).toEqual(['__proto__']);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":"long"}}');
  });
});
