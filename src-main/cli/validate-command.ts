import type { Problem } from '../../src-shared/team-document/problem.ts';
import { CommandError } from './failure.ts';
import { print, printJson } from './json-line.ts';
import { problemLine, readDocument } from './read-document.ts';

/** `troupe validate FILE...`: exit 0 when no file has an error, 2 otherwise. */
export async function validate(files: readonly string[], { json }: { readonly json?: boolean }): Promise<number> {
  let errors = 0;
  const reports = [];
  for (const file of files) {
    const problems = await problemsOf(file);
    errors += problems.filter(({ severity }) => severity === 'error').length;
    reports.push({ file, problems });
    if (json === true) continue;
    for (const problem of problems) print(problemLine(file, problem));
    if (problems.length === 0) print(`${file}: no problems`);
  }
  if (json === true) printJson(reports);
  return errors === 0 ? 0 : 2;
}

/** A file that cannot be read is one more problem, so that the others are still checked. */
async function problemsOf(file: string): Promise<readonly Problem[]> {
  try {
    return (await readDocument(file)).problems;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [{ code: error.code, severity: 'error', path: '', message: error.message }];
  }
}
