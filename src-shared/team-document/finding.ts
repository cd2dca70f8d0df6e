import type { ProblemCode } from './problem-codes.ts';

/** A problem before it is given its pointer, member and place in the text. */
export type Finding = {
  readonly code: ProblemCode;
  readonly severity: 'error' | 'warning';
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly fix?: string;
  /** The value that `fix` puts there: the known word that was probably meant, or a number as text. */
  readonly word?: string;
};

/** Takes the findings of one check. */
export type Report = (finding: Finding) => void;
