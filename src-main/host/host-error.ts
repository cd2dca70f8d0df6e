import { ORPCError } from '@orpc/server';

/** A refusal of the host itself. `code` is from the closed list; `message` names the thing, the place and the next step. */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** How a failure crosses to the interface: every coded error keeps its code and sentence; a bug shows neither its text nor its stack. */
export function toOrpcError(error: unknown): ORPCError<string, unknown> {
  if (error instanceof ORPCError) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (error instanceof Error && code !== null && /^[A-Z][A-Z_]+$/.test(code))
    return new ORPCError(code, { status: 400, message: error.message, cause: error });
  return new ORPCError('INTERNAL_ERROR', {
    status: 500,
    message: 'Something went wrong inside Troupe. Its log in the home folder says what.',
    cause: error,
  });
}
