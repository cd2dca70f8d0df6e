import { expect, it } from 'vitest';
import { readFrame } from './frame.ts';

const call = (json: unknown, u = '/runs/next') => JSON.stringify({ i: '1', p: { u, b: { json } } });
const nested = (depth: number) => `{"i":"1","p":{"u":"/a","b":{"json":${'['.repeat(depth)}${']'.repeat(depth)}}}}`;

it('reads a call and the abort of one', () => {
  expect(readFrame(call({ runId: 'x' }))).toEqual({ kind: 'call', id: '1' });
  expect(readFrame('{"i":"7","t":4}')).toEqual({ kind: 'abort', id: '7' });
  expect(readFrame('{"i":"1","p":{"u":"/about","b":{}}}')).toEqual({ kind: 'call', id: '1' });
});

it.each([['{'], ['null'], ['"x"'], ['[]'], ['{"p":{}}'], [`{"i":5,"p":{"u":"/a"}}`], [`{"i":"${'9'.repeat(40)}","p":{"u":"/a"}}`]])(
  '[I7] nonsense ends the line: %s',
  (text) => expect(readFrame(text).kind).toBe('nonsense'),
);

it.each([
  ['an unknown frame type', '{"i":"1","t":3,"p":{}}'],
  ['headers', '{"i":"1","p":{"u":"/a","h":{"content-disposition":"x"}}}'],
  ['another method', '{"i":"1","p":{"u":"/a?data=1","m":"GET"}}'],
  ['revived types', '{"i":"1","p":{"u":"/a","b":{"json":"1","meta":[[6]]}}}'],
  ['a foreign address', '{"i":"1","p":{"u":"http://evil/a"}}'],
  ['a path that climbs', '{"i":"1","p":{"u":"/../a"}}'],
])('[I7] %s is refused by name', (_what, text) => expect(readFrame(text)).toMatchObject({ kind: 'refuse', id: '1' }));

it('[I7] a key named __proto__ is refused, however it is spelled; a text of that name is not', () => {
  expect(readFrame('{"i":"1","p":{"u":"/a","b":{"json":{"a":[{"__proto__":{"x":1}}]}}}}')).toMatchObject({ kind: 'refuse' });
  expect(readFrame('{"i":"1","p":{"u":"/a","b":{"json":{"\\u005f_pr\\u006fto__":1}}}}')).toMatchObject({ kind: 'refuse' });
  expect(readFrame(call({ text: 'about __proto__ and "__proto__"' }))).toMatchObject({ kind: 'call' });
});

it('[E3] depth 1e5 is refused without a recursion error; 256 levels pass, brackets in strings do not count', () => {
  expect(readFrame(nested(100_000))).toMatchObject({ kind: 'refuse', message: expect.stringContaining('256') as string });
  expect(readFrame(nested(257))).toMatchObject({ kind: 'refuse' });
  expect(readFrame(nested(256))).toMatchObject({ kind: 'call' });
  expect(readFrame(call({ text: '[{'.repeat(1000) }))).toMatchObject({ kind: 'call' });
});
