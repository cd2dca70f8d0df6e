import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Tells processes apart, also those that were given the same number later. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** The process's own start; compared, never parsed. */
  readonly startedAt: string;
}

/** Start of a process on this machine as Linux tells it (boot and clock tick); 'ended' for a zombie, null where it can't be known. */
function startOf(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}:${fields[19]}`;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export const thisProcess: ProcessIdentity = Object.freeze({
  pid: process.pid,
  host: hostname(),
  startedAt: startOf(process.pid) ?? `node:${Math.round(performance.timeOrigin)}`,
});

/** True when a process is known to have ended; of another machine nothing is known. */
export function hasEnded({ pid, host, startedAt }: ProcessIdentity): boolean {
  if (host !== thisProcess.host) return false;
  if (pid === thisProcess.pid) return startedAt !== thisProcess.startedAt;
  if (!isAlive(pid)) return true;
  const start = startOf(pid);
  return start !== null && start !== startedAt;
}
