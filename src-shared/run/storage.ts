import type { Digest } from '../kernel/digest.ts';
import type { JsonValue } from '../kernel/json.ts';
import type { ResolvedGraphPlan } from '../kernel/plan.ts';
import type { DomainEventEnvelope, NewDomainEvent } from './envelope.ts';

// The ports between the executor and a store (design.md section 4): async, so that another store can stand behind them.

/** One run's events: the run id is the stream id. */
export interface EventStream {
  readonly namespace: string;
  readonly streamId: string;
}

/** Streamed content of a turn (decisions.md 52): never an authority, deleting parts changes no decision. */
export interface NewPart {
  readonly position: string;
  /** Ordinal of the attempt at this position, from 1. */
  readonly attempt: number;
  /** Order within the attempt, from 1. */
  readonly sequence: number;
  readonly kind: PartKind;
  readonly data: JsonValue;
  /** Milliseconds since 1970; of texts that were joined the last one's. */
  readonly at: number;
  /** Last revision that stood when it was streamed: a moment shows the parts of revisions before its own. 0 in rows that did not keep it. */
  readonly revision: number;
}
export type PartKind = 'text' | 'reasoning' | 'tool-call' | 'tool-result' | 'error';
/** A stored part; `id` counts up within its run and orders the run's parts. */
export interface StoredPart extends NewPart {
  readonly id: number;
}

export interface EventStore {
  /** Refuses what append would refuse, without writing. */
  preflightAppend(stream: EventStream, expectedRevision: number, batch: readonly NewDomainEvent[]): Promise<void>;
  /**
   * Appends a batch in one transaction, with the parts that belong to it, and returns the new last revision.
   * StorageError REVISION_CONFLICT when the stream's last revision is not `expectedRevision` (0 for a new stream).
   */
  append(stream: EventStream, expectedRevision: number, batch: readonly NewDomainEvent[], parts?: readonly NewPart[]): Promise<number>;
  /** Events in revision order, from the one after `after` (default 0). CORRUPT_EVENT_STREAM names the first bad revision. */
  read(stream: EventStream, after?: number): AsyncIterable<DomainEventEnvelope>;
  /** Absent in stores that keep no parts. */
  readonly parts?: PartStore;
  /** Absent in stores that one process owns by construction. */
  readonly leases?: LeaseStore;
}

export interface PartStore {
  append(stream: EventStream, parts: readonly NewPart[]): Promise<void>;
  /** Id of the run's newest part, 0 when it has none. */
  lastId(stream: EventStream): Promise<number>;
  /** In id order; `after` is an id, `position` narrows to one turn. */
  read(
    stream: EventStream,
    options?: { readonly after?: number; readonly position?: string; readonly limit?: number },
  ): Promise<readonly StoredPart[]>;
}

/** Who drives a run (decisions.md 11). `startedAt` is the process's own start time, so that a reused pid is told apart. */
export interface LeaseOwner {
  readonly holder: string;
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
  /** ISO time the lease was taken. */
  readonly since: string;
}
export type LeaseAnswer = { readonly ok: true; readonly from: LeaseOwner | null } | { readonly ok: false; readonly owner: LeaseOwner };
export interface LeaseStore {
  /**
   * Takes the lease for `holder` (a fresh id per executor) in this process, or says who has it. A lease is free when its heartbeat is
   * older than 10 s, or at once when its process on this machine is dead or is another one; `from` then names the former owner.
   */
  acquire(stream: EventStream, holder: string): Promise<LeaseAnswer>;
  /** False when the lease is no longer this holder's. */
  heartbeat(stream: EventStream, holder: string): Promise<boolean>;
  release(stream: EventStream, holder: string): Promise<void>;
  /** The live owner, or null. */
  owner(stream: EventStream): Promise<LeaseOwner | null>;
}

export interface ArtifactScope {
  readonly namespace: string;
  readonly runId: string;
}
export type ArtifactReference = {
  readonly schemaVersion: 1;
  readonly digest: Digest;
  readonly byteLength: number;
  readonly mediaType: string;
  readonly purpose: string;
};
export interface NewArtifact {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly purpose: string;
  /** `state`: canonical JSON of ours; `exact`: bytes as given. */
  readonly contentMode: 'state' | 'exact';
}
export interface ArtifactStore {
  preflightWrite(scope: ArtifactScope, batch: readonly NewArtifact[]): Promise<void>;
  write(scope: ArtifactScope, artifact: NewArtifact): Promise<ArtifactReference>;
  read(scope: ArtifactScope, reference: ArtifactReference): Promise<Uint8Array>;
  deleteRun(scope: ArtifactScope): Promise<void>;
}

/** What a store admits (spec/graph-and-team.md 2.6). All limits are bytes. */
export type RunStoragePolicy = {
  readonly schemaVersion: 1;
  readonly maxEventPayloadBytes: number;
  readonly maxAppendBatchBytes: number;
  readonly maxArtifactBytes: number;
  readonly maxTotalArtifactBytesPerRun: number;
  readonly retention: 'until-run-delete';
  readonly sensitiveContent: { readonly marked: 'reject'; readonly exact: 'reject'; readonly freeText: 'redact-before-hash' };
};
export type StoreIdentity = {
  readonly schemaVersion: 1;
  readonly name: string;
  readonly version: string;
  readonly configDigest: Digest;
};
export type RunStorageRecord = {
  readonly schemaVersion: 1;
  readonly namespace: string;
  readonly eventStore: StoreIdentity;
  readonly artifactStore: StoreIdentity;
  readonly policy: RunStoragePolicy;
};
export interface RunStorage {
  readonly record: RunStorageRecord;
  readonly knownSecrets: readonly string[];
  readonly eventStore: EventStore;
  readonly artifactStore: ArtifactStore;
}

/** Payload `definition` of `graph:run-started`, revision 1 of every run (spec/graph-and-team.md 1.7). */
export type RunDefinition = {
  readonly schemaVersion: 1;
  readonly runId: string;
  readonly graphDefinition: { readonly value: JsonValue; readonly canonicalJson: string; readonly digest: Digest };
  readonly resolvedPlan: ArtifactReference;
  readonly resolvedInputs: JsonValue;
  readonly storage: RunStorageRecord;
  readonly workspaceBinding: JsonValue;
  readonly hostBinding: ArtifactReference | null;
};
export interface LoadedRunDefinition {
  readonly record: DomainEventEnvelope & { readonly payload: { readonly definition: RunDefinition } };
  readonly resolvedPlan: ResolvedGraphPlan;
  readonly hostBindingBytes: Uint8Array | null;
}
