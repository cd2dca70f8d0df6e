import { z } from 'zod';

/** One thing to know about a team document (spec/team-document.md 2). Errors block a run; nothing blocks opening. */
export const Problem = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  /** JSON pointer into the document. */
  path: z.string(),
  /** What is wrong, where, and what to do. */
  message: z.string(),
  member: z.string().optional(),
  /** Place in the text, from 1, when the document came from one. */
  line: z.int().optional(),
  column: z.int().optional(),
  /** What would mend it, as a label for a button (fix-problem.ts). */
  fix: z.string().optional(),
  /** The value that `fix` puts there: the known word that was probably meant, or a number as text. */
  word: z.string().optional(),
});
export type Problem = z.infer<typeof Problem>;
