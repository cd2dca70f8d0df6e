import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { os } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type ServedShell, serve } from './serve.ts';

const home = mkdtempSync(join(tmpdir(), 'troupe-served-'));
writeFileSync(join(home, 'index.html'), 'studio');
let aborts = 0;
const router = {
  echo: os.input(z.strictObject({ text: z.string() })).handler(({ input }) => input.text.length),
  big: os.handler(() => 'x'.repeat(900_000)),
  wait: os.handler(({ signal }) => new Promise<void>((resolve) => signal?.addEventListener('abort', () => (aborts++, resolve())))),
};
let shell: ServedShell;
let cookie = '';
let csrf = '';
const authority = () => `127.0.0.1:${shell.port}`;
const token = () => shell.url.split('#token=')[1] ?? '';

/** A request as a program writes it: every header is ours. */
function ask(method: string, path: string, headers: Record<string, string> = {}, body = '') {
  return new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: shell.port, method, path, headers: { host: authority(), ...headers } },
      (response) => {
        let text = '';
        response.on('data', (data: Buffer) => (text += String(data)));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
const change = () => ({ origin: `http://${authority()}`, 'content-type': 'application/json' });
const socket = (headers: Record<string, string> = {}) =>
  new WebSocket(`ws://${authority()}/rpc`, { headers: { cookie, origin: `http://${authority()}`, ...headers } });
const opened = (client: WebSocket) =>
  new Promise<number | 'open'>((resolve) => {
    client.once('open', () => resolve('open'));
    client.once('unexpected-response', (_request, response) => (resolve(response.statusCode ?? 0), client.terminate()));
    client.on('error', () => {});
  });
const closed = (client: WebSocket) => new Promise<number>((resolve) => void client.once('close', resolve));
const frame = (i: string, u: string, json?: unknown) => JSON.stringify({ i, p: { u, b: { json } } });
const answer = (client: WebSocket) =>
  new Promise<unknown>((resolve) => void client.once('message', (data: Buffer) => resolve(JSON.parse(String(data)))));

beforeAll(async () => {
  shell = await serve({ host: { router }, port: 0, home, rendererDirectory: home });
  const entered = await ask('POST', '/session', change(), JSON.stringify({ token: token() }));
  cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
  ({ csrf } = JSON.parse(entered.body) as { csrf: string });
});
afterAll(() => shell.close());

describe('HTTP', () => {
  it('serves one static page without a cookie, and with it the studio; every answer carries the policies', async () => {
    const outside = await ask('GET', '/');
    const inside = await ask('GET', '/', { cookie });
    expect({ outside: outside.body.includes('Opening Troupe'), inside: inside.body }).toEqual({ outside: true, inside: 'studio' });
    for (const { headers } of [outside, inside, await ask('GET', '/x', { host: 'evil' })]) {
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('gives the CSRF value again to a session, and asks for it back with every change', async () => {
    expect(JSON.parse((await ask('GET', '/session', { cookie })).body)).toEqual({ csrf });
    expect((await ask('POST', '/other', { ...change(), cookie })).status).toBe(403);
    expect((await ask('POST', '/other', { ...change(), cookie, 'x-troupe-csrf': csrf })).status).toBe(404);
  });

  it('[I1] refuses a wrong token and a body that is not one', async () => {
    expect((await ask('POST', '/session', change(), '{"token":"x"}')).status).toBe(401);
    for (const body of ['{', '[]', '{"token":5}', '{"token":"x","__proto__":{}}'])
      expect((await ask('POST', '/session', change(), body)).status).toBe(400);
  });

  it('[I6] refuses a body over its cap with 413, before and after it knows the length', async () => {
    expect((await ask('POST', '/session', { ...change(), 'content-length': '5000' }, 'x'.repeat(5000))).status).toBe(413);
    expect((await ask('POST', '/session', { ...change(), 'transfer-encoding': 'chunked' }, 'x'.repeat(5000))).status).toBe(413);
  });

  it('[I5] keeps its open.html to the owner: 0600 in 0700', () => {
    expect(statSync(shell.openFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(shell.openFile, '..')).mode & 0o777).toBe(0o700);
  });

  it('outlives requests that are no HTTP', async () => {
    for (const text of [
      '\0\0\0',
      'GET / HTTP/1.1\r\n\r\n',
      'GET http://evil/ HTTP/1.1\r\nhost: evil\r\n\r\n',
      'POST /session HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
    ]) {
      const raw = connect(shell.port, '127.0.0.1');
      raw.on('error', () => {});
      raw.end(text);
      await new Promise((resolve) => raw.once('close', resolve).resume());
    }
    expect((await ask('GET', '/')).status).toBe(200);
  });
});

describe('sockets', () => {
  it('[I1] [I2] [I3] refuses to upgrade without cookie, with a wrong Origin, with a wrong Host, and elsewhere', async () => {
    expect(await opened(socket({ cookie: '' }))).toBe(401);
    expect(await opened(socket({ cookie: `troupe_${shell.port}=x` }))).toBe(401);
    expect(await opened(socket({ origin: 'http://evil.example' }))).toBe(403);
    expect(await opened(socket({ host: 'rebind.evil' }))).toBe(403);
    expect(await opened(socket({ 'sec-fetch-site': 'same-site' }))).toBe(403);
    expect(await opened(new WebSocket(`ws://${authority()}/other`, { headers: { cookie, origin: `http://${authority()}` } }))).toBe(404);
  });

  it('[I6] closes a 2 MiB frame with 1009 while another client goes on', async () => {
    const [loud, quiet] = [socket(), socket()];
    await Promise.all([opened(loud), opened(quiet)]);
    loud.send(frame('1', '/echo', { text: 'x'.repeat(2 << 20) }));
    expect(await closed(loud)).toBe(1009);
    quiet.send(frame('1', '/echo', { text: 'still here' }));
    expect(await answer(quiet)).toEqual({ i: '1', p: { b: { json: 10 } } });
    quiet.close();
  });

  it('[I7] closes nonsense with 1007, binary with 1003, bad UTF-8 with 1007', async () => {
    for (const [data, code] of [
      ['{', 1007],
      [Buffer.from([1, 2]), 1003],
    ] as const) {
      const client = socket();
      await opened(client);
      client.send(data);
      expect(await closed(client)).toBe(code);
    }
    const client = socket();
    await opened(client);
    client.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await closed(client)).toBe(1007);
  });

  it('aborts open calls when the client goes', async () => {
    const client = socket();
    await opened(client);
    client.send(frame('1', '/wait'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.terminate();
    await expect.poll(() => aborts).toBe(1);
  });

  it('[I8] a client that does not read holds up nobody, and gets its answers when it reads again', async () => {
    const client = socket();
    await opened(client);
    client.pause();
    let answers = 0;
    client.on('message', () => answers++);
    for (let n = 0; n < 30; n++) client.send(frame(String(n), '/big'));
    const other = socket();
    await opened(other);
    other.send(frame('1', '/echo', { text: 'quick' }));
    expect(await answer(other)).toEqual({ i: '1', p: { b: { json: 5 } } });
    expect(answers).toBe(0);
    client.resume();
    await expect.poll(() => answers, { timeout: 5000 }).toBe(30);
    client.terminate();
    other.terminate();
  });
});

it('ends with its clients, and takes its open.html along', async () => {
  const second = await serve({ host: { router }, port: 0, home: mkdtempSync(join(tmpdir(), 'troupe-served-')), rendererDirectory: home });
  const started = performance.now();
  const idle = connect(second.port, '127.0.0.1');
  await new Promise((resolve) => idle.once('connect', resolve));
  await second.close();
  idle.destroy();
  expect(performance.now() - started).toBeLessThan(2000);
  expect(() => statSync(second.openFile)).toThrow(/ENOENT/);
  await expect(serve({ host: { router }, port: shell.port, home, rendererDirectory: home })).rejects.toThrow(
    `Port ${shell.port} is in use`,
  );
});
