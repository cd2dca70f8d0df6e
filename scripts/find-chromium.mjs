// The browser of the end-to-end tests: TROUPE_CHROMIUM, a Chromium or Chrome of this machine, Playwright's own, or Debian's package.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const found = () => [process.env.TROUPE_CHROMIUM, ...PLACES, chromium.executablePath()].find((file) => file && existsSync(file)) ?? null;

/** A path, or null with a line that says what to do. */
export function findChromium() {
  const here = found();
  if (here !== null) return here;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('test: no Chromium here; installing the package of this system.');
    const apt = (...args) =>
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status;
    if (apt('update') === 0 && apt('install', '-y', '--no-install-recommends', 'chromium', 'xvfb') === 0) return found();
  }
  console.error(
    'test: no Chromium. Install one ("sudo apt-get install chromium", or "npx playwright install chromium"), or name it in TROUPE_CHROMIUM.',
  );
  return null;
}
