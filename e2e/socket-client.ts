import { request as httpRequest } from 'node:http';
import { WebSocket } from 'ws';

type Answer = { status: number; body: string; cookie: string };
type Request = { method?: string; headers?: Record<string, string>; body?: string };

/** A request as any program on this machine can write it: every header is the caller's. */
export function ask(port: number, path: string, { method = 'GET', headers = {}, body = '' }: Request = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } },
      (response) => {
        let text = '';
        response.on('data', (data: Buffer) => (text += String(data)));
        response.on('end', () => {
          const cookie = String(response.headers['set-cookie'] ?? '').split(';')[0] ?? '';
          resolve({ status: response.statusCode ?? 0, body: text, cookie });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Shows the token; a right one brings a cookie. */
export function enter(port: number, token: string): Promise<Answer> {
  const headers = { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' };
  return ask(port, '/session', { method: 'POST', headers, body: JSON.stringify({ token }) });
}

/** Asks for a WebSocket: the refusal's status, or 'open'. */
export function upgrade(port: number, headers: Record<string, string>): Promise<{ socket: WebSocket; status: number | 'open' }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, { headers });
    socket.on('error', () => {});
    socket.once('open', () => resolve({ socket, status: 'open' }));
    socket.once('unexpected-response', (request, response) => {
      resolve({ socket, status: response.statusCode ?? 0 });
      request.destroy();
    });
  });
}

/** A client of the contract without a browser; frames can be written by hand on `socket`. */
export type SocketClient = {
  socket: WebSocket;
  /** The close code, when it has closed. */
  closed: Promise<number>;
  /** Answers, or rejects with the refusal as JSON. */
  call: (path: string, input: object) => Promise<unknown>;
  close: () => void;
};

/** Enters (unless a cookie is given) and connects. */
export async function connectClient(port: number, token: string, cookie?: string): Promise<SocketClient> {
  const { socket, status } = await upgrade(port, {
    cookie: cookie ?? (await enter(port, token)).cookie,
    origin: `http://127.0.0.1:${port}`,
  });
  if (status !== 'open') throw new Error(`the socket was refused with ${status}`);
  socket.setMaxListeners(0); // one a call
  let count = 0;
  return {
    socket,
    closed: new Promise((resolve) => void socket.once('close', resolve)),
    call: (path, input) =>
      new Promise((resolve, reject) => {
        const id = `call${++count}`;
        const read = (data: Buffer) => {
          const { i, p } = JSON.parse(String(data)) as { i: string; p: { s?: number; b: { json: unknown } } };
          if (i !== id) return;
          socket.off('message', read);
          if (p.s === undefined) resolve(p.b.json);
          else reject(new Error(JSON.stringify(p.b.json)));
        };
        socket.on('message', read);
        socket.once('close', (code) => reject(new Error(`closed with ${code}`)));
        socket.send(JSON.stringify({ i: id, p: { u: path, b: { json: input } } }));
      }),
    close: () => socket.close(),
  };
}
