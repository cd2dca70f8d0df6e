import { ORPCError } from '@orpc/client';

/** A failure as the interface shows it: a code of the host's closed list, or OFFLINE, SIGNED_OUT, ABORTED, UNKNOWN of this side. */
export type HostError = { code: string; message: string; data?: unknown };

/** What any rejection of a host call says. */
export function hostErrorOf(error: unknown): HostError {
  if (error instanceof ORPCError) {
    const { code, message, data }: { code: string; message: string; data: unknown } = error;
    return data === undefined ? { code, message } : { code, message, data };
  }
  if (error instanceof Error && error.name === 'AbortError') return { code: 'ABORTED', message: 'The call was given up.' };
  return { code: 'UNKNOWN', message: error instanceof Error ? error.message : String(error) };
}

/** The rejection of a call that the connection did not carry to its answer; the host may have acted on it. */
export function connectionError(state: 'offline' | 'signed-out'): Error {
  return state === 'offline'
    ? new ORPCError('OFFLINE', { message: 'Troupe does not answer just now. Runs go on without this window; it reconnects by itself.' })
    : new ORPCError('SIGNED_OUT', { message: 'Troupe was started again. Open the address that it printed, or use "npm start".' });
}
