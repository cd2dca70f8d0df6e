import { RPCLink } from '@orpc/client/websocket';
import type { Carrier } from './reconnecting-link.ts';

/** Dials the served shell at `origin` (`http://127.0.0.1:<port>`); the browser adds cookie and Origin. */
export async function dialSocket(origin: string): Promise<Carrier | 'offline' | 'signed-out'> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`);
  const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()));
  const opened = await new Promise<boolean>((resolve) => {
    socket.addEventListener('open', () => resolve(true));
    socket.addEventListener('close', () => resolve(false));
  });
  if (!opened) return whyRefused(origin);
  return { link: new RPCLink({ websocket: socket }), closed };
}

// A WebSocket does not tell why it was refused; a request does.
async function whyRefused(origin: string): Promise<'offline' | 'signed-out'> {
  const answer = await fetch(`${origin}/session`).catch(() => null);
  return answer?.status === 401 ? 'signed-out' : 'offline';
}
