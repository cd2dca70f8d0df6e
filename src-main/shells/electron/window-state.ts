import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

type Area = { x: number; y: number; width: number; height: number };
/** Where a window stood: `bounds` without a place lets the platform choose one. */
export type WindowState = { bounds: { width: number; height: number } | Area; maximized: boolean };

const Stored = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().min(1).max(20_000), height: z.int().min(1).max(20_000) }),
  maximized: z.boolean(),
});
const FIRST: WindowState = { bounds: { width: 1280, height: 800 }, maximized: false };
/** So much of the window must lie on a display, or it cannot be taken hold of. */
const GRIP = 64;

const overlap = (start: number, length: number, from: number, size: number) =>
  Math.min(start + length, from + size) - Math.max(start, from);

/** A remembered window as it may open now: where it stood if that still is on a display, else in its size only. */
export function fitWindowState(stored: unknown, displays: readonly Area[]): WindowState {
  const parsed = Stored.safeParse(stored);
  if (!parsed.success) return FIRST;
  const { bounds, maximized } = parsed.data;
  const width = Math.max(bounds.width, 720);
  const height = Math.max(bounds.height, 480);
  const reachable = displays.some(
    (area) =>
      overlap(bounds.x, width, area.x, area.width) >= GRIP && bounds.y >= area.y && overlap(bounds.y, height, area.y, area.height) >= GRIP,
  );
  return { bounds: reachable ? { x: bounds.x, y: bounds.y, width, height } : { width, height }, maximized };
}

/** What was remembered in this home, unchecked; null when nothing was, or nothing readable. */
export function readWindowState(home: string): unknown {
  try {
    return JSON.parse(readFileSync(join(home, 'window.json'), 'utf8'));
  } catch {
    return null;
  }
}

/** Remembers a window; a home that cannot be written costs the memory only. */
export function writeWindowState(home: string, state: { bounds: Area; maximized: boolean }): void {
  const draft = join(home, `window.${process.pid}.tmp`);
  try {
    writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
    renameSync(draft, join(home, 'window.json'));
  } catch (error) {
    console.error(`Troupe: the window's place was not kept: ${String(error)}`);
  }
}
