/** Which numbers a field takes. */
export interface NumberRule {
  readonly least: number;
  readonly most?: number;
  readonly isWhole: boolean;
}

const shown = (value: number) => value.toLocaleString('en');

/** A typed number, with or without separators of thousands; nothing typed is no value. */
export function readNumber(
  text: string,
  { least, most, isWhole }: NumberRule,
): { readonly value: number | undefined } | { readonly refusal: string } {
  const plain = text.replace(/[\s,_]/gu, '');
  if (plain === '') return { value: undefined };
  const value = Number(plain);
  const kind = isWhole ? 'a whole number' : 'a number';
  const range = most === undefined ? `from ${shown(least)}` : `from ${shown(least)} to ${shown(most)}`;
  const isRight = /^-?\d*\.?\d+$/u.test(plain) && value >= least && value <= (most ?? Number.MAX_SAFE_INTEGER);
  if (!isRight || (isWhole && !Number.isSafeInteger(value))) return { refusal: `Give ${kind} ${range}; the value before is kept.` };
  return { value: value + 0 };
}
