import { expect, it } from 'vitest';
import { createSessions, isSameText } from './sessions.ts';

it('[I1] changes the right token for an HttpOnly Strict cookie whose name has the port', () => {
  const sessions = createSessions(4100);
  const entered = sessions.exchange(sessions.token);
  expect(entered?.cookie).toMatch(/^troupe_4100=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
  const pair = entered?.cookie.split(';')[0] ?? '';
  expect(sessions.of(`other=1; ${pair}`)).toBe(entered?.session);
  expect(sessions.of(pair.replace('troupe_4100', 'troupe_4101'))).toBeNull();
  expect(sessions.of(`${pair}x`)).toBeNull();
  expect(sessions.of(undefined)).toBeNull();
});

it('[I1] refuses every other token, that of another start too', () => {
  const sessions = createSessions(4100);
  for (const token of ['', 'x', sessions.token.slice(1), `${sessions.token} `, createSessions(4100).token])
    expect(sessions.exchange(token)).toBeNull();
});

it('forgets the oldest of too many browsers', () => {
  const sessions = createSessions(1);
  const cookies = Array.from({ length: 65 }, () => sessions.exchange(sessions.token)?.cookie.split(';')[0]);
  expect(sessions.of(cookies[0])).toBeNull();
  expect(cookies.slice(1).every((cookie) => sessions.of(cookie) !== null)).toBe(true);
});

it('compares texts of any length', () => {
  expect([isSameText('a', 'a'), isSameText('a', 'ab'), isSameText('', 'a')]).toEqual([true, false, false]);
});
