import { canonicalJson } from '../kernel/canonical-json.ts';
import { cloneFrozenJson, type JsonValue, JsonValueError } from '../kernel/json.ts';
import { StorageError } from './storage-error.ts';

/** A stored event, exactly these keys (spec/graph-and-team.md 1.5). `revision` counts from 1 within its stream. */
export interface DomainEventEnvelope {
  readonly envelopeVersion: 1;
  readonly streamId: string;
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  readonly version: number;
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  readonly timestamp: string;
  readonly correlationId: string | null;
  readonly causationId: string | null;
  readonly payload: JsonValue;
}

/** An event on its way to a store, which adds envelopeVersion, streamId and revision (1.8). */
export type NewDomainEvent = Omit<DomainEventEnvelope, 'envelopeVersion' | 'streamId' | 'revision'>;

const KEYS = ['eventId', 'type', 'version', 'timestamp', 'correlationId', 'causationId', 'payload'] as const;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
// oxlint-disable-next-line no-control-regex -- the rule is about control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function refuse(path: string, message: string): never {
  throw new StorageError('INVALID_STORED_VALUE', `Event refused at ${path || '<root>'}: ${message}`, { path });
}

function checkLabel(value: unknown, path: string): void {
  if (typeof value !== 'string' || value === '' || value !== value.trim() || CONTROL.test(value) || utf8Length(value) > 256)
    refuse(path, 'use 1 to 256 bytes of text without outer spaces or control characters.');
}

/**
 * Checks one event before it is appended and returns it as frozen data (spec/graph-and-team.md 2.6).
 * Throws StorageError INVALID_STORED_VALUE with a JSON pointer in `details.path`.
 */
export function validateNewDomainEvent(event: unknown): NewDomainEvent {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) refuse('', 'an event is an object.');
  const record = event as Record<string, unknown>;
  for (const key of Object.keys(record)) if (!(KEYS as readonly string[]).includes(key)) refuse(`/${key}`, 'an event has no such field.');
  for (const key of KEYS) if (!Object.hasOwn(record, key)) refuse(`/${key}`, 'this field is missing.');
  const { eventId, type, version, timestamp, correlationId, causationId, payload } = record;
  checkLabel(eventId, '/eventId');
  checkLabel(type, '/type');
  if (!Number.isSafeInteger(version) || (version as number) < 1) refuse('/version', 'use a whole number from 1.');
  if (typeof timestamp !== 'string' || !TIMESTAMP.test(timestamp)) refuse('/timestamp', 'write it as YYYY-MM-DDTHH:mm:ss.sssZ.');
  if (correlationId !== null) checkLabel(correlationId, '/correlationId');
  if (causationId !== null) checkLabel(causationId, '/causationId');
  try {
    return Object.freeze({
      eventId,
      type,
      version,
      timestamp,
      correlationId,
      causationId,
      payload: cloneFrozenJson(payload),
    } as NewDomainEvent);
  } catch (error) {
    if (error instanceof JsonValueError) refuse(`/payload${error.path}`, error.message);
    throw error;
  }
}

/** Size of a payload as the storage policy counts it: UTF-8 bytes of its canonical JSON. */
export const payloadBytes = (payload: JsonValue): number => utf8Length(canonicalJson(payload));
