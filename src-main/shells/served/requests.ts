import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { PAGE_POLICY, readRendererFile } from '../carrier/renderer-files.ts';
import { BOOTSTRAP_PAGE, BOOTSTRAP_POLICY } from './bootstrap-page.ts';
import { refusalOf } from './gate.ts';
import type { Sessions } from './sessions.ts';

type Served = { authority: string; sessions: Sessions; rendererDirectory: string };

const Entry = z.strictObject({ token: z.string().max(256) });
const BODY_BYTES = 4096;
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
  'cache-control': 'no-store',
};

/** Answers the HTTP routes: `/`, `/session`, `/open` and the renderer's files. */
export async function answerRequest(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  response.setHeader('content-security-policy', PAGE_POLICY);
  const { method = '', headers } = request;
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const session = served.sessions.of(headers.cookie);
  const refusal = refusalOf({ method, path, headers, upgrade: false }, { authority: served.authority, session });
  const text = (status: number, body: string) => void response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body);
  const json = (body: object) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (refusal !== null) return text(refusal.status, refusal.text);

  if (method === 'POST') {
    const body = await readBody(request);
    if (body === null) {
      request.resume(); // read and forget, so that the answer reaches the sender
      response.setHeader('connection', 'close');
      return text(413, 'The body is too large.');
    }
    if (path !== '/session') return text(404, 'There is no such route.');
    const entry = Entry.safeParse(parseJson(body));
    if (!entry.success) return text(400, 'The body must be {"token": "..."}.');
    const entered = served.sessions.exchange(entry.data.token);
    if (entered === null) return text(401, 'The token is wrong: each start of Troupe has its own.');
    response.setHeader('set-cookie', entered.cookie);
    return json({ csrf: entered.session.csrf });
  }
  if (path === '/' && session === null) {
    response.setHeader('content-security-policy', BOOTSTRAP_POLICY);
    return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(BOOTSTRAP_PAGE);
  }
  if (path === '/session') return json({ csrf: session?.csrf });
  if (path === '/open') return void response.writeHead(302, { location: '/' }).end();
  const file = await readRendererFile(served.rendererDirectory, path === '/' ? '/index.html' : path);
  if (file === null) return text(404, 'There is no such file.');
  response.writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.length }).end(file.bytes);
}

/** The body as text, or null as soon as it is known to be too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
