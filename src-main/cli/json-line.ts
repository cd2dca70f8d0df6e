/** One JSON value on one line of stdout. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
/** One line of stdout. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
/** One line to the person: stderr, so that stdout stays what it was asked for. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
/** What a member or a document wrote, safe for a terminal: no control characters but line breaks, no bidi overrides (faults.md U5). */
export function inert(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- the rule is about control characters
      .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, (character) =>
        character === '\t' ? '  ' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
  );
}
