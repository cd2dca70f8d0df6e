import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
type Environment = Readonly<Record<string, string | undefined>>;

/** The browser to show the studio in, or why there is none. */
export function findBrowser(
  environment: Environment,
  platform = process.platform,
): { browser: string } | { missing: 'display' | 'browser' } {
  const display = platform !== 'linux' || Boolean(environment['DISPLAY'] ?? environment['WAYLAND_DISPLAY']);
  if (!display) return { missing: 'display' };
  const browser = [environment['TROUPE_CHROMIUM'], ...BROWSERS].find((file) => file !== undefined && existsSync(file));
  return browser === undefined ? { missing: 'browser' } : { browser };
}

/** Arguments of an app window with a profile of its own. The page is the private file: an address with the token would show in the list. */
export function windowArguments(openFile: string, home: string, asRoot: boolean): string[] {
  return [
    `--app=${pathToFileURL(openFile).href}`,
    `--user-data-dir=${join(home, 'browser')}`,
    '--window-size=1280,800',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...(asRoot ? ['--no-sandbox', '--test-type'] : []), // Chromium refuses to sandbox as root; the second hides its bar about the first
  ];
}

/** Opens the window; returns what closes it. `ended` is told when this browser process has ended, which it does at once where another takes over. */
export function openBrowserWindow(browser: string, openFile: string, home: string, ended: () => void): () => void {
  const window = spawn(browser, windowArguments(openFile, home, process.getuid?.() === 0), { stdio: 'ignore' });
  window.once('error', ended);
  window.once('exit', ended);
  return () => void window.kill();
}
