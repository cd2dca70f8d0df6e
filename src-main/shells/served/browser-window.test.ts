import { expect, it } from 'vitest';
import { findBrowser, windowArguments } from './browser-window.ts';

it('needs a display on Linux, and takes the browser that the environment names first', () => {
  expect(findBrowser({ TROUPE_CHROMIUM: process.execPath }, 'linux')).toEqual({ missing: 'display' });
  expect(findBrowser({ TROUPE_CHROMIUM: process.execPath, DISPLAY: ':0' }, 'linux')).toEqual({ browser: process.execPath });
  expect(findBrowser({ TROUPE_CHROMIUM: process.execPath }, 'darwin')).toEqual({ browser: process.execPath });
});

it('[S1] never puts an address with a token in the argument list, and drops the sandbox for root only', () => {
  const args = windowArguments('/home/x/.local/share/troupe/served/open.html', '/home/x/.local/share/troupe', false);
  expect(args).toContain('--app=file:///home/x/.local/share/troupe/served/open.html');
  expect(args.join(' ')).not.toMatch(/http|token|no-sandbox/);
  expect(windowArguments('/o', '/h', true)).toContain('--no-sandbox');
});
