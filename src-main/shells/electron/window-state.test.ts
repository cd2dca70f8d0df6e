import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fitWindowState, readWindowState, writeWindowState } from './window-state.ts';

const display = { x: 0, y: 0, width: 1920, height: 1080 };
const first = { bounds: { width: 1280, height: 800 }, maximized: false };
const home = () => mkdtempSync(join(tmpdir(), 'troupe-window-'));

it('comes back where it stood', () => {
  const directory = home();
  const state = { bounds: { x: 100, y: 50, width: 1000, height: 700 }, maximized: true };
  writeWindowState(directory, state);
  expect(fitWindowState(readWindowState(directory), [display])).toEqual(state);
});

it('keeps only its size when its display is gone, or its title bar would be out of reach', () => {
  for (const place of [
    { x: 3000, y: 0 },
    { x: -980, y: 0 },
    { x: 0, y: -300 },
    { x: 0, y: 1060 },
  ])
    expect(fitWindowState({ bounds: { ...place, width: 1000, height: 700 }, maximized: false }, [display])).toEqual({
      bounds: { width: 1000, height: 700 },
      maximized: false,
    });
});

it('starts afresh from nothing, from nonsense and from an unreadable home', () => {
  const directory = home();
  expect(fitWindowState(readWindowState(directory), [display])).toEqual(first);
  writeFileSync(join(directory, 'window.json'), '{"bounds":{"x":"1"}');
  expect(fitWindowState(readWindowState(directory), [display])).toEqual(first);
  for (const stored of [[], { bounds: { x: 0, y: 0, width: 1e9, height: 5 }, maximized: false }, { bounds: null }])
    expect(fitWindowState(stored, [display])).toEqual(first);
});
