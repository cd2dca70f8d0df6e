// What benches of the whole program run: `out`, built again when a source is newer.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

export function buildIfNeeded() {
  const built = statSync(join(root, 'out/main/troupe.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isNewer = (folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).some(
      (file) => /\.(ts|tsx|css)$/.test(file) && !file.includes('.test.') && statSync(join(root, folder, file)).mtimeMs > built,
    );
  if (!['src-main', 'src-shared', 'src-renderer'].some(isNewer)) return;
  const { status } = spawnSync('electron-vite', ['build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the build failed');
}
