import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, digestJson } from './canonical-json.ts';
import { digestBytes, digestText } from './digest.ts';
import { JsonValueError } from './json.ts';

it('writes literals, numbers and strings as JSON does, -0 as 0, nothing normalised', () => {
  expect(canonicalJson([null, true, false, -0, 1e21, 0.1, 'a"\u0001é', '\u00e9', 'e\u0301'])).toBe(
    '[null,true,false,0,1e+21,0.1,"a\\"\\u0001é","\u00e9","e\u0301"]',
  );
});
it('sorts keys by UTF-16 code units, whatever their order', () => {
  expect(canonicalJson({ b: 1, a: { '\u{1f600}': 1, '\uff5e': 2, 10: 3, 9: 4 } })).toBe(
    '{"a":{"10":3,"9":4,"\u{1f600}":1,"\uff5e":2},"b":1}',
  );
  expect(canonicalJson(JSON.parse('{"b":1,"__proto__":2,"a":3}'))).toBe('{"__proto__":2,"a":3,"b":1}');
});
it('refuses what is not JSON', () => {
  expect(() => canonicalJson({ a: undefined })).toThrow(JsonValueError);
  expect(() => digestJson([Number.NaN])).toThrow(JsonValueError);
});
it('does not depend on the order of keys, and says the same value', () => {
  const reversed = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(reversed);
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, item]): [string, unknown] => [key, reversed(item)])
        .toReversed(),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
    }),
  );
});
it('digests the UTF-8 bytes', () => {
  expect(digestText('')).toBe('sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(digestText('abc')).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(digestText('é\u{1f600}')).toBe('sha256:1184d1f608158eea09d297565575892231550c403aaa913008d867a97cfd5c76');
  expect(digestBytes(new Uint8Array([0x61, 0x62, 0x63]))).toBe(digestText('abc'));
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => /^sha256:[0-9a-f]{64}$/.test(digestText(text))));
});
it('gives the attempt ids and the schema digest of section 4', () => {
  const attempt = (position: string, nodeId: string) =>
    digestJson({ schemaVersion: 1, namespace: 'team-conversation', streamId: 'release-team-run', nodeId, position });
  expect(attempt('team/writer/1', 'writer')).toBe('sha256:c8392aa54cd1bdad07b0eaeae3c92d45d908df0ae018a1213f5cbf7e70306d4a');
  expect(attempt('team/reviewer/1', 'reviewer')).toBe('sha256:871a3446a082fe6d55ea3d03348752a78879fcc2e3798d1ebf9ef304576964c7');
  const strings = { type: 'array', items: { type: 'string' } };
  const post = {
    type: 'object',
    required: ['roomId', 'text', 'mentions'],
    properties: { text: { type: 'string' }, roomId: { type: 'string' }, mentions: strings },
  };
  const schema = {
    type: 'object',
    required: ['summary'],
    properties: { summary: { type: 'string' }, posts: { type: 'array', items: post }, data: {} },
  };
  expect(digestJson(schema)).toBe('sha256:c6abcfbe40e5eb6fc7ebf77acb6ab6239301861eb8092747b15f9e87393d30aa');
});
it('gives the store digests and the room file name of section 4', () => {
  const event = digestJson({ schemaVersion: 1, root: '/srv/store/events', maxEventPayloadBytes: 64_000, maxAppendBatchBytes: 128_000 });
  expect(event).toBe('sha256:a70e5c6e7062482e75629036920845ebfa68522392398056c52b45ffd2346930');
  expect(
    digestJson({ schemaVersion: 1, root: '/srv/store/artifacts', maxArtifactBytes: 1_000_000, maxTotalArtifactBytesPerRun: 4_000_000 }),
  ).toBe('sha256:063b80fd45e292313eab381f0926207b106eda433f5dba6990cfa9eb7c72672a');
  expect(digestText(JSON.stringify(['local-sqlite', '1', event, 'team-conversation', 'release-team-run', 'review']))).toBe(
    'sha256:9b123ce82564959a8b3bde339372e725da878f5c46e8c003c37242e8daedf191',
  );
});
