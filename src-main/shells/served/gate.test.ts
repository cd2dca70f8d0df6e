import { describe, expect, it } from 'vitest';
import { type Ask, CSRF_HEADER, refusalOf } from './gate.ts';

const authority = '127.0.0.1:4100';
const origin = `http://${authority}`;
const session = { csrf: 'right' };
const json = { 'content-type': 'application/json' };
type Given = Partial<Omit<Ask, 'headers'>> & { headers?: Record<string, string | undefined> };
const status = (given: Given, entered = true) =>
  refusalOf(
    { method: 'GET', path: '/assets/a.js', upgrade: false, ...given, headers: { host: authority, ...given.headers } },
    { authority, session: entered ? session : null },
  )?.status ?? 'passes';
const change = (headers: Record<string, string | undefined>, entered = true, path = '/rpc') =>
  status({ method: 'POST', path, headers: { origin, [CSRF_HEADER]: 'right', ...json, ...headers } }, entered);
const socket = (headers: Record<string, string>, entered = true) => status({ upgrade: true, path: '/rpc', headers }, entered);

describe('reading', () => {
  it('[I1] is open to a session, and to nobody else but for the front door', () => {
    expect(status({})).toBe('passes');
    expect(status({ path: '/session' })).toBe('passes');
    for (const path of ['/assets/a.js', '/index.html', '/icon.svg', '/session', '/open', '/rpc', '/nothing'])
      expect({ path, status: status({ path }, false) }).toEqual({ path, status: 401 });
    expect(status({ path: '/' }, false)).toBe('passes');
    expect(status({ path: '/', method: 'HEAD' }, false)).toBe('passes');
  });

  it.each([
    undefined,
    'rebind.evil',
    'localhost:4100',
    '127.0.0.1',
    '127.0.0.1:4101',
    '127.0.0.1:4100.evil',
    '[::1]:4100',
    '2130706433:4100',
  ])('[I3] refuses Host %s', (host) => expect(status({ headers: { host }, path: '/' })).toBe(403));

  it.each(['null', 'http://127.0.0.1:4101', 'https://127.0.0.1:4100', 'http://localhost:4100', 'http://evil.example', ''])(
    '[I2] refuses Origin %s',
    (other) => expect(status({ headers: { origin: other } })).toBe(403),
  );

  it('[I5] refuses what another site or local port asks, but for opening the front door', () => {
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      expect(status({ headers })).toBe(403);
      expect(status({ headers, path: '/' })).toBe('passes');
      expect(status({ headers: { ...headers, 'sec-fetch-dest': 'iframe' }, path: '/' })).toBe(403);
      expect(status({ headers: { ...headers, 'sec-fetch-mode': 'no-cors' }, path: '/' })).toBe(403);
      expect(status({ headers, path: '/', upgrade: true })).toBe(403);
    }
    expect(status({ headers: { 'sec-fetch-site': 'none' } })).toBe('passes');
    expect(status({ headers: { 'sec-fetch-site': 'same-origin' } })).toBe('passes');
  });
});

describe('changing', () => {
  it('[I4] needs cookie, Origin, header and JSON type', () => {
    expect(change({})).toBe('passes');
    expect(change({ 'content-type': 'application/json; charset=utf-8' })).toBe('passes');
    expect(change({}, false)).toBe(401);
    expect(change({ origin: undefined })).toBe(403);
    expect(change({ [CSRF_HEADER]: undefined })).toBe(403);
    expect(change({ [CSRF_HEADER]: 'wrong' })).toBe(403);
    for (const type of [
      undefined,
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'text/plain; application/json',
    ])
      expect({ type, status: change({ 'content-type': type }) }).toEqual({ type, status: 415 });
  });

  it('[I4] entering needs no cookie and no header, but Origin and JSON type', () => {
    expect(change({ [CSRF_HEADER]: undefined }, false, '/session')).toBe('passes');
    expect(change({ origin: undefined }, false, '/session')).toBe(403);
    expect(change({ 'content-type': 'text/plain' }, false, '/session')).toBe(415);
  });

  it('knows no other methods, and no address that is not a path', () => {
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', '']) expect(status({ method })).toBe(405);
    expect(status({ path: 'http://evil/' })).toBe(400);
  });
});

it('[I2] a socket needs cookie and Origin', () => {
  expect(socket({ origin })).toBe('passes');
  expect(socket({})).toBe(403);
  expect(socket({ origin: 'http://127.0.0.1:4101' })).toBe(403);
  expect(socket({ origin }, false)).toBe(401);
});
