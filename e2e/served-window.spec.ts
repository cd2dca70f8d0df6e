import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectClient } from './socket-client.ts';
import { expect, test } from './shells.ts';

const root = join(import.meta.dirname, '..');

/** `npm start` of a machine with a display and without Electron: the browser is the real one, drawing to nowhere. */
function startStudio(home: string, launch = 'exec "$CHROMIUM" --headless=new --disable-gpu --no-sandbox "$@"') {
  const browser = join(home, 'chromium.sh');
  const chromium = process.env['TROUPE_CHROMIUM'] ?? '/usr/bin/chromium';
  writeFileSync(browser, `#!/bin/sh\nCHROMIUM=${chromium}\n${launch}\n`);
  chmodSync(browser, 0o755);
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, TROUPE_HOME: home, TROUPE_SHELL: 'served', TROUPE_CHROMIUM: browser, DISPLAY: ':99' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += String(data)));
  child.stderr.on('data', (data: Buffer) => (output += String(data)));
  const exit = new Promise<number | null>((resolve) => void child.once('exit', (code) => resolve(code)));
  return { child, exit, output: () => output };
}
const commandLines = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ') }];
      } catch {
        return []; // it has ended meanwhile
      }
    });
const windows = (home: string) =>
  commandLines().filter(({ command }) => command.includes(`--user-data-dir=${home}`) && !command.includes('--type='));
/** Sockets of browsers on this port (state 01: established), seen from the server's end. */
const connections = (port: number) =>
  readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter(
      (line) => line.includes(`0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} 0100007F:`) && line.split(/\s+/)[4] === '01',
    ).length;
async function opened(home: string) {
  const file = join(home, 'served/open.html');
  await expect.poll(() => existsSync(file), { timeout: 30_000 }).toBe(true);
  const url = /url=(http:[^"]+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const port = Number(new URL(url).port);
  await expect.poll(() => connections(port), { timeout: 30_000 }).toBeGreaterThan(0);
  return { url, port, file };
}
const showRun = (folder: string, runId: string) =>
  JSON.parse(
    execFileSync(process.execPath, ['bin/troupe.mjs', 'show', runId, '--home', folder, '--json'], { cwd: root, encoding: 'utf8' }),
  ) as object;
let home: string;
let started: { child: ChildProcess }[];
test.beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'troupe-window-'));
  started = [];
});
test.afterEach(async () => {
  for (const { child } of started) if (child.exitCode === null) child.kill('SIGTERM');
  await expect.poll(() => windows(home), { timeout: 20_000 }).toEqual([]);
  rmSync(home, { recursive: true, force: true });
});

test('npm start opens a window, keeps the token out of every argument list, and ends with its last window', async () => {
  const studio = startStudio(home);
  started.push(studio);
  const { url, file } = await opened(home);
  const token = url.split('#token=')[1] ?? 'no token';
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(commandLines().filter(({ command }) => command.includes(token))).toEqual([]);
  expect(studio.output()).toBe('Troupe: opening the studio in a browser window; Ctrl-C here pauses its runs and ends it.\n');
  expect(windows(home)).toHaveLength(1);
  for (const { pid } of windows(home)) process.kill(pid, 'SIGTERM');
  expect(await studio.exit).toBe(0);
  expect(existsSync(file)).toBe(false);
});

test('a second npm start on the same home opens its window on the host that runs, and a signal ends host and window', async () => {
  const studio = startStudio(home);
  started.push(studio);
  const { url } = await opened(home);
  const second = startStudio(home);
  started.push(second);
  expect(await second.exit).toBe(0);
  const { url: after } = await opened(home);
  expect(after).toBe(url);
  studio.child.kill('SIGTERM');
  await studio.exit;
  await expect.poll(() => windows(home), { timeout: 20_000 }).toEqual([]);
});

test('closing the last window leaves an active run going and says so; a signal pauses it, and it can be resumed', async () => {
  const studio = startStudio(home);
  started.push(studio);
  const { url, port } = await opened(home);
  const host = await connectClient(port, url.split('#token=')[1] ?? '');
  const { teams } = (await host.call('/library/next', { after: null, search: 'newsroom', limit: 10 })) as { teams: { id: string }[] };
  const { runId } = (await host.call('/runs/start', { teamId: teams[0]?.id, task: null, commandId: 'closing1' })) as { runId: string };
  host.close();
  for (const { pid } of windows(home)) process.kill(pid, 'SIGTERM');
  await expect
    .poll(studio.output, { timeout: 30_000 })
    .toContain('Troupe: one run goes on without a window; open it again with "npm start".');
  expect(studio.child.exitCode).toBeNull();

  started.push(startStudio(home)); // opens again on the same host
  expect((await opened(home)).url).toBe(url);
  studio.child.kill('SIGINT');
  expect(await studio.exit).toBe(0);
  expect(showRun(home, runId)).toMatchObject({ runId, status: 'paused' });
});

test('a browser that does not start costs nothing: the address is printed, and the host stays', async () => {
  const studio = startStudio(home, 'exit 1');
  started.push(studio);
  await expect
    .poll(studio.output, { timeout: 30_000 })
    .toContain('Troupe: the browser ended before its window opened; open http://127.0.0.1:');
  const url = /http:\S+/.exec(studio.output())?.[0] ?? '';
  const one = await connectClient(Number(new URL(url).port), url.split('#token=')[1] ?? '');
  expect(await one.call('/about', {})).toMatchObject({ home });
  one.close();
  studio.child.kill('SIGTERM');
  expect(await studio.exit).toBe(0);
});
