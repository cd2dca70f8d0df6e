import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The real command line in a real process, as built (test driver of the cli specs). */
const PROGRAM = join(import.meta.dirname, '../bin/troupe.mjs');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}
export interface Line {
  readonly type: string;
  readonly event?: { readonly type: string; readonly payload: { readonly position?: string } };
  readonly [key: string]: unknown;
}

/** A new empty home, and files beside it. */
export function newHome() {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-cli-'));
  const home = join(folder, 'home');
  return {
    folder,
    home,
    file: (name: string, content: string): string => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    /** Runs a command to its end. */
    troupe: (...args: string[]): Promise<Ended> => ended(start(home, args)),
    /** Starts a command; `seen` resolves with the first JSON line of stdout that satisfies it. */
    begin: (...args: string[]) => {
      const child = start(home, args);
      const lines: Line[] = [];
      const waiting: { wanted: (line: Line) => boolean; found: (line: Line) => void }[] = [];
      let rest = '';
      child.stdout?.on('data', (data: Buffer) => {
        const parts = `${rest}${data.toString()}`.split('\n');
        rest = parts.pop() ?? '';
        for (const part of parts) {
          const line = JSON.parse(part) as Line;
          lines.push(line);
          for (const waiter of waiting.filter(({ wanted }) => wanted(line))) waiter.found(line);
        }
      });
      return {
        pid: child.pid ?? 0,
        ended: ended(child),
        seen: (wanted: (line: Line) => boolean) =>
          new Promise<Line>((found) => {
            const known = lines.find(wanted);
            if (known !== undefined) found(known);
            else waiting.push({ wanted, found });
          }),
        kill: (signal: NodeJS.Signals) => child.kill(signal),
        /** As `| head` does when it has seen enough. */
        closeStdout: () => child.stdout?.destroy(),
      };
    },
  };
}

function start(home: string, args: readonly string[]): ChildProcess {
  const env = { ...process.env, TROUPE_HOME: home };
  return spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data: Buffer) => void (stdout += data.toString()));
  child.stderr?.on('data', (data: Buffer) => void (stderr += data.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** The JSON Lines of a command's stdout. */
export const linesOf = ({ stdout }: Ended): Line[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
