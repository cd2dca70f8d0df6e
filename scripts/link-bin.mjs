// Puts this package's own command among the installed ones, so that `npx troupe` inside the clone finds it: npm links the commands of dependencies only,
// and npm 11 on Node 20 stumbles over its cache when it looks for a command of the package it stands in.
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../node_modules/.bin');
mkdirSync(folder, { recursive: true });
if (process.platform === 'win32') writeFileSync(join(folder, 'troupe.cmd'), '@node "%~dp0\\..\\..\\bin\\troupe.mjs" %*\r\n');
else {
  const link = join(folder, 'troupe');
  rmSync(link, { force: true });
  symlinkSync('../../bin/troupe.mjs', link);
  chmodSync(join(import.meta.dirname, '../bin/troupe.mjs'), 0o755);
}
