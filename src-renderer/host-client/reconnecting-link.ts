import { type ClientContext, type ClientLink, ORPCError } from '@orpc/client';
import { connectionError } from './host-error.ts';

/** `signed-out`: the host answers, but this browser has no session with it (it was started again). */
type ConnectionState = 'connecting' | 'online' | 'offline' | 'signed-out';
type Link = ClientLink<ClientContext>;
/** One connection: it is open when it exists, and `closed` settles when it is no longer. */
export type Carrier = { link: Link; closed: Promise<void> };
/** Opens a connection, or says why there is none now. */
export type Dial = () => Promise<Carrier | 'offline' | 'signed-out'>;

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2000;

export type ReconnectingLink = {
  link: Link;
  state: (this: void) => ConnectionState;
  /** Tells each change of the connection; returns what ends the telling. */
  onConnection: (this: void, listener: (state: ConnectionState) => void) => () => void;
  /** Resolves when there is a connection; rejects when `signal` aborts. */
  whenOnline: (this: void, signal?: AbortSignal) => Promise<void>;
};

/** A link over connections that come and go. Starts at once and never gives up; one call is never sent twice. */
export function createReconnectingLink(dial: Dial): ReconnectingLink {
  let state: ConnectionState = 'connecting';
  let carrier: Carrier | null = null;
  const listeners = new Set<(state: ConnectionState) => void>();
  const now = () => state;
  const enter = (next: ConnectionState) => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener(next);
  };
  const onConnection = (listener: (state: ConnectionState) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const change = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const stop = onConnection(() => finish(resolve));
      const giveUp = () => finish(() => reject(new DOMException('The wait was given up.', 'AbortError')));
      const finish = (settle: () => void) => {
        stop();
        signal?.removeEventListener('abort', giveUp);
        settle();
      };
      signal?.addEventListener('abort', giveUp);
    });

  const keepConnected = async () => {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const dialed = await dial();
      if (typeof dialed === 'string') {
        enter(dialed);
        await new Promise((resolve) => setTimeout(resolve, wait));
        continue;
      }
      wait = FIRST_WAIT_MS;
      carrier = dialed;
      enter('online');
      await dialed.closed;
      carrier = null;
      enter('offline');
    }
  };
  void keepConnected();

  const link: Link = {
    async call(path, input, options) {
      if (state === 'connecting') await change(options.signal);
      const used = carrier;
      if (used === null) throw connectionError(state === 'signed-out' ? state : 'offline');
      try {
        return await used.link.call(path, input, options);
      } catch (error) {
        if (error instanceof ORPCError || options.signal?.aborted === true || carrier === used) throw error;
        throw connectionError('offline');
      }
    },
  };
  return {
    link,
    state: now,
    onConnection,
    async whenOnline(signal?: AbortSignal) {
      signal?.throwIfAborted();
      while (now() !== 'online') await change(signal);
    },
  };
}
