import { expect, it } from 'vitest';
import { Bell } from './bell.ts';

it('is heard by who waits, and by the next one when nobody did', async () => {
  const bell = new Bell();
  let heard = 0;
  const waiting = bell.heard().then(() => (heard += 1));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(heard).toBe(0);
  bell.ring();
  bell.ring();
  await waiting;
  bell.ring();
  await bell.heard();
  // Rings that were heard are over.
  const next = bell.heard().then(() => (heard += 1));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(heard).toBe(1);
  bell.ring();
  await next;
});
