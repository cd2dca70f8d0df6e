import { z } from 'zod';

export const TeamId = z.string().min(1).max(256);
/** Opaque place in a live sequence; null asks for a snapshot. */
export const Cursor = z.string().max(64).nullable();
/** Chosen by the client, once per intent: the same id does the same thing once (a double click starts one run). */
export const CommandId = z.string().regex(/^[a-z0-9]{8,32}$/);
