import { canonicalJson } from '../../src-shared/kernel/canonical-json.ts';
import { type NewDomainEvent, validateNewDomainEvent } from '../../src-shared/run/envelope.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import { eventIdHash, eventIdToSql } from './event-row.ts';
import type { SecretGuard } from './secret-guard.ts';
import type { EventLimits } from './storage-policy.ts';

/** An event that was checked, with the texts that a row and its checksum need. */
export interface AdmittedEvent {
  readonly event: NewDomainEvent;
  /** Canonical JSON. */
  readonly payload: string;
  readonly at: number;
  readonly eventId: Uint8Array | string;
  readonly eventIdHash: number;
}

const refuse = (path: string, message: string): never => {
  throw new StorageError('INVALID_STORED_VALUE', `Event refused at ${path}: ${message}`, { path });
};

function validated(event: unknown, index: number): NewDomainEvent {
  try {
    return validateNewDomainEvent(event);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const { path } = error.details;
    throw new StorageError(
      error.code,
      error.message,
      { ...error.details, path: `/${index}${typeof path === 'string' ? path : ''}` },
      { cause: error },
    );
  }
}

function tooLarge(what: string, bytes: number, limit: number, path: string): never {
  throw new StorageError(
    'STORAGE_LIMIT_EXCEEDED',
    `${what} has ${bytes} bytes; the storage policy allows ${limit}. Save less, or raise the limit for new runs.`,
    {
      path,
      bytes,
      limit,
    },
  );
}

/** Checks a batch as a whole: form, sizes, known secrets, ids used twice. Nothing here depends on the history of the stream. */
export function admitEvents(batch: readonly NewDomainEvent[], limits: EventLimits, guard: SecretGuard): AdmittedEvent[] {
  if (!Array.isArray(batch) || batch.length === 0) refuse('', 'a batch has at least one event.');
  let total = 0;
  const ids = new Set<string>();
  const admitted = batch.map((given, index): AdmittedEvent => {
    const event = validated(given, index);
    const payload = canonicalJson(event.payload);
    const bytes = Buffer.byteLength(payload);
    total += bytes;
    if (bytes > limits.maxEventPayloadBytes)
      tooLarge(`The payload of ${event.type}`, bytes, limits.maxEventPayloadBytes, `/${index}/payload`);
    guard.refuse(payload, `/${index}/payload`);
    guard.refuse([event.eventId, event.type, event.correlationId, event.causationId].join('\n'), `/${index}`);
    const at = Date.parse(event.timestamp);
    if (Number.isNaN(at) || new Date(at).toISOString() !== event.timestamp)
      refuse(`/${index}/timestamp`, `${event.timestamp} is no moment in time.`);
    if (ids.has(event.eventId)) refuseDuplicate(event.eventId, index);
    ids.add(event.eventId);
    const eventId = eventIdToSql(event.eventId);
    return { event, payload, at, eventId, eventIdHash: eventIdHash(eventId) };
  });
  if (total > limits.maxAppendBatchBytes) tooLarge('The batch', total, limits.maxAppendBatchBytes, '');
  return admitted;
}

export function refuseDuplicate(eventId: string, index: number): never {
  throw new StorageError('DUPLICATE_EVENT_ID', `Event id ${eventId} is already used in this run; give each event a new id.`, {
    path: `/${index}/eventId`,
    eventId,
  });
}
