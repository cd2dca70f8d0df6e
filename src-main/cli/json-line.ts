import { revealHidden } from '../../src-shared/team-document/shown.ts';
import { USAGE_EXIT } from './failure.ts';

// A reader that has gone (`troupe list | head`) ends a command that only reads; one that drives a run goes on without it.
let mayEnd = true;
let muted = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  muted = true;
  if (error.code !== 'EPIPE') tell(`The output cannot be written (${error.code ?? error.message}).`);
  if (mayEnd) process.exit(error.code === 'EPIPE' ? 0 : USAGE_EXIT);
});
process.stderr.on('error', () => {}); // nobody is left to tell

/** From here on a run is being driven: losing the reader of its lines is no reason to leave it. */
export function goOnWithoutReader(): void {
  mayEnd = false;
}

/** One JSON value on one line of stdout. */
export function printJson(value: unknown): void {
  if (!muted) process.stdout.write(`${JSON.stringify(value)}\n`);
}
/** One line of stdout, inert. */
export function print(line: string): void {
  if (!muted) process.stdout.write(`${inert(line)}\n`);
}
/** One line to the person, inert: stderr, so that stdout stays what it was asked for. */
export function tell(line: string): void {
  process.stderr.write(`${inert(line)}\n`);
}
/** What a member or a document wrote, safe for a terminal: controls and hidden characters are shown as escapes, line breaks stay (faults.md U5). */
const inert = (text: string): string => text.split('\n').map(revealHidden).join('\n');
/** The same as one line among others: further lines are set off, so that a text cannot pass for a line of ours. */
export const insetLines = (text: string): string => text.replaceAll('\n', '\n      | ');
