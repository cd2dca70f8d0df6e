import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/websocket';
import { readFrame } from './frame.ts';

/** What a carrier lends to a peer. `send` resolves when the text has left; codes of `close` are WebSocket's. */
export type Line = { send: (text: string) => Promise<void>; close: (code: 1007 | 1008, reason: string) => void };
/** `receive` takes each text that arrives; `ended` once the line is gone: it aborts every call still open. */
export type Peer = { receive: (text: string) => void; ended: () => void };
/** `callsAtOnce` run (pulls that wait for news among them), `callsWaiting` more may stand behind them. */
export type PeerLimits = { callsAtOnce: number; callsWaiting: number; frameBytes: number };

/** One MiB a frame both ways (spec/decisions.md 45); a page has one pull open for each view, three or four at most. */
export const SOCKET_LIMITS: PeerLimits = { callsAtOnce: 8, callsWaiting: 256, frameBytes: 1 << 20 };

const lost = () => {}; // only the line can have failed: its close event brings `ended`

/** Peers that answer calls from `router`. A call that cannot be answered gets a typed error; nonsense ends the line; nothing throws. */
export function createPeers(router: AnyRouter) {
  const handler = new RPCHandler<{ turn: () => Promise<void> }>(router, {
    clientInterceptors: [
      async (options) => {
        const output: unknown = await options.next();
        await options.context.turn();
        return output;
      },
    ],
  });

  return function attach(line: Line, limits: PeerLimits = SOCKET_LIMITS): Peer {
    let running = 0;
    const waiting: { id: string; text: string }[] = [];
    let open = true;
    let answered = Promise.resolve();
    const end = (code: 1007 | 1008, reason: string) => {
      open = false;
      line.close(code, reason);
    };
    const socket = {
      addEventListener: () => {},
      send: (data: unknown) => {
        if (typeof data !== 'string') throw new TypeError('The contract carries JSON only.');
        if (data.length * 3 <= limits.frameBytes || Buffer.byteLength(data) <= limits.frameBytes) return line.send(data);
        return line.send(failure(idOf(data), 413, 'PAYLOAD_TOO_LARGE', `The answer is over ${limits.frameBytes} bytes: ask for less.`));
      },
    };
    const proceed = () => {
      for (let next = waiting[0]; next !== undefined && running < limits.callsAtOnce; next = waiting[0]) {
        waiting.shift();
        void call(next.text);
      }
    };
    // Answers leave one at a time, and each is made into text only when the one before has left: a client that does not read costs
    // a handful of answers, not as many as it has asked for.
    const call = async (text: string) => {
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      const turn = () => {
        const before = answered;
        answered = before.then(() => left);
        return before;
      };
      running++;
      try {
        await handler.message(socket, text, { context: { turn } });
      } catch {
        lost(); // readFrame has vetted the frame
      } finally {
        leave();
        running--;
        proceed();
      }
    };
    return {
      receive(text) {
        if (!open) return;
        const frame = readFrame(text);
        if (frame.kind === 'nonsense') return end(1007, frame.reason);
        if (frame.kind === 'refuse') return void line.send(failure(frame.id, 400, 'BAD_REQUEST', frame.message)).catch(lost);
        if (frame.kind === 'call') {
          if (waiting.length >= limits.callsWaiting) return end(1008, 'too many calls at once');
          waiting.push({ id: frame.id, text });
          return proceed();
        }
        const index = waiting.findIndex(({ id }) => id === frame.id);
        if (index >= 0) waiting.splice(index, 1);
        else handler.message(socket, text, { context: { turn: async () => {} } }).catch(lost);
      },
      ended() {
        open = false;
        waiting.length = 0;
        handler.close(socket);
      },
    };
  };
}

function failure(id: string, status: number, code: string, message: string): string {
  return JSON.stringify({ i: id, p: { s: status, b: { json: { defined: false, code, status, message } } } });
}
function idOf(frame: string): string {
  const { i }: { i: string } = JSON.parse(frame);
  return i;
}
