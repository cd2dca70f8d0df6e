import type { IncomingHttpHeaders } from 'node:http';
import { isSameText, type Session } from './sessions.ts';

/** A request as the gate sees it. `path` is without query; `upgrade` marks the opening of a WebSocket. */
export type Ask = { method: string; path: string; headers: IncomingHttpHeaders; upgrade: boolean };
/** What the gate knows of this server and of the asker; `authority` is `127.0.0.1:<port>`. */
export type Standing = { authority: string; session: Session | null };
export type Refusal = { status: 400 | 401 | 403 | 405 | 415; text: string };

export const CSRF_HEADER = 'x-troupe-csrf';
const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/**
 * Why this request is refused, or null when it may pass (spec/decisions.md 45). Before anything else comes what a page of another origin or
 * of another local port cannot fake: Host, Origin, Sec-Fetch-Site. Cookies and SameSite do not separate ports.
 */
export function refusalOf(ask: Ask, { authority, session }: Standing): Refusal | null {
  const { headers, method, path } = ask;
  const { host, origin } = headers;
  if (!path.startsWith('/')) return { status: 400, text: 'This is not a path.' };
  if (host !== authority) return { status: 403, text: `This server answers to ${authority} only.` };
  if (origin !== undefined && origin !== `http://${authority}`) return { status: 403, text: 'Another origin may not ask here.' };
  if (isFromElsewhere(ask)) return { status: 403, text: 'Another site may not ask here.' };
  if (ask.upgrade && origin === undefined) return { status: 403, text: 'A socket needs an Origin.' };
  if (!isRead(method) && method !== 'POST') return { status: 405, text: 'Only GET, HEAD and POST are known here.' };

  if (!ask.upgrade && isRead(method) && path === '/') return null; // the bootstrap page, or the studio: requests.ts tells them apart
  const entering = method === 'POST' && path === '/session';
  if (!entering && session === null) return { status: 401, text: 'No session: open the address that "troupe serve" printed.' };
  if (isRead(method)) return null;
  if (origin === undefined) return { status: 403, text: 'A change needs an Origin.' };
  if (!entering && !isCsrfRight(ask, session)) return { status: 403, text: `A change needs the header ${CSRF_HEADER}.` };
  if (!isJson(headers['content-type'])) return { status: 415, text: 'A change needs the type application/json.' };
  return null;
}

// A link or the redirect of open.html is a cross-site navigation: it may open the front door, which without a (Strict) cookie is a static page.
function isFromElsewhere({ headers, method, path, upgrade }: Ask): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  const isFrontDoor = !upgrade && method === 'GET' && path === '/';
  return !(isFrontDoor && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document');
}

function isCsrfRight({ headers }: Ask, session: Session | null): boolean {
  const given = headers[CSRF_HEADER];
  return session !== null && typeof given === 'string' && isSameText(given, session.csrf);
}

function isJson(type: string | undefined): boolean {
  return type?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}
