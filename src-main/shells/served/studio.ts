import { readFile } from 'node:fs/promises';
import { createLifetime, type ShellHost } from '../carrier/lifetime.ts';
import { findBrowser, openBrowserWindow } from './browser-window.ts';
import { openFileOf } from './open-file.ts';
import { serve } from './serve.ts';

export type StudioOptions = {
  /** Made only when no server runs on this home already. */
  createHost: () => ShellHost;
  port: number;
  home: string;
  rendererDirectory: string;
  /** Opens a window, and ends with the last one. Without it the address is printed, and only a signal ends the server. */
  open: boolean;
  /** One line for the person at the terminal. */
  say: (line: string) => void;
};

/** A page that reloads, or a network that blinks, is no closed window. */
const CLOSED_AFTER_MS = 3000;
/** A browser process may end because another one opens the window, which has yet to connect. */
const ENDED_AFTER_MS = 10_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * `troupe serve`: serves the studio until its last window closes or a signal ends it (spec/decisions.md 53), and resolves when all is closed.
 * With `open`, a server that runs on this home already gets the window instead.
 */
export async function runStudio({ createHost, port, home, rendererDirectory, open, say }: StudioOptions): Promise<void> {
  if (open && (await openRunningStudio(home, say))) return;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let closeWindow: (() => void) | null = null;
  const checkIn = (ms: number) => void (closeWindow !== null && setTimeout(() => lifetime.windowClosed(), ms).unref());
  const host = createHost();
  const shell = await serve({ host, port, home, rendererDirectory, onWindowClosed: () => checkIn(CLOSED_AFTER_MS) }).catch(
    async (error: unknown) => {
      await host.close();
      throw error;
    },
  );
  const lifetime = createLifetime({ host, windows: shell.windows, say, end });
  for (const signal of SIGNALS) process.once(signal, end); // once: a second one ends the process at once, as usual

  const onBrowserEnd = () => {
    if (shell.visited()) return checkIn(ENDED_AFTER_MS);
    closeWindow = null; // it never came: a person may still open the address
    say(`Troupe: the browser ended before its window opened; open ${shell.url}`);
  };
  if (open) closeWindow = openWindow(shell, home, say, onBrowserEnd);
  else say(shell.url);
  await ended;
  closeWindow?.();
  await lifetime.shutDown(shell.close);
  for (const signal of SIGNALS) process.off(signal, end);
}

/** Null where there is nothing to show it in: a person then opens the printed address, and the server does not end with that tab. */
function openWindow(
  shell: { url: string; openFile: string },
  home: string,
  say: (line: string) => void,
  ended: () => void,
): (() => void) | null {
  const found = findBrowser(process.env);
  if ('missing' in found) {
    say(`Troupe: no ${found.missing === 'display' ? 'display' : 'Chromium'} here; open ${shell.url}`);
    return null;
  }
  say('Troupe: opening the studio in a browser window; Ctrl-C here pauses its runs and ends it.');
  return openBrowserWindow(found.browser, shell.openFile, home, ended);
}

async function openRunningStudio(home: string, say: (line: string) => void): Promise<boolean> {
  const openFile = openFileOf(home);
  const url = /url=(http:[^"]+)"/.exec(await readFile(openFile, 'utf8').catch(() => ''))?.[1];
  if (url === undefined) return false;
  const answer = await fetch(new URL('/session', url), { signal: AbortSignal.timeout(1000) }).catch(() => null);
  if (answer?.status !== 401 || !(await answer.text()).startsWith('No session')) return false; // a crashed server's file, or a stranger on its port
  const closeWindow = openWindow({ url, openFile }, home, say, () => {});
  for (const signal of SIGNALS) process.once(signal, () => closeWindow?.()); // this process lives as long as its window
  return true;
}
