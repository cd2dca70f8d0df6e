import { isVersion } from '../kernel/issues.ts';
import { cloneFrozenJson, isJsonObject, type JsonValue, JsonValueError } from '../kernel/json.ts';
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

function readLabel(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '' || value !== value.trim() || CONTROL.test(value) || utf8Length(value) > 256)
    return refuse(path, 'use 1 to 256 bytes of text without outer spaces or control characters.');
  return value;
}

function readPayload(value: unknown): JsonValue {
  try {
    return cloneFrozenJson(value);
  } catch (error) {
    if (error instanceof JsonValueError) return refuse(`/payload${error.path}`, error.message);
    throw error;
  }
}

/**
 * Checks one event before it is appended and returns it as frozen data (spec/graph-and-team.md 2.6).
 * Throws StorageError INVALID_STORED_VALUE with a JSON pointer in `details.path`.
 */
export function validateNewDomainEvent(event: unknown): NewDomainEvent {
  if (!isJsonObject(event)) return refuse('', 'an event is a plain object.');
  const unknown = Object.keys(event).find((key) => !KEYS.some((known) => known === key));
  if (unknown !== undefined) refuse(`/${unknown}`, 'an event has no such field.');
  for (const key of KEYS) if (!Object.hasOwn(event, key)) refuse(`/${key}`, 'this field is missing.');
  const { version, timestamp, correlationId, causationId, payload } = event;
  const eventId = readLabel(event['eventId'], '/eventId');
  const type = readLabel(event['type'], '/type');
  if (!isVersion(version)) return refuse('/version', 'use a whole number from 1.');
  if (typeof timestamp !== 'string' || !TIMESTAMP.test(timestamp)) return refuse('/timestamp', 'write it as YYYY-MM-DDTHH:mm:ss.sssZ.');
  return Object.freeze({
    eventId,
    type,
    version,
    timestamp,
    correlationId: correlationId === null ? null : readLabel(correlationId, '/correlationId'),
    causationId: causationId === null ? null : readLabel(causationId, '/causationId'),
    payload: readPayload(payload),
  });
}
