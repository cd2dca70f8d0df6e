import type { ErrorCode } from 'yaml';

const ADVICE: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'The indentation does not fit. Indent fields of one group by the same number of spaces.',
  BLOCK_AS_IMPLICIT_KEY: 'Text that contains ": " must stand in quotes.',
  BLOCK_IN_FLOW: 'Inside [ ] and { } only the same short form is allowed. Write the group on lines of its own instead.',
  MISSING_CHAR: 'A quote, comma or bracket is missing here. Close what was opened.',
  MULTIPLE_DOCS: 'The file holds more than one document. Keep one and remove the line "---".',
  TAB_AS_INDENT: 'Tabs are not allowed as indentation. Use spaces.',
  TAG_RESOLVE_FAILED: 'A tag (a word that begins with "!") means nothing here and is ignored. Remove it, or quote the text.',
  UNEXPECTED_TOKEN: 'This does not belong here. Look for a missing quote, comma, bracket or space before it.',
  IMPOSSIBLE: 'This can not be read as YAML or JSON.',
};

/** What a syntax error means and what to do about it; falls back on the parser's own words, which never quote the text. */
export function yamlAdvice(code: ErrorCode, message: string): string {
  // A bracket left open is reported as the bad indentation of what follows it.
  if (code === 'BAD_INDENT' && message.startsWith('Flow')) return ADVICE.MISSING_CHAR ?? message;
  return ADVICE[code] ?? `${message.replace(/\.$/u, '')}. Mend the YAML at this place.`;
}
