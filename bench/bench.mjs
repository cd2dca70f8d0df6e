// `npm run bench [-- NAME...]`: every bench in a process of its own, one after the other; exit 1 when a gate is missed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ALL = ['commits', 'disk', 'flat-cost', 'raw-limit', 'memory', 'seek', 'ui-drag', 'ui-tick', 'ui-stream', 'ui-events'];
const asked = process.argv.slice(2);
for (const name of asked) {
  if (ALL.includes(name)) continue;
  console.error(`There is no bench "${name}"; there are ${ALL.join(', ')}.`);
  process.exit(2);
}
let missed = 0;
for (const name of asked.length > 0 ? asked : ALL) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.mjs`)], { stdio: 'inherit' });
  if (status !== 0) missed += 1;
}
process.exitCode = missed === 0 ? 0 : 1;
