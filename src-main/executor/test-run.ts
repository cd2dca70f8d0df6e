import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CompiledGraph, Memory } from '../../src-shared/kernel/graph-type.ts';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import type { DomainEventEnvelope, NewDomainEvent } from '../../src-shared/run/envelope.ts';
import type { EventStore, EventStream, RunStorage, RunStoragePolicy, StoredPart } from '../../src-shared/run/storage.ts';
import { closeLocalRunStorage, createLocalRunStorage, type LocalRunStorage } from '../store/local-run-storage.ts';
import { createAttemptIdentity } from './attempt-identity.ts';
import type { GraphNodeBinding } from './node-binding.ts';
import { openRunDriver } from './open-run-driver.ts';
import type { LivePart, RunDriver } from './run-driver.ts';
import { persistTestRun } from './persist-test-run.ts';
import { POLICY } from './test-policy.ts';

// One call sets up a run over a real database in a folder of its own, which the end of the test takes away.

type Nodes = Readonly<Record<string, GraphNodeBinding>>;
/** One append as the store saw it. */
interface Append {
  readonly expected: number;
  readonly types: readonly string[];
  readonly parts: number;
}

/** An event as a test writes it on record. */
export type Recorded = readonly [type: string, payload: JsonValue, version?: number];

export interface TestRun {
  readonly directory: string;
  readonly runId: string;
  readonly stream: EventStream;
  readonly graph: CompiledGraph;
  /** As the drivers of this run use it: every append is noted. */
  readonly storage: RunStorage;
  readonly local: LocalRunStorage;
  readonly appends: Append[];
  /** Reads of the log, by the revision each began after. */
  readonly reads: number[];
  /** What the drivers of this run told, in order. */
  readonly told: (DomainEventEnvelope | LivePart)[];
  /** Called before each append; may throw or wait in its stead. */
  beforeAppend: (append: Append) => unknown;
  driver(nodes: Nodes, memory?: Memory | null): Promise<RunDriver>;
  /** Appends events as another process would have. */
  record(...events: Recorded[]): Promise<void>;
  /** The payload of an attempt's start. */
  start(nodeId: string, position?: string, retrySafe?: boolean): readonly [string, JsonValue];
  events(): Promise<DomainEventEnvelope[]>;
  types(): Promise<string[]>;
  parts(position?: string): Promise<readonly StoredPart[]>;
}

export const neverAborted = (): AbortSignal => new AbortController().signal;

/** A folder that the end of the test takes away. */
export function temporaryFolder(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-executor-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function openTestStorage(directory: string, policy: Partial<RunStoragePolicy> = {}): LocalRunStorage {
  const storage = createLocalRunStorage({
    directory: join(directory, 'storage'),
    namespace: 'executor-tests',
    policy: { ...POLICY, ...policy },
  });
  onTestFinished(() => closeLocalRunStorage(storage));
  return storage;
}

export async function testRun(
  graph: CompiledGraph,
  options: { readonly policy?: Partial<RunStoragePolicy>; readonly directory?: string; readonly runId?: string } = {},
): Promise<TestRun> {
  const { directory = temporaryFolder(), runId = 'run-1' } = options;
  const local = openTestStorage(directory, options.policy);
  await persistTestRun(local, runId, graph);
  return openTestRun(local, directory, runId, graph);
}

/** A run that is already in a storage. */
function openTestRun(local: LocalRunStorage, directory: string, runId: string, graph: CompiledGraph): TestRun {
  const stream = { namespace: local.record.namespace, streamId: runId };
  const appends: Append[] = [];
  const reads: number[] = [];
  const told: TestRun['told'] = [];
  const store = local.eventStore;
  const eventStore: EventStore = {
    parts: store.parts,
    leases: store.leases,
    preflightAppend: (...given) => store.preflightAppend(...given),
    async append(at, expected, batch, parts = []) {
      const append = { expected, types: batch.map(({ type }) => type), parts: parts.length };
      appends.push(append);
      await run.beforeAppend(append);
      return await store.append(at, expected, batch, parts);
    },
    read(at, after = 0) {
      reads.push(after);
      return store.read(at, after);
    },
  };
  const storage: RunStorage = { ...local, eventStore };
  const run: TestRun = {
    directory,
    runId,
    stream,
    graph,
    storage,
    local,
    appends,
    reads,
    told,
    beforeAppend: () => {},
    driver: (nodes, memory = null) =>
      openRunDriver({
        runId,
        graph,
        storage,
        nodes,
        memory,
        now: Date.now,
        newId: randomUUID,
        observer: { onEvents: (events) => told.push(...events), onPart: (part) => told.push(part) },
      }),
    async record(...events) {
      const batch = events.map(
        ([type, payload, version = 1]): NewDomainEvent => ({
          eventId: randomUUID(),
          type,
          version,
          timestamp: new Date().toISOString(),
          correlationId: runId,
          causationId: null,
          payload,
        }),
      );
      await store.append(stream, await store.lastRevision(stream), batch);
    },
    start: (nodeId, position = nodeId, retrySafe = false) => [
      'graph:node-attempt-started',
      { identity: createAttemptIdentity(stream, nodeId, position), retrySafe },
    ],
    async events() {
      const events: DomainEventEnvelope[] = [];
      for await (const event of store.read(stream)) events.push(event);
      return events;
    },
    types: async () => (await run.events()).map(({ type }) => type),
    parts: (position) => store.parts.read(stream, position === undefined ? {} : { position }),
  };
  return run;
}

/** Resolves once the condition holds; fails after a while. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'the condition', ms = 4000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what} did not come true within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
