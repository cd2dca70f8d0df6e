import { hash } from 'node:crypto';
import { canonicalJson } from '../../src-shared/kernel/canonical-json.ts';
import type { Digest } from '../../src-shared/kernel/digest.ts';
import type { EventStream } from '../../src-shared/run/storage.ts';

/** Who an attempt is: the same at every try of one position (spec/graph-and-team.md 2.3). */
export interface AttemptIdentity {
  readonly [key: string]: string | number;
  readonly schemaVersion: 1;
  readonly namespace: string;
  readonly streamId: string;
  readonly nodeId: string;
  readonly position: string;
  readonly attemptId: Digest;
}

/** The identity of the attempt at a position of a run. */
export function createAttemptIdentity({ namespace, streamId }: EventStream, nodeId: string, position: string): AttemptIdentity {
  const where = { schemaVersion: 1 as const, namespace, streamId, nodeId, position };
  // As digestJson has it, by the machine's own SHA-256: there is one at every turn.
  return { ...where, attemptId: `sha256:${hash('sha256', canonicalJson(where))}` };
}
