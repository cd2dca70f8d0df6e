import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** One browser that showed the token. `csrf` must come back with every change. */
export type Session = { readonly csrf: string };
export type Sessions = {
  /** What the address of this server carries in its fragment; lives as long as the server. */
  readonly token: string;
  /** A new session, with the Set-Cookie value that stands for it; null when the token is wrong. */
  exchange: (token: string) => { session: Session; cookie: string } | null;
  /** The session that a Cookie header names, if any. */
  of: (cookieHeader: string | undefined) => Session | null;
};

/** The oldest goes when more browsers than this have entered. */
const MAX_SESSIONS = 64;
const secret = () => randomBytes(32).toString('base64url');
const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time, whatever the lengths. */
export function isSameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** The cookie's name has the port: browsers send cookies of one port to all ports of a host. */
export function createSessions(port: number): Sessions {
  const token = secret();
  const name = `troupe_${port}`;
  const byDigest = new Map<string, Session>(); // looked up by digest, so that timing tells nothing of the value
  return {
    token,
    exchange(given) {
      if (!isSameText(given, token)) return null;
      const value = secret();
      const session = { csrf: secret() };
      byDigest.set(digest(value).toString('hex'), session);
      for (const oldest of byDigest.keys()) if (byDigest.size > MAX_SESSIONS) byDigest.delete(oldest);
      return { session, cookie: `${name}=${value}; HttpOnly; SameSite=Strict; Path=/` };
    },
    of(cookieHeader = '') {
      for (const pair of cookieHeader.split(';')) {
        const [key, value] = pair.trim().split('=', 2);
        if (key === name && value !== undefined) return byDigest.get(digest(value).toString('hex')) ?? null;
      }
      return null;
    },
  };
}
