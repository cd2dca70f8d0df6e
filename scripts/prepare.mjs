// After `npm ci`: builds what `bin` and `exports` point at. The first `npx troupe` inside a clone links this package into npm's cache, which asks
// for the same again; what was built is good then.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const built = existsSync(join(import.meta.dirname, '../out/main/troupe.js'));
if (process.env.npm_command !== 'exec' || !built)
  process.exitCode = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;
