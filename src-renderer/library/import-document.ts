import type { Problem } from '../../src-shared/team-document/problem.ts';
import { importText } from '../host-client/import-text.ts';

export interface ImportResult {
  readonly fileName: string;
  /** Null when the document could not be taken in at all. */
  readonly teamId: string | null;
  readonly problems: readonly Problem[];
}

const LARGEST_DOCUMENT = 16 * 1024 * 1024;

const refused = (fileName: string, code: string, message: string): ImportResult => ({
  fileName,
  teamId: null,
  problems: [{ code, severity: 'error', path: '', message }],
});

/** Takes a file into the library. What is wrong with the file itself is a problem of the result; a failing host rejects. */
export async function importDocument(file: File): Promise<ImportResult> {
  const fileName = file.name.slice(-255);
  if (file.size > LARGEST_DOCUMENT) {
    const size = `${Math.ceil(file.size / 1024 / 1024)} MiB`;
    return refused(
      fileName,
      'DOCUMENT_TOO_LARGE',
      `The file has ${size}; a team document has at most 16 MiB. Choose the team document itself, or split the team.`,
    );
  }
  const bytes = await file.arrayBuffer();
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused(
      fileName,
      'DOCUMENT_INVALID',
      'The file is not UTF-8 text. Choose a team document (.troupe.yaml or .troupe.json), or save it as UTF-8.',
    );
  }
  return { fileName, ...(await importText(fileName, text)) };
}
