import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PAGE_POLICY, readRendererFile } from './renderer-files.ts';

const outside = mkdtempSync(join(tmpdir(), 'troupe-files-'));
const directory = join(outside, 'renderer');
mkdirSync(directory);
mkdirSync(`${directory}-evil`);
writeFileSync(join(directory, 'index.html'), 'hello');
writeFileSync(join(directory, 'secret'), 'no type');
writeFileSync(join(outside, 'secret.html'), 'outside');
writeFileSync(join(`${directory}-evil`, 'a.html'), 'beside');

it('reads a file of the renderer with its type', async () => {
  const file = await readRendererFile(directory, '/index.html');
  expect({ text: String(file?.bytes), type: file?.type }).toEqual({ text: 'hello', type: 'text/html; charset=utf-8' });
});

it.each([
  '/../secret.html',
  '/%2e%2e/secret.html',
  '/..%2fsecret.html',
  '/%2e%2e/renderer-evil/a.html',
  '/none.html',
  '/secret',
  '/%.html',
  '/',
])('gives nothing for %s', async (path) => expect(await readRendererFile(directory, path)).toBeNull());

it('allows no inline or evaluated code', () => expect(PAGE_POLICY).not.toContain('unsafe'));
