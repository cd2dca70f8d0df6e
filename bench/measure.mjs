// What every bench needs: medians, a picture of how busy the machine is, one way to report.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The middle of some numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
export const round = (number, digits = 2) => Number(number.toFixed(digits));

/** Milliseconds of a fixed piece of work: more than usual means that another process had the core. */
function spin() {
  const start = performance.now();
  let x = 0;
  for (let i = 0; i < 3e7; i += 1) x = (x * 31 + i) | 0;
  return round(performance.now() - start + (x === 1 ? 1 : 0), 1);
}
for (let times = 0; times < 3; times += 1) spin(); // the first ones are spent on compiling it
const before = spin();

/** CPU and wall time of some work, in microseconds. */
export async function timed(work) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuUs: user + system, wallUs: (performance.now() - start) * 1000 };
}

/** A folder that is gone afterwards. */
export async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One JSON line, then one line a gate: `name: ratio goal pass|MISS`. A miss ends the process with 1. */
export function report(bench, numbers, gates) {
  const busy = { load: round(loadavg()[0], 1), spinMs: [before, spin()] };
  console.log(JSON.stringify({ bench, ...numbers, ...busy, node: process.version }));
  for (const { name, value, goal, atLeast = false, gate = true } of gates) {
    const holds = atLeast ? value >= goal : value <= goal;
    console.log(`${name}: ${round(value, 3)} ${atLeast ? '>=' : '<='} ${goal} ${holds ? 'pass' : gate ? 'MISS' : 'missed (no gate)'}`);
    if (gate && !holds) process.exitCode = 1;
  }
}
