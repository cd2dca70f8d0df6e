import { z } from 'zod';
import { ATTEMPT_CODES } from '../../src-shared/kernel/attempt-codes.ts';
import type { GraphNodeBinding } from './node-binding.ts';

const count = z.number().refine((value) => Number.isSafeInteger(value) && value >= 0, 'use a whole number from 0');
const positive = z.number().refine((value) => Number.isSafeInteger(value) && value >= 1, 'use a whole number from 1');
// Node's timers hold 31 bits; more would fire at once.
const LONGEST_MS = 2_147_483_647;

const Policy = z
  .strictObject({
    inputBytes: count,
    outputBytes: count,
    timeoutMs: positive,
    teardownGraceMs: count,
    memoryBytes: positive,
    filesChanged: count,
    linesChanged: count,
    callTokens: z.strictObject({ mode: z.enum(['hard', 'observed']), tokens: positive }).nullable(),
  })
  .refine(
    (policy) => policy.timeoutMs + policy.teardownGraceMs <= LONGEST_MS,
    `keep timeoutMs and teardownGraceMs together under ${LONGEST_MS}`,
  );

const Binding = z.object({
  scratchDirectory: z.string(),
  workspace: z.strictObject({
    mode: z.enum(['none', 'direct', 'worktree']),
    directory: z.string().nullable(),
    allowedPaths: z.array(z.string()).readonly(),
  }),
  permissions: z
    .array(z.string().refine((name) => name !== '' && name === name.trim(), 'use names without outer spaces'))
    .readonly()
    .refine((names) => new Set(names).size === names.length, 'name each permission once'),
  policy: Policy,
});

// A binding is one object for a whole run: judged once.
const judged = new WeakMap<GraphNodeBinding, string | null>();

/** Why a binding cannot be used, in words (INVALID_ATTEMPT), or null. */
function invalid(binding: GraphNodeBinding): string | null {
  const known = judged.get(binding);
  if (known !== undefined) return known;
  const parsed = Binding.safeParse(binding);
  const issue = parsed.success ? undefined : parsed.error.issues[0];
  const reason =
    issue !== undefined
      ? `The binding's ${issue.path.join('.') || 'fields'} cannot be used: ${issue.message}.`
      : typeof binding.runData !== 'function'
        ? 'The binding has neither runData nor an engine lane; give it one of them.'
        : binding.prompt !== null
          ? 'The binding has runData, so its prompt must be null.'
          : null;
  judged.set(binding, reason);
  return reason;
}

// Codes a node's own code may fail with (1.4); anything else it throws is EFFECT_FAILED.
const NODE_CODES: ReadonlySet<string> = new Set(ATTEMPT_CODES);

/** The code of a failure: an engine's own, where it is thrown as `turnFailureCode` and is one of 1.4; else EFFECT_FAILED (decisions.md 54). */
function failureCode(error: unknown): string {
  const code = error instanceof Error && 'turnFailureCode' in error ? error.turnFailureCode : undefined;
  return typeof code === 'string' && NODE_CODES.has(code) ? code : 'EFFECT_FAILED';
}

export const attemptLimits = { invalid, failureCode };
