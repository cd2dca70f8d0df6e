import { hash } from 'node:crypto';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import type { DomainEventEnvelope, NewDomainEvent } from '../../src-shared/run/envelope.ts';
import { rowNumber } from './row-key.ts';

/** An event as a row. What every event repeats is kept short: bytes a turn are what a store costs. */
export interface EventRow {
  readonly id: number;
  /** 16 bytes for a UUID, else the text. */
  readonly event_id: Uint8Array | string;
  readonly type: number;
  readonly version: number;
  readonly at: number;
  /** '' stands for the stream's own name, which every event of a run carries. */
  readonly correlation_id: string | null;
  readonly causation_id: string | null;
  /** Canonical JSON. */
  readonly payload: string;
  readonly checksum: Uint8Array;
}

/** Checksums are the first 128 bits of SHA-256, as hex in memory and bytes on disk: damage shows, and a turn stays small. */
const HEX_DIGITS = 32;
const checksumOf = (text: string): string => hash('sha256', text).slice(0, HEX_DIGITS);

/** Where the chain of a stream begins: bound to its name, so that events can't be moved to another one. */
export const chainStart = (namespace: string, streamId: string): string => checksumOf(`${namespace}/${streamId}`);

const quote = (text: string | null) => (text === null ? 'null' : JSON.stringify(text));

/** Checksum of an event: of the one before it and of the envelope's canonical JSON. */
export function chainNext(
  previous: string,
  streamId: string,
  revision: number,
  event: Omit<NewDomainEvent, 'payload'>,
  payload: string,
): string {
  const { causationId, correlationId, eventId, timestamp, type, version } = event;
  return checksumOf(
    `${previous}{"causationId":${quote(causationId)},"correlationId":${quote(correlationId)},"envelopeVersion":1,"eventId":${quote(eventId)},` +
      `"payload":${payload},"revision":${revision},"streamId":${quote(streamId)},"timestamp":"${timestamp}","type":${quote(type)},"version":${version}}`,
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const eventIdToSql = (id: string): Uint8Array | string => (UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : id);

function eventIdFromSql(id: Uint8Array | string): string {
  if (typeof id === 'string') return id;
  return Buffer.from(id)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A 31-bit number that almost always tells event ids apart: a set of them is small. */
export function eventIdHash(id: Uint8Array | string): number {
  const bytes = typeof id === 'string' ? Buffer.from(hash('sha256', id), 'hex') : id;
  return ((bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8) | ((bytes[2] ?? 0) << 16) | ((bytes[3] ?? 0) << 24)) >>> 1;
}

export const correlationToSql = (correlationId: string | null, streamId: string): string | null =>
  correlationId === streamId ? '' : correlationId;

export const checksumToSql = (checksum: string): Uint8Array => Buffer.from(checksum, 'hex');
export const checksumFromSql = (checksum: Uint8Array): string => Buffer.from(checksum).toString('hex');

/** The envelope of a row; throws SyntaxError or RangeError where the row is damaged. */
export function envelopeOf(row: EventRow, streamId: string, type: string): DomainEventEnvelope {
  const payload: JsonValue = JSON.parse(row.payload);
  return {
    envelopeVersion: 1,
    streamId,
    revision: rowNumber(row.id),
    eventId: eventIdFromSql(row.event_id),
    type,
    version: row.version,
    timestamp: new Date(row.at).toISOString(),
    correlationId: row.correlation_id === '' ? streamId : row.correlation_id,
    causationId: row.causation_id,
    payload,
  };
}
