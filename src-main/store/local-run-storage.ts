import { resolve } from 'node:path';
import { canonicalJson } from '../../src-shared/kernel/canonical-json.ts';
import type { ArtifactStore, RunStorage, RunStoragePolicy, RunStorageRecord, StoreIdentity } from '../../src-shared/run/storage.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import { createArtifactStore } from './artifact-store.ts';
import type { StoreDatabase } from './connection.ts';
import { acquireDatabase } from './database.ts';
import { createEventStore, type LocalEventStore } from './event-store.ts';
import { createSecretGuard, readKnownSecrets } from './secret-guard.ts';
import { assertSafePlace } from './storage-path.ts';
import {
  type ArtifactLimits,
  artifactConfigDigest,
  DEFAULT_ARTIFACT_LIMITS,
  DEFAULT_EVENT_LIMITS,
  type EventLimits,
  eventConfigDigest,
  readDirectory,
  readLimits,
  readName,
  readPolicy,
} from './storage-policy.ts';

export interface LocalRunStorageOptions {
  /** Folder of the database; made on first use. */
  readonly directory: string;
  readonly namespace: string;
  readonly policy: RunStoragePolicy;
  /** Texts that must never be saved. */
  readonly knownSecrets?: readonly string[];
}
export interface LocalEventStoreOptions extends Partial<EventLimits> {
  readonly directory: string;
  readonly knownSecrets?: readonly string[];
}
export interface LocalArtifactStoreOptions extends Partial<ArtifactLimits> {
  readonly directory: string;
  readonly knownSecrets?: readonly string[];
}
export interface LocalRunStorage extends RunStorage {
  readonly eventStore: LocalEventStore;
}

interface Opening {
  readonly open: () => StoreDatabase;
  readonly close: () => void;
}

/** Opens the database when it is first needed, so that making a storage leaves nothing behind. */
function openLater(directory: string): Opening {
  let database: StoreDatabase | null = null;
  let closed = false;
  return {
    open() {
      if (closed)
        throw new StorageError('DATABASE_UNAVAILABLE', `The storage in ${directory} was closed; make a new one to go on.`, { directory });
      database ??= acquireDatabase(directory);
      return database;
    },
    close() {
      closed = true;
      database?.release();
      database = null;
    },
  };
}

const openingByStore = new WeakMap<object, Opening>();

const identity = (configDigest: StoreIdentity['configDigest']): StoreIdentity =>
  Object.freeze({ schemaVersion: 1, name: 'local-sqlite', version: '1', configDigest });

/** The record of a storage, without touching the disk; `root` is what its digests are made over (spec/graph-and-team.md 1.7, 2.6). */
export function storageRecord(root: string, namespace: string, policy: RunStoragePolicy): RunStorageRecord {
  return Object.freeze({
    schemaVersion: 1,
    namespace,
    eventStore: identity(eventConfigDigest(`${root}/events`, policy)),
    artifactStore: identity(artifactConfigDigest(`${root}/artifacts`, policy)),
    policy,
  });
}

/** Everything of a storage but the checks of its options: the home's store uses it with a root of its own. */
export function assembleStorage(
  record: RunStorageRecord,
  knownSecrets: readonly string[],
  opening: Opening,
  clock: () => number,
): LocalRunStorage {
  const guard = createSecretGuard(knownSecrets);
  const eventStore = createEventStore({ open: opening.open, limits: record.policy, guard, clock });
  const artifactStore = createArtifactStore(opening.open, record.policy, guard);
  const storage = Object.freeze({ record, knownSecrets, eventStore, artifactStore });
  for (const part of [storage, eventStore, artifactStore]) openingByStore.set(part, opening);
  return storage;
}

/**
 * Storage of runs in one SQLite file, `<directory>/troupe.db`, made on first use. Throws StorageError: INVALID_STORED_VALUE with a
 * pointer for a bad option, KNOWN_SECRET when an option holds a secret, UNSAFE_STORAGE_PATH for a link.
 */
export function createLocalRunStorage(options: LocalRunStorageOptions): LocalRunStorage {
  const directory = resolve(readDirectory(options.directory));
  const namespace = readName(options.namespace, '/namespace');
  const policy = readPolicy(options.policy);
  const knownSecrets = readKnownSecrets(options.knownSecrets ?? []);
  const record = storageRecord(directory, namespace, policy);
  refuseSecretOptions(knownSecrets, options.directory, { directory, namespace, policy });
  assertSafePlace(directory);
  return assembleStorage(record, knownSecrets, openLater(directory), Date.now);
}

/** An event store alone; limits default to 256 KiB an event and 1 MiB an append. */
export function createLocalEventStore({
  directory: given,
  knownSecrets: secrets = [],
  ...limits
}: LocalEventStoreOptions): LocalEventStore {
  const directory = resolve(readDirectory(given));
  const checked = readLimits({ ...DEFAULT_EVENT_LIMITS, ...limits }, 'maxEventPayloadBytes', 'maxAppendBatchBytes');
  const knownSecrets = readKnownSecrets(secrets);
  refuseSecretOptions(knownSecrets, given, { directory, limits: { ...checked } });
  assertSafePlace(directory);
  const opening = openLater(directory);
  const store = createEventStore({ open: opening.open, limits: checked, guard: createSecretGuard(knownSecrets), clock: Date.now });
  openingByStore.set(store, opening);
  return store;
}

/** An artifact store alone; limits default to 1 MiB an artifact and 16 MiB a run. */
export function createLocalArtifactStore({
  directory: given,
  knownSecrets: secrets = [],
  ...limits
}: LocalArtifactStoreOptions): ArtifactStore {
  const directory = resolve(readDirectory(given));
  const checked = readLimits({ ...DEFAULT_ARTIFACT_LIMITS, ...limits }, 'maxArtifactBytes', 'maxTotalArtifactBytesPerRun');
  const knownSecrets = readKnownSecrets(secrets);
  refuseSecretOptions(knownSecrets, given, { directory, limits: { ...checked } });
  assertSafePlace(directory);
  const opening = openLater(directory);
  const store = createArtifactStore(opening.open, checked, createSecretGuard(knownSecrets));
  openingByStore.set(store, opening);
  return store;
}

function refuseSecretOptions(knownSecrets: readonly string[], given: string, options: Readonly<Record<string, unknown>>): void {
  const guard = createSecretGuard(knownSecrets);
  guard.refuse(given, '/directory');
  for (const [name, value] of Object.entries(options)) guard.refuse(typeof value === 'string' ? value : canonicalJson(value), `/${name}`);
}

/** Closes a storage (or store) made here; the file itself closes with the last one that uses it. Further use is refused. */
export function closeLocalRunStorage(storage: RunStorage | LocalEventStore | ArtifactStore): void {
  const parts = 'artifactStore' in storage ? [storage, storage.eventStore, storage.artifactStore] : [storage];
  const opening = parts.map((part) => openingByStore.get(part)).find((found) => found !== undefined);
  if (opening === undefined)
    throw new StorageError('INVALID_STORED_VALUE', 'This storage was not made by createLocalRunStorage; close it where it was made.', {
      path: '',
    });
  opening.close();
}
