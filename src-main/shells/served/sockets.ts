import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type createPeers, SOCKET_LIMITS } from '../carrier/peer.ts';

/** More than a person has windows; each one costs memory, so there is an end. */
const MAX_CLIENTS = 64;
/** With this much unsent, no further frame of that client is read until it drains. */
const MAX_UNSENT_BYTES = 1 << 20;
/** A client that did not answer a ping within one interval is gone. */
const PING_MS = 30_000;
const GOODBYE_MS = 200;

/** The WebSocket peers of a server: bounded in number, in frame size and in what waits to be sent to each. */
export function createSockets(attach: ReturnType<typeof createPeers>, onClose: () => void) {
  const server = new WebSocketServer({ noServer: true, maxPayload: SOCKET_LIMITS.frameBytes, perMessageDeflate: false });
  const alive = new WeakSet<WebSocket>();
  const pings = setInterval(() => {
    for (const client of server.clients) {
      if (!alive.delete(client)) client.terminate();
      else client.ping();
    }
  }, PING_MS);
  pings.unref();

  const serveClient = (socket: WebSocket) => {
    alive.add(socket);
    const peer = attach({
      send: (text) =>
        new Promise((resolve, reject) => {
          socket.send(text, (error) => {
            if (socket.isPaused && socket.bufferedAmount < MAX_UNSENT_BYTES) socket.resume();
            if (error == null) resolve();
            else reject(error);
          });
          if (socket.bufferedAmount >= MAX_UNSENT_BYTES) socket.pause();
        }),
      close: (code, reason) => socket.close(code, reason),
    });
    // ws answers a bad frame by itself: closes with 1002, 1007 or 1009, then tells.
    socket.on('error', () => {});
    socket.on('pong', () => alive.add(socket));
    socket.on('close', () => {
      peer.ended();
      onClose();
    });
    socket.on('message', (data: Buffer, isBinary) =>
      isBinary ? socket.close(1003, 'text frames only') : peer.receive(data.toString('utf8')),
    );
  };

  return {
    count: () => server.clients.size,
    /** Takes a request that the gate let pass. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      if (server.clients.size >= MAX_CLIENTS) return refuseUpgrade(socket, 503, 'Too many windows are open.');
      server.handleUpgrade(request, socket, head, serveClient);
    },
    close() {
      clearInterval(pings);
      for (const client of server.clients) {
        client.close(1001, 'Troupe ends');
        setTimeout(() => client.terminate(), GOODBYE_MS).unref();
      }
      server.close();
    },
  };
}

/** Says no before there is a WebSocket. */
export function refuseUpgrade(socket: Duplex, status: number, text: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}
