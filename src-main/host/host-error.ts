import { ORPCError } from '@orpc/server';
import { ERROR_CODES, type ErrorCode } from '../../src-shared/kernel/error-codes.ts';
import { GraphValidationError } from '../../src-shared/kernel/issues.ts';

/** A refusal of the host itself; `message` names the thing, the place and the next step. */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.details = Object.freeze({ ...details });
  }
}

/** The code of the closed list that an error carries, or null: a system's own code, or none, is a bug of ours. */
export function codeOf(error: unknown): ErrorCode | null {
  const code =
    error instanceof GraphValidationError ? error.issues[0]?.code : error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && isErrorCode(code) ? code : null;
}
const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/** How a failure crosses to the interface: every coded error keeps its code, sentence and details; a bug shows neither its text nor its stack. */
export function toOrpcError(error: unknown): ORPCError<string, unknown> {
  // oRPC's own: input that the contract refuses. An answer that it refuses is a bug.
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') return error;
  const code = codeOf(error);
  if (error instanceof Error && code !== null && !(error instanceof ORPCError)) {
    const data: unknown = 'details' in error ? error.details : undefined;
    return new ORPCError(code, { status: 400, message: error.message, cause: error, data });
  }
  return new ORPCError('INTERNAL_ERROR', {
    status: 500,
    message: 'Something went wrong inside Troupe. Its log in the home folder says what.',
    cause: error,
  });
}
