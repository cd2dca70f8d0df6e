import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ERROR_CODES } from './error-codes.ts';

const root = join(import.meta.dirname, '../..');
/** Files that name codes without raising them: the list itself, unions of a class's codes, codes that a document may name. */
const LISTS = [
  'kernel/error-codes.ts',
  'run/storage-error.ts',
  'run/execution-error.ts',
  'team-document/problem-codes.ts',
  'team-document/schema.ts',
];

/** The product's own sources, by path. */
const sources = ['src-shared', 'src-main', 'src-renderer'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\.|(?:^|\/)test-|fixtures/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, folder, file), 'utf8') })),
);
const raising = sources.filter(({ file }) => !LISTS.includes(file));

// A code stands as the first argument of an error's maker, or as a value of `code`.
const RAISED =
  /(?:Error|Failure|failed|refused?|corrupt|issue|problem|report|failure)\([^()'"`]*['"]([A-Z][A-Z_]{3,})['"]|\bcode: ['"]([A-Z][A-Z_]+)['"]/g;

it('[decision 60] every code of the closed list is raised somewhere in the product', () => {
  // What only compares with a code does not raise it.
  const text = raising.map((source) => source.text.replaceAll(/(?:[!=]==|case) '[A-Z_]+'/g, '')).join('\n');
  expect(Object.keys(ERROR_CODES).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});

it('[decision 60] every code that the product raises is in the closed list, with its sentence', () => {
  const raised = raising.flatMap(({ file, text }) =>
    [...text.matchAll(RAISED)].map(([, first, second]) => ({ file, code: first ?? second ?? '' })),
  );
  expect(raised.length).toBeGreaterThan(100);
  expect(raised.filter(({ code }) => !Object.hasOwn(ERROR_CODES, code))).toEqual([]);
  for (const [code, sentence] of Object.entries(ERROR_CODES))
    expect([code, sentence]).toEqual([code, expect.stringMatching(/^[A-Z].*\.$/)]);
});
