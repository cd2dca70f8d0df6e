import { os } from '@orpc/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createPeers, type PeerLimits } from './peer.ts';

const aborted: string[] = [];
const router = {
  echo: os.input(z.strictObject({ text: z.string() })).handler(({ input }) => input.text),
  wait: os.input(z.strictObject({ name: z.string() })).handler(
    ({ input, signal }) =>
      new Promise<string>((resolve) =>
        signal?.addEventListener('abort', () => {
          aborted.push(input.name);
          resolve('aborted');
        }),
      ),
  ),
};

function connect(limits?: PeerLimits) {
  const sent: { i: string; p: { s?: number; b: { json: unknown } } }[] = [];
  const closes: number[] = [];
  const line = {
    send: async (text: string) => void sent.push(JSON.parse(text) as (typeof sent)[number]),
    close: (code: number) => void closes.push(code),
  };
  const peer = createPeers(router)(line, limits);
  const call = (i: string, u: string, json: unknown) => peer.receive(JSON.stringify({ i, p: { u, b: { json } } }));
  return { peer, sent, closes, call };
}

it('answers a call, refuses a bad input and a call that is not in the contract', async () => {
  const { sent, call } = connect();
  call('1', '/echo', { text: 'hi' });
  call('2', '/echo', { text: 5 });
  call('3', '/nothing', {});
  await expect.poll(() => sent.length).toBe(3);
  const byId = Object.fromEntries(sent.map(({ i, p }) => [i, p]));
  expect(byId['1']).toEqual({ b: { json: 'hi' } });
  expect(byId['2']).toMatchObject({ s: 400, b: { json: { code: 'BAD_REQUEST' } } });
  expect(byId['3']).toMatchObject({ s: 404 });
});

it('aborts one call when asked, and all others when the line ends', async () => {
  const { peer, call } = connect();
  for (const name of ['a', 'b', 'c']) call(name, '/wait', { name });
  await new Promise((resolve) => setTimeout(resolve, 20));
  peer.receive('{"i":"b","t":4}');
  await expect.poll(() => aborted).toEqual(['b']);
  peer.ended();
  await expect.poll(() => aborted.toSorted()).toEqual(['a', 'b', 'c']);
});

it('runs so many calls at once; an abort makes room, and takes back one that has not begun', async () => {
  const before = aborted.length;
  const { peer, call, sent } = connect({ callsAtOnce: 1, callsWaiting: 3, frameBytes: 1000 });
  call('1', '/wait', { name: 'runs' });
  call('2', '/wait', { name: 'never begun' });
  call('3', '/echo', { text: 'hi' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toEqual([]);
  peer.receive('{"i":"2","t":4}');
  peer.receive('{"i":"1","t":4}');
  await expect.poll(() => sent).toMatchObject([{ i: '3', p: { b: { json: 'hi' } } }]);
  expect(aborted.slice(before)).toEqual(['runs']);
});

it('[I6] an answer over the frame limit becomes a typed error', async () => {
  const { sent, call } = connect({ callsAtOnce: 4, callsWaiting: 4, frameBytes: 1000 });
  call('1', '/echo', { text: 'x'.repeat(2000) });
  await expect.poll(() => sent).toMatchObject([{ i: '1', p: { s: 413, b: { json: { code: 'PAYLOAD_TOO_LARGE' } } } }]);
});

it('[I8] a line that takes nothing holds one answer; the others follow when it has left', async () => {
  const taken: string[] = [];
  const first = Promise.withResolvers<void>();
  const send = (text: string) => {
    taken.push(text);
    return taken.length === 1 ? first.promise : Promise.resolve();
  };
  const peer = createPeers(router)({ send, close: () => {} });
  for (let n = 0; n < 20; n++) peer.receive(JSON.stringify({ i: `${n}`, p: { u: '/echo', b: { json: { text: 'hi' } } } }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(taken).toHaveLength(1);
  first.resolve();
  await expect.poll(() => taken.length).toBe(20);
});

it('[I7] ends the line on nonsense and on too many calls at once, and then hears nothing more', async () => {
  const { peer, closes, sent, call } = connect();
  peer.receive('{');
  call('1', '/echo', { text: 'late' });
  const busy = connect({ callsAtOnce: 1, callsWaiting: 1, frameBytes: 1000 });
  for (const name of ['x', 'y', 'z']) busy.call(name, '/wait', { name });
  expect(busy.closes).toEqual([1008]);
  busy.peer.ended();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect({ closes, sent }).toEqual({ closes: [1007], sent: [] });
});
