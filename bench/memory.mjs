// Peak memory of the command line over 10,000 turns, as the kernel has it.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, root } from './build.mjs';
import { roundRobin } from './conversation.mjs';
import { inFolder, report, round } from './measure.mjs';

const TURNS = 10_000;

/** Highest VmHWM seen of a command, in MB. */
function peakOf(home, file) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['bin/troupe.mjs', 'run', file, '--home', home, '--json'], { cwd: root, stdio: 'ignore' });
    let peak = 0;
    const look = setInterval(() => {
      try {
        const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
        peak = Math.max(peak, Number(kilobytes ?? 0) / 1024);
      } catch {
        // it has just ended
      }
    }, 20);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearInterval(look);
      // It ends at its turn limit, so as failed.
      if (code === 1) resolve(peak);
      else reject(new Error(`troupe run ended with ${code}`));
    });
  });
}

buildIfNeeded();
const peak = await inFolder((folder) => {
  const file = join(folder, 'team.troupe.json');
  writeFileSync(file, roundRobin(TURNS));
  return peakOf(join(folder, 'home'), file);
});
report('memory', { turns: TURNS, peakMB: round(peak, 1) }, [{ name: 'peak MB of troupe run --json', value: peak, goal: 200 }]);
