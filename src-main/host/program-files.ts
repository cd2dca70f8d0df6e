import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The installed program: its folder and version, found from wherever this file was bundled to. */
export function programFiles(): { readonly version: string; readonly samples: string; readonly renderer: string } {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    const found: { name?: unknown; version?: unknown } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    if (found.name === 'troupe')
      return { version: String(found.version), samples: join(folder, 'examples'), renderer: join(folder, 'out/renderer') };
    if (folder === dirname(folder)) throw new Error('Troupe does not find its own package.json; install it again.');
  }
}
