import { createServer, type Server } from 'node:http';
import { createORPCClient } from '@orpc/client';
import { ORPCError, os, type RouterClient } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import { afterEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { hostErrorOf } from './host-error.ts';
import { createReconnectingLink } from './reconnecting-link.ts';
import { dialSocket } from './socket-carrier.ts';

let aborts = 0;
const router = {
  ping: os.handler(() => 'pong'),
  fail: os.handler(() => {
    throw new ORPCError('RUN_OWNED', { message: 'Another process drives it.', data: { pid: 7 } });
  }),
  wait: os.handler(({ signal }) => new Promise<string>((resolve) => signal?.addEventListener('abort', () => (aborts++, resolve('late'))))),
};
let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

/** A host that can go away and come back on the same port. */
async function startHost(port = 0, session = 200) {
  const server: Server = createServer((_request, response) => response.writeHead(session).end('{}'));
  const sockets = new WebSocketServer({ noServer: true });
  const handler = new RPCHandler(router);
  server.on('upgrade', (request, socket, head) => {
    if (session !== 200) return void socket.end('HTTP/1.1 401 No\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (ws) => void handler.upgrade(ws));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const end = () => {
    for (const client of sockets.clients) client.terminate();
    server.close();
  };
  ends.push(end);
  return { port: typeof address === 'object' && address !== null ? address.port : 0, end };
}
function connectTo(port: number) {
  const connection = createReconnectingLink(() => dialSocket(`http://127.0.0.1:${port}`));
  const client: RouterClient<typeof router> = createORPCClient(connection.link);
  return { ...connection, client };
}
const failureOf = (call: Promise<unknown>) => call.then(() => 'answered', hostErrorOf);

it('waits for the first connection, and passes errors on as code, message and data', async () => {
  const { port } = await startHost();
  const { client, state } = connectTo(port);
  expect(state()).toBe('connecting');
  expect(await client.ping()).toBe('pong');
  expect(await failureOf(client.fail())).toEqual({ code: 'RUN_OWNED', message: 'Another process drives it.', data: { pid: 7 } });
  expect(state()).toBe('online');
});

it('[I10] a lost connection fails the calls in flight with OFFLINE, aborts them at the host, and comes back by itself', async () => {
  const host = await startHost();
  const { client, onConnection, whenOnline } = connectTo(host.port);
  const seen: string[] = [];
  onConnection((state) => seen.push(state));
  await client.ping();
  const waiting = failureOf(client.wait());
  await new Promise((resolve) => setTimeout(resolve, 50));
  const before = aborts;
  host.end();
  expect(await waiting).toMatchObject({ code: 'OFFLINE' });
  await expect.poll(() => aborts).toBe(before + 1);
  expect(await failureOf(client.ping())).toMatchObject({ code: 'OFFLINE' });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await startHost(host.port);
  await whenOnline();
  expect(await client.ping()).toBe('pong');
  expect(seen).toEqual(['online', 'offline', 'online']);
});

it('aborting a call aborts it at the host and leaves the connection up', async () => {
  const { port } = await startHost();
  const { client, state } = connectTo(port);
  await client.ping();
  const before = aborts;
  const giving = new AbortController();
  const waiting = failureOf(client.wait(undefined, { signal: giving.signal }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  giving.abort();
  expect(await waiting).toMatchObject({ code: 'ABORTED' });
  await expect.poll(() => aborts).toBe(before + 1);
  expect(state()).toBe('online');
});

it('tells that the host was started again and does not know this browser', async () => {
  const { port } = await startHost(0, 401);
  const { client, state } = connectTo(port);
  expect(await failureOf(client.ping())).toMatchObject({ code: 'SIGNED_OUT' });
  expect(state()).toBe('signed-out');
});

it('whenOnline gives up with its signal', async () => {
  const { whenOnline } = connectTo(1);
  const giving = new AbortController();
  const waiting = whenOnline(giving.signal);
  giving.abort();
  await expect(waiting).rejects.toThrow('given up');
});
