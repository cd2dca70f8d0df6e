import { RPCLink } from '@orpc/client/websocket';
import type { Link } from './reconnecting-link.ts';

/** A frame holds 1 MiB (spec/decisions.md 45); a character takes up to three bytes of it. */
const LARGEST_FRAME_INPUT = 256 * 1024;

/** Whether an input is too long for a frame, and has to go by a request of its own (a document being imported). */
export function isLargeCall(input: unknown): boolean {
  return (JSON.stringify(input) ?? '').length > LARGEST_FRAME_INPUT;
}

/** Sends one call as the body of a request with the CSRF value, and reads the answer of the same shape as a frame. */
export function callByRequest(origin: string, ...[path, input, options]: Parameters<Link['call']>): Promise<unknown> {
  const websocket = new OneCallSocket((body) => exchange(origin, body, options.signal));
  return new RPCLink({ websocket }).call(path, input, options);
}

/** The link takes it for an open socket: it carries one frame each way, and closes when the request fails. */
class OneCallSocket extends EventTarget {
  readonly readyState = 1;
  #sent = false;
  #exchange: (body: string) => Promise<string>;
  constructor(exchangeFrame: (body: string) => Promise<string>) {
    super();
    this.#exchange = exchangeFrame;
  }
  send(body: unknown) {
    if (this.#sent || typeof body !== 'string') return; // a second frame would be the abort, which ends the request by its signal
    this.#sent = true;
    this.#exchange(body).then(
      (data) => this.dispatchEvent(new MessageEvent('message', { data })),
      () => this.dispatchEvent(new Event('close')),
    );
  }
}

async function exchange(origin: string, body: string, signal: AbortSignal | undefined): Promise<string> {
  const session: unknown = await (await fetch(`${origin}/session`, requestOf(signal))).json();
  const csrf = typeof session === 'object' && session !== null && 'csrf' in session ? String(session.csrf) : '';
  const headers = { 'content-type': 'application/json', 'x-troupe-csrf': csrf };
  const answer = await fetch(`${origin}/rpc`, { ...requestOf(signal), method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}

function requestOf(signal: AbortSignal | undefined): RequestInit {
  return signal === undefined ? {} : { signal };
}
