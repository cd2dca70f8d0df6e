import { canonicalJson, sameJson } from '../../src-shared/kernel/canonical-json.ts';
import { digestText, isDigest } from '../../src-shared/kernel/digest.ts';
import { cloneFrozenJson, isJsonObject, type JsonObject, type JsonValue, JsonValueError } from '../../src-shared/kernel/json.ts';
import { type ResolvedGraphPlan, resolvedPlanOf, validateResolvedPlan } from '../../src-shared/kernel/plan.ts';
import { type DomainEventEnvelope, type NewDomainEvent, validateNewDomainEvent } from '../../src-shared/run/envelope.ts';
import type {
  ArtifactReference,
  LoadedRunDefinition,
  NewArtifact,
  RunDefinition,
  RunStorage,
  RunStorageRecord,
  StoreIdentity,
} from '../../src-shared/run/storage.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import { referenceTo } from './artifact-store.ts';
import { readName, readPolicy } from './storage-policy.ts';

export interface NewRunDefinition {
  readonly runId: string;
  readonly eventId: string;
  readonly timestamp: string;
  /** A compiled graph's `definition`. */
  readonly graphDefinition: { readonly value: unknown; readonly canonicalJson: string; readonly digest: string };
  readonly resolvedPlan: ResolvedGraphPlan;
  readonly resolvedInputs: JsonValue;
  readonly workspaceBinding: JsonValue;
  /** Bytes of the host's own, kept with the run and given back as they are. */
  readonly hostBinding: { readonly bytes: Uint8Array; readonly mediaType: string } | null;
}
type RunStarted = LoadedRunDefinition['record'];

const RUN_STARTED = 'graph:run-started';

function refuse(path: string, message: string): never {
  throw new StorageError('INVALID_STORED_VALUE', `Run definition refused at ${path || '<root>'}: ${message}`, { path });
}

function jsonAt(value: unknown, path: string): JsonValue {
  try {
    return cloneFrozenJson(value);
  } catch (error) {
    if (error instanceof JsonValueError) return refuse(path + error.path, error.message);
    throw error;
  }
}

/** A definition whose canonical JSON and digest are its own. */
function readGraphDefinition(given: {
  readonly value: unknown;
  readonly canonicalJson: unknown;
  readonly digest: unknown;
}): RunDefinition['graphDefinition'] {
  const value = jsonAt(given.value, '/graphDefinition/value');
  const text = canonicalJson(value);
  const digest = digestText(text);
  if (given.canonicalJson !== text) refuse('/graphDefinition/canonicalJson', 'it is not the canonical JSON of the definition.');
  if (given.digest !== digest) refuse('/graphDefinition/digest', `it is not the definition's digest, ${digest}.`);
  return { value, canonicalJson: text, digest };
}

function refuseOtherPlan({ plan }: ResolvedGraphPlan, { digest }: RunDefinition['graphDefinition']): void {
  if (plan.graph.definitionDigest !== digest)
    refuse('/resolvedPlan/plan/graph/definitionDigest', `the plan was resolved for another definition than ${digest}.`);
}

/**
 * Saves what a run is, as its first event with its plan and host bytes as artifacts, and returns that event. Everything is checked
 * before anything is written (spec/graph-and-team.md 2.6). Throws StorageError: INVALID_STORED_VALUE, STORAGE_LIMIT_EXCEEDED,
 * KNOWN_SECRET, or REVISION_CONFLICT when the run exists; GraphValidationError for a plan that isn't one.
 */
export async function persistRunDefinition(storage: RunStorage, input: NewRunDefinition): Promise<RunStarted> {
  // All that the caller could change later is copied before the first wait.
  const runId = readName(input.runId, '/runId');
  const graphDefinition = readGraphDefinition(input.graphDefinition);
  const resolvedPlan = validateResolvedPlan(input.resolvedPlan);
  refuseOtherPlan(resolvedPlan, graphDefinition);
  const plan: NewArtifact = {
    bytes: new TextEncoder().encode(resolvedPlan.canonicalJson),
    mediaType: 'application/json',
    purpose: 'resolved-plan',
    contentMode: 'state',
  };
  const host = input.hostBinding === null ? null : hostArtifact(input.hostBinding);
  const definition = jsonAt(
    {
      schemaVersion: 1,
      runId,
      graphDefinition,
      resolvedPlan: referenceTo(plan),
      resolvedInputs: jsonAt(input.resolvedInputs, '/resolvedInputs'),
      storage: storage.record,
      workspaceBinding: jsonAt(input.workspaceBinding, '/workspaceBinding'),
      hostBinding: host === null ? null : referenceTo(host),
    },
    '',
  );
  const event: NewDomainEvent = validateNewDomainEvent({
    eventId: input.eventId,
    type: RUN_STARTED,
    version: 1,
    timestamp: input.timestamp,
    correlationId: runId,
    causationId: null,
    payload: { definition },
  });
  const { namespace } = storage.record;
  const artifacts = host === null ? [plan] : [plan, host];
  await storage.artifactStore.preflightWrite({ namespace, runId }, artifacts);
  await storage.eventStore.preflightAppend({ namespace, streamId: runId }, 0, [event]);
  for (const artifact of artifacts) await storage.artifactStore.write({ namespace, runId }, artifact);
  const revision = await storage.eventStore.append({ namespace, streamId: runId }, 0, [event]);
  return runStarted({ envelopeVersion: 1, streamId: runId, revision, ...event });
}

function hostArtifact({ bytes, mediaType }: NonNullable<NewRunDefinition['hostBinding']>): NewArtifact {
  if (!(bytes instanceof Uint8Array)) refuse('/hostBinding/bytes', 'give the bytes as a Uint8Array.');
  return { bytes: Uint8Array.from(bytes), mediaType, purpose: 'host-binding', contentMode: 'exact' };
}

/**
 * Reads what a run is: its first event, its plan and its host bytes. The storage it was saved with must be this one, limits and place
 * included. Throws StorageError: INVALID_STORED_VALUE, CORRUPT_EVENT_STREAM, ARTIFACT_NOT_ADMITTED, ARTIFACT_INTEGRITY.
 */
export async function loadRunDefinition(storage: RunStorage, runId: string): Promise<LoadedRunDefinition> {
  const { namespace } = storage.record;
  readName(runId, '/runId');
  const first = await firstEvent(storage, runId);
  if (first === null) return refuse('', `there is no run ${runId} in namespace ${namespace}.`);
  const record = runStarted(first);
  const { definition } = record.payload;
  if (definition.runId !== runId) refuse('/runId', `the event belongs to run ${definition.runId}.`);
  if (!sameJson(jsonAt(definition.storage, '/storage'), jsonAt(storage.record, '/storage')))
    refuse('/storage', 'the run was saved with another folder, namespace or limits; open it with those it has.');
  const scope = { namespace, runId };
  const resolvedPlan = planOf(await storage.artifactStore.read(scope, definition.resolvedPlan));
  refuseOtherPlan(resolvedPlan, definition.graphDefinition);
  const hostBindingBytes = definition.hostBinding === null ? null : await storage.artifactStore.read(scope, definition.hostBinding);
  return { record, resolvedPlan, hostBindingBytes };
}

async function firstEvent({ eventStore, record: { namespace } }: RunStorage, streamId: string): Promise<DomainEventEnvelope | null> {
  for await (const event of eventStore.read({ namespace, streamId })) return event;
  return null;
}

function planOf(bytes: Uint8Array): ResolvedGraphPlan {
  return resolvedPlanOf(JSON.parse(new TextDecoder().decode(bytes)));
}

const FIELDS = [
  'schemaVersion',
  'runId',
  'graphDefinition',
  'resolvedPlan',
  'resolvedInputs',
  'storage',
  'workspaceBinding',
  'hostBinding',
];

/** The event as a run's start, every field checked: what a store gives back is not trusted by its type. */
function runStarted(event: DomainEventEnvelope): RunStarted {
  if (event.type !== RUN_STARTED || event.version !== 1)
    refuse('', `the run begins with ${event.type} version ${event.version}, not ${RUN_STARTED} version 1.`);
  const { definition: given } = objectOf(event.payload, '');
  const definition = objectOf(given, '/definition');
  for (const field of FIELDS) if (!Object.hasOwn(definition, field)) refuse(`/definition/${field}`, 'this field is missing.');
  if (definition['schemaVersion'] !== 1) refuse('/definition/schemaVersion', 'only 1 is known.');
  const { value, canonicalJson: text, digest } = objectOf(definition['graphDefinition'], '/definition/graphDefinition');
  const host = definition['hostBinding'] ?? null;
  const checked: RunDefinition = Object.freeze({
    schemaVersion: 1,
    runId: readName(definition['runId'], '/definition/runId'),
    graphDefinition: readGraphDefinition({ value, canonicalJson: text, digest }),
    resolvedPlan: readReference(definition['resolvedPlan'], '/definition/resolvedPlan'),
    resolvedInputs: definition['resolvedInputs'] ?? null,
    storage: readStorageRecord(objectOf(definition['storage'], '/definition/storage')),
    workspaceBinding: definition['workspaceBinding'] ?? null,
    hostBinding: host === null ? null : readReference(host, '/definition/hostBinding'),
  });
  return Object.freeze({ ...event, payload: Object.freeze({ definition: checked }) });
}

function objectOf(value: JsonValue | undefined, path: string): JsonObject {
  return isJsonObject(value) ? value : refuse(path, 'it must be an object.');
}

function readReference(given: JsonValue | undefined, path: string): ArtifactReference {
  const { schemaVersion, digest, byteLength, mediaType, purpose } = objectOf(given, path);
  const isReference =
    schemaVersion === 1 &&
    isDigest(digest) &&
    typeof byteLength === 'number' &&
    typeof mediaType === 'string' &&
    typeof purpose === 'string';
  return isReference ? { schemaVersion: 1, digest, byteLength, mediaType, purpose } : refuse(path, 'it is no artifact reference.');
}

function readStorageRecord(given: JsonObject): RunStorageRecord {
  const path = '/definition/storage';
  const identity = (name: string): StoreIdentity => {
    const { schemaVersion, name: store, version, configDigest } = objectOf(given[name], `${path}/${name}`);
    const isIdentity = schemaVersion === 1 && typeof store === 'string' && typeof version === 'string' && isDigest(configDigest);
    return isIdentity ? { schemaVersion: 1, name: store, version, configDigest } : refuse(`${path}/${name}`, 'it names no store.');
  };
  return {
    schemaVersion: 1,
    namespace: readName(given['namespace'], `${path}/namespace`),
    eventStore: identity('eventStore'),
    artifactStore: identity('artifactStore'),
    policy: readPolicy(given['policy']),
  };
}
