/** Exit code for a command that could not do what was asked: wrong words, a bad document, a run that is not there (decisions.md 14). */
export const USAGE_EXIT = 2;

/** A refusal of the command line itself. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** One line for a person: the code in brackets last, so that the sentence comes first. A bug also shows where it happened. */
export function failureLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return `${error.message} [${error.code}]`;
  return error.stack ?? error.message;
}
