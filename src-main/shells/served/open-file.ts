import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where the open file of this home is, if a server runs on it. */
export function openFileOf(home: string): string {
  return join(home, 'served', 'open.html');
}

/**
 * Writes the file that a window is opened with: a redirect to `url`, whose token must not stand in an argument list, which every user of the
 * machine can read. The file is 0600 in a folder 0700 of the home, and appears whole.
 */
export async function writeOpenFile(home: string, url: string): Promise<string> {
  const file = openFileOf(home);
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700); // an older folder keeps its mode otherwise
  const draft = join(folder, `open.${process.pid}.tmp`);
  await rm(draft, { force: true });
  await writeFile(draft, `<!doctype html><meta charset="utf-8"><title>Troupe</title><meta http-equiv="refresh" content="0;url=${url}">\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  await rename(draft, file);
  return file;
}

/** Removes it, unless a later server of the same home has put its own there. */
export async function removeOpenFile(file: string, url: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text.includes(`url=${url}"`)) await rm(file, { force: true });
}
