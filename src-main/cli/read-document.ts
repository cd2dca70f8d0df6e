import { readFile, stat } from 'node:fs/promises';
import { loadTeamDocument, type LoadedTeamDocument } from '../../src-shared/team-document/load-team-document.ts';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import { MAX_DOCUMENT_BYTES } from '../../src-shared/team-document/read-document-text.ts';
import { CommandError } from './failure.ts';

/** Loads a team document from a file. FILE_UNREADABLE; a file past the limit is refused by size, before it is read. */
export async function readDocument(file: string): Promise<LoadedTeamDocument> {
  try {
    const { size } = await stat(file);
    if (size > MAX_DOCUMENT_BYTES)
      return {
        document: null,
        value: null,
        tree: null,
        name: file,
        problems: [
          {
            code: 'DOCUMENT_TOO_LARGE',
            severity: 'error',
            path: '',
            message: `The file has ${Math.round(size / 1024 / 1024)} MiB; a team document may have 16. Check that it is the right file.`,
          },
        ],
      };
    return loadTeamDocument({ text: await readFile(file, 'utf8'), fileName: file });
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const next = why === 'ENOENT' ? 'Check its name and the folder you are in.' : 'Check that it is a file you may read.';
    throw new CommandError('FILE_UNREADABLE', `${file} cannot be read (${why}). ${next}`);
  }
}

/** `file:line:column: error: message [CODE]`, as editors understand it. */
export function problemLine(file: string, { severity, message, code, line, column }: Problem): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return `${place}: ${severity}: ${message.replaceAll('\n', ' ')} [${code}]`;
}
