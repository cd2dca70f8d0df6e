// The studio, or a page of the bench, in a real Chromium: what its main thread does (CDP counters, not wall time) and which frames it misses.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { WebSocketServer } from 'ws';
import { CHROMIUM_ARGUMENTS } from '../e2e/chromium.ts';
import { buildIfNeeded, root } from './build.mjs';
import { inFolder, round } from './measure.mjs';

const FRAME_MS = 1000 / 60;
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens pages of 1280 x 800, each in a context of its own; the first address is the one that lets it in. */
export async function inBrowser(work) {
  const executablePath = process.env.TROUPE_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  const open = async (address) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000); // the machine may be busy
    page.on('pageerror', (error) => {
      throw error; // numbers of a broken page mean nothing
    });
    const cdp = await context.newCDPSession(page);
    // Time of the thread, not of the clock: what others do on this machine meanwhile is not counted.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(address);
    return { page, cdp, close: () => context.close() };
  };
  try {
    return await work(open);
  } finally {
    await browser.close();
  }
}

/** The served studio on a home, as people build it; `work` gets what opens one of its addresses (`/teams/x`) in a page. */
export async function withStudio(home, work) {
  buildIfNeeded();
  const child = spawn(process.execPath, ['bin/troupe.mjs', 'serve', '--no-open', '--home', home], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (data) => {
      said += String(data);
      const found = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the studio ended with ${code}: ${said}`)));
  });
  try {
    return await inBrowser((open) => work((path) => open(`${url}&to=${path}`)));
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };

/**
 * The bench's own page (`ui/`), built as the studio is; `work` gets what opens it with a query. `onSocket` answers its sockets.
 * Its cases put parts of the studio beside the plain way to write them.
 */
export const withBenchPage = (work, onSocket = (socket) => socket.close()) =>
  inFolder(async (outDir) => {
    await build({
      configFile: false,
      root: join(import.meta.dirname, 'ui'),
      plugins: [react()],
      logLevel: 'error',
      build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 },
    });
    const server = createServer((request, answer) => {
      const path = new URL(request.url, 'http://bench').pathname;
      readFile(join(outDir, path === '/' ? 'index.html' : path)).then(
        (data) => answer.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/html' }).end(data),
        () => answer.writeHead(404).end(),
      );
    });
    new WebSocketServer({ server }).on('connection', (socket, { url }) => onSocket(socket, new URL(url, 'http://bench').searchParams));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      return await inBrowser((open) => work((query) => open(`http://127.0.0.1:${server.address().port}/?${query}`)));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

const counters = async (cdp) =>
  Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value * 1000]));

/** What a page's main thread did during `work`: all tasks, scripts, and the share of frames that did not come, by the gaps between them. */
export async function measured({ page, cdp }, work) {
  await page.evaluate(() => {
    const frames = (window.benchFrames = []);
    const note = (time) => {
      if (window.benchFrames !== frames) return;
      frames.push(time);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const before = await counters(cdp);
  const start = performance.now();
  await work();
  const wallMs = performance.now() - start;
  const after = await counters(cdp);
  const frames = await page.evaluate(() => {
    const { benchFrames } = window;
    window.benchFrames = undefined;
    return benchFrames;
  });
  let missed = 0;
  for (let index = 1; index < frames.length; index += 1)
    missed += Math.max(0, Math.round((frames[index] - frames[index - 1]) / FRAME_MS) - 1);
  return {
    busyMs: after.TaskDuration - before.TaskDuration,
    scriptMs: after.ScriptDuration - before.ScriptDuration,
    wallMs,
    frames: frames.length,
    droppedPercent: round((100 * missed) / Math.max(1, frames.length - 1 + missed), 2),
  };
}

/** Sends `count` inputs of the mouse at 60 Hz, none waiting for the one before: the browser puts them together by frames. */
export async function paced(cdp, count, inputOf) {
  const start = performance.now();
  const sent = [];
  for (let index = 1; index <= count; index += 1) {
    const wait = start + index * FRAME_MS - performance.now();
    if (wait > 0) await sleep(wait);
    sent.push(cdp.send('Input.dispatchMouseEvent', inputOf(index)));
  }
  await Promise.all(sent);
}
