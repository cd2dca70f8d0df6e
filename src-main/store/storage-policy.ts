import { digestJson } from '../../src-shared/kernel/canonical-json.ts';
import type { Digest } from '../../src-shared/kernel/digest.ts';
import { cloneFrozenJson, isJsonObject, type JsonObject, JsonValueError } from '../../src-shared/kernel/json.ts';
import type { RunStoragePolicy } from '../../src-shared/run/storage.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';

export interface EventLimits {
  readonly maxEventPayloadBytes: number;
  readonly maxAppendBatchBytes: number;
}
export interface ArtifactLimits {
  readonly maxArtifactBytes: number;
  readonly maxTotalArtifactBytesPerRun: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;
export const DEFAULT_EVENT_LIMITS: EventLimits = { maxEventPayloadBytes: 256 * KIB, maxAppendBatchBytes: MIB };
export const DEFAULT_ARTIFACT_LIMITS: ArtifactLimits = { maxArtifactBytes: MIB, maxTotalArtifactBytesPerRun: 16 * MIB };
/** The studio's own (decisions.md 20). */
export const STUDIO_POLICY: RunStoragePolicy = {
  schemaVersion: 1,
  maxEventPayloadBytes: 8 * MIB,
  maxAppendBatchBytes: 16 * MIB,
  maxArtifactBytes: 64 * MIB,
  maxTotalArtifactBytesPerRun: KIB * MIB,
  retention: 'until-run-delete',
  sensitiveContent: { marked: 'reject', exact: 'reject', freeText: 'redact-before-hash' },
};

/** Digest of an event store's configuration: no disk is touched (spec/graph-and-team.md 2.6). `root` is `<abs dir>/events`. */
export const eventConfigDigest = (root: string, { maxEventPayloadBytes, maxAppendBatchBytes }: EventLimits): Digest =>
  digestJson({ schemaVersion: 1, root, maxEventPayloadBytes, maxAppendBatchBytes });

/** Digest of an artifact store's configuration; `root` is `<abs dir>/artifacts`. */
export const artifactConfigDigest = (root: string, { maxArtifactBytes, maxTotalArtifactBytesPerRun }: ArtifactLimits): Digest =>
  digestJson({ schemaVersion: 1, root, maxArtifactBytes, maxTotalArtifactBytesPerRun });

function refuse(path: string, message: string): never {
  throw new StorageError('INVALID_STORED_VALUE', `Storage refused at ${path}: ${message}`, { path });
}

/** An object with exactly these keys. */
function exactObject(value: unknown, keys: readonly string[], path: string): JsonObject {
  if (!isJsonObject(value)) return refuse(path, `it must be an object with ${keys.join(', ')}.`);
  for (const key of keys) if (!Object.hasOwn(value, key)) refuse(`${path}/${key}`, 'this field is missing.');
  for (const key of Object.keys(value)) if (!keys.includes(key)) refuse(`${path}/${key}`, 'there is no such field.');
  return value;
}

function limit(value: unknown, path: string): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? value
    : refuse(path, 'use a whole number of bytes from 1.');
}

/** Limits of a store opened without a policy. */
export function readLimits<Limits extends object>(limits: Limits, smaller: keyof Limits & string, larger: keyof Limits & string): Limits {
  if (limit(limits[smaller], `/${smaller}`) > limit(limits[larger], `/${larger}`)) refuse(`/${larger}`, `it must be at least ${smaller}.`);
  return Object.freeze({ ...limits });
}

const LIMITS = ['maxEventPayloadBytes', 'maxAppendBatchBytes', 'maxArtifactBytes', 'maxTotalArtifactBytesPerRun'] as const;
const SENSITIVE = { marked: 'reject', exact: 'reject', freeText: 'redact-before-hash' } as const;

/** The policy as frozen data; INVALID_STORED_VALUE with a pointer to the first thing wrong (`/policy/...`). */
export function readPolicy(value: unknown): RunStoragePolicy {
  const path = '/policy';
  const policy = exactObject(jsonOf(value, path), ['schemaVersion', ...LIMITS, 'retention', 'sensitiveContent'], path);
  if (policy['schemaVersion'] !== 1) refuse(`${path}/schemaVersion`, 'only 1 is known.');
  const size = (key: string) => limit(policy[key], `${path}/${key}`);
  const limits = {
    maxEventPayloadBytes: size('maxEventPayloadBytes'),
    maxAppendBatchBytes: size('maxAppendBatchBytes'),
    maxArtifactBytes: size('maxArtifactBytes'),
    maxTotalArtifactBytesPerRun: size('maxTotalArtifactBytesPerRun'),
  };
  if (limits.maxAppendBatchBytes < limits.maxEventPayloadBytes)
    refuse(`${path}/maxAppendBatchBytes`, 'it must be at least maxEventPayloadBytes.');
  if (limits.maxTotalArtifactBytesPerRun < limits.maxArtifactBytes)
    refuse(`${path}/maxTotalArtifactBytesPerRun`, 'it must be at least maxArtifactBytes.');
  if (policy['retention'] !== 'until-run-delete') refuse(`${path}/retention`, "only 'until-run-delete' is known.");
  const sensitive = exactObject(policy['sensitiveContent'], Object.keys(SENSITIVE), `${path}/sensitiveContent`);
  for (const [key, only] of Object.entries(SENSITIVE))
    if (sensitive[key] !== only) refuse(`${path}/sensitiveContent/${key}`, `only '${only}' is known.`);
  return Object.freeze({ schemaVersion: 1, ...limits, retention: 'until-run-delete', sensitiveContent: Object.freeze({ ...SENSITIVE }) });
}

function jsonOf(value: unknown, path: string) {
  try {
    return cloneFrozenJson(value);
  } catch (error) {
    if (error instanceof JsonValueError) return refuse(path + error.path, error.message);
    throw error;
  }
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** A namespace, run id or stream id (spec/graph-and-team.md 2.6). */
export function readName(value: unknown, path: string): string {
  return typeof value === 'string' && NAME.test(value)
    ? value
    : refuse(
        path,
        `${JSON.stringify(value) ?? 'undefined'} is no name; use 1 to 128 letters, digits, '.', '_' or '-', beginning with a letter or digit.`,
      );
}

/** A directory's path as text. */
export function readDirectory(value: unknown): string {
  return typeof value === 'string' && value.trim() !== '' && !value.includes('\0') ? value : refuse('/directory', 'name a folder.');
}
