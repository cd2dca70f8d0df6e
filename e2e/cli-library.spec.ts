import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const ROOT = join(import.meta.dirname, '..');
const SEEDS = ['custom-graph.ts', 'team-conversation.ts'] as const;

/** A project of somebody else's that depends on the built package: what it sees is `exports` of package.json and nothing more. */
function newProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-library-'));
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(ROOT, join(folder, 'node_modules/troupe'));
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  for (const seed of SEEDS) copyFileSync(join(ROOT, 'examples/seeds', seed), join(folder, seed));
  writeFileSync(join(folder, 'package.json'), '{ "name": "somebody-else", "type": "module" }');
  const compilerOptions = { strict: true, target: 'es2024', module: 'nodenext', noEmit: true, types: ['node'], skipLibCheck: false };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: SEEDS }));
  return folder;
}

test('both programs of the seeds type-check under tsc --strict against the published declarations', () => {
  const checked = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', newProject()], { encoding: 'utf8' });
  expect(checked.stdout).toBe('');
  expect(checked.status).toBe(0);
});

for (const seed of SEEDS)
  test(`${seed} runs unchanged against the built package and prints the JSON of its seed`, () => {
    const ran = spawnSync(process.execPath, [join(newProject(), seed)], { encoding: 'utf8' });
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout)).toEqual(JSON.parse(readFileSync(join(ROOT, 'examples/seeds', seed.replace('.ts', '.json')), 'utf8')));
  });
