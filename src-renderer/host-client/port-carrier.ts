import { RPCLink } from '@orpc/client/message-port';
import type { Carrier } from './reconnecting-link.ts';

// Listens from the first moment: the preload posts the port when the page has loaded.
const arrived = new Promise<MessagePort>((resolve) => {
  globalThis.addEventListener?.('message', (event: MessageEvent) => {
    const [port] = event.ports;
    if (event.source !== window || event.data !== 'troupe:port' || port === undefined) return;
    port.start();
    resolve(port);
  });
});

/** The desktop's connection: it lives as long as the page, and a page that loads anew gets a port of its own. */
export async function dialPort(): Promise<Carrier> {
  const port = await arrived;
  return { link: new RPCLink({ port }), closed: new Promise((resolve) => port.addEventListener('close', () => resolve())) };
}
