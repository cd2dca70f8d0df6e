import { RPCLink } from '@orpc/client/websocket';
import { callByRequest, isLargeCall } from './large-call.ts';
import type { Carrier, Link } from './reconnecting-link.ts';

/** Dials the served shell at `origin` (`http://127.0.0.1:<port>`); the browser adds cookie and Origin. */
export async function dialSocket(origin: string): Promise<Carrier | 'offline' | 'signed-out'> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`);
  const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()));
  const opened = await new Promise<boolean>((resolve) => {
    socket.addEventListener('open', () => resolve(true));
    socket.addEventListener('close', () => resolve(false));
  });
  if (!opened) return whyRefused(origin);
  const frames = new RPCLink({ websocket: socket });
  const link: Link = {
    call: (path, input, options) => (isLargeCall(input) ? callByRequest(origin, path, input, options) : frames.call(path, input, options)),
  };
  return { link, closed };
}

// A WebSocket does not tell why it was refused; a request does.
async function whyRefused(origin: string): Promise<'offline' | 'signed-out'> {
  const answer = await fetch(`${origin}/session`).catch(() => null);
  return answer?.status === 401 ? 'signed-out' : 'offline';
}
