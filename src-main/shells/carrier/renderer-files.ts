import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';

/** The same strict policy in both shells: own scripts and styles only, no eval, no inline code, no frames. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export type RendererFile = { bytes: Buffer<ArrayBuffer>; type: string };

/** Reads one file of the built renderer by its path in the address; null when there is none, or when the path leads out. */
export async function readRendererFile(directory: string, path: string): Promise<RendererFile | null> {
  const root = resolve(directory);
  const type = TYPES[extname(path)];
  if (type === undefined) return null;
  try {
    const file = resolve(join(root, decodeURIComponent(path)));
    if (!file.startsWith(root + sep)) return null;
    return { bytes: await readFile(file), type };
  } catch {
    return null;
  }
}
