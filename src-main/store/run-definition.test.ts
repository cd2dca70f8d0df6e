import { renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { compileGraph } from '../../src-shared/kernel/compile-graph.ts';
import { resolveGraphPlan } from '../../src-shared/kernel/plan.ts';
import { teamGraphType } from '../../src-shared/graph-types/team/team-graph-type.ts';
import type { RunStorage } from '../../src-shared/run/storage.ts';
import { openHomeStore } from './home-store.ts';
import { closeLocalRunStorage, createLocalRunStorage } from './local-run-storage.ts';
import { loadRunDefinition, type NewRunDefinition, persistRunDefinition } from './run-definition.ts';
import { collect, newEvent, refusal, seedPolicy, temporaryFolder } from './test-storage.ts';

vi.setConfig({ testTimeout: 60_000 }); // a busy machine's disk

const graph = compileGraph(teamGraphType, {
  id: 'release-team',
  definitionVersion: 1,
  data: {
    task: 'Prepare a release note.',
    globalConcurrency: 1,
    maxTurnsPerMember: 2,
    communication: { rooms: [{ id: 'review', members: ['writer', 'reviewer'] }], tailMessages: 3 },
  },
  nodes: [
    { id: 'writer', data: { role: 'writer', brief: 'Draft the release note.' } },
    { id: 'reviewer', data: { role: 'reviewer', brief: 'Check the draft.', initialTurn: false } },
  ],
  edges: [],
});
const identity = { source: 'npm:@example/team-conversation', version: '1.0.0', digest: `sha256:${'3'.repeat(64)}` as const };
const resolvedPlan = resolveGraphPlan(graph.describe(), {
  package: identity,
  admission: { package: identity, permissions: [] },
  executionLanes: [],
});
const input = (more: Partial<NewRunDefinition> = {}): NewRunDefinition => ({
  runId: 'release-team-run',
  eventId: 'release-team-started',
  timestamp: '2026-01-01T00:00:00.000Z',
  graphDefinition: graph.definition,
  resolvedPlan,
  resolvedInputs: { name: 'Release team' },
  workspaceBinding: null,
  hostBinding: null,
  ...more,
});
const stream = { namespace: 'troupe', streamId: 'release-team-run' };
const scope = { namespace: 'troupe', runId: 'release-team-run' };

function storageIn(directory: string, more = {}) {
  const storage = createLocalRunStorage({ directory, namespace: 'troupe', policy: seedPolicy, ...more });
  onTestFinished(() => closeLocalRunStorage(storage));
  return storage;
}

describe('persist and load', () => {
  it('gives the run back as it was, from a storage opened anew', async () => {
    const directory = temporaryFolder();
    const bytes = new Uint8Array([0, 255, 7]);
    const written = await persistRunDefinition(
      storageIn(directory),
      input({ hostBinding: { bytes, mediaType: 'application/octet-stream' } }),
    );
    expect(written).toMatchObject({
      revision: 1,
      type: 'graph:run-started',
      version: 1,
      correlationId: 'release-team-run',
      causationId: null,
    });
    const storage = storageIn(directory);
    const loaded = await loadRunDefinition(storage, 'release-team-run');
    expect(loaded.record).toEqual(written);
    expect(loaded.resolvedPlan).toEqual(resolvedPlan);
    expect(loaded.hostBindingBytes).toEqual(bytes);
    expect(Object.keys(written.payload.definition)).toEqual([
      'schemaVersion',
      'runId',
      'graphDefinition',
      'resolvedPlan',
      'resolvedInputs',
      'storage',
      'workspaceBinding',
      'hostBinding',
    ]);
    expect(loaded.record.payload.definition).toMatchObject({
      graphDefinition: { digest: 'sha256:23b66781ed9fb3fae916957a6b10a34c3167c73a32fafb6be04ef0d432ff51bf' },
      resolvedPlan: { digest: 'sha256:65c6015217b1d3678f3570b89bf760f79ae22affecd65cff940dba9af0eee781' },
      storage: storage.record,
    });
    expect(await collect(storage.eventStore.read(stream))).toEqual([written]);
  });
  it('[case 90] refuses a second time under the same id; the first still loads', async () => {
    const storage = storageIn(temporaryFolder());
    expect((await persistRunDefinition(storage, input())).revision).toBe(1);
    await refusal('REVISION_CONFLICT', () => persistRunDefinition(storage, input({ eventId: 'again', resolvedInputs: { other: true } })));
    const loaded = await loadRunDefinition(storage, 'release-team-run');
    expect(loaded.record.payload.definition.resolvedInputs).toEqual({ name: 'Release team' });
    expect(loaded.resolvedPlan.digest).toBe(resolvedPlan.digest);
  });
  it('[case 90] does not follow later changes of inputs or host bytes', async () => {
    const storage = storageIn(temporaryFolder());
    const inputs = { list: [1] };
    const bytes = new Uint8Array([1, 2, 3]);
    const persisting = persistRunDefinition(storage, input({ resolvedInputs: inputs, hostBinding: { bytes, mediaType: 'x/y' } }));
    inputs.list.push(2);
    bytes.fill(9);
    await persisting;
    const loaded = await loadRunDefinition(storage, 'release-team-run');
    expect(loaded.record.payload.definition.resolvedInputs).toEqual({ list: [1] });
    expect(loaded.hostBindingBytes).toEqual(new Uint8Array([1, 2, 3]));
  });
  it('checks, then writes artifacts, then the event', async () => {
    const storage = storageIn(temporaryFolder());
    const calls: string[] = [];
    const watched: RunStorage = {
      ...storage,
      eventStore: {
        ...storage.eventStore,
        preflightAppend: (...given) => (calls.push('preflightAppend'), storage.eventStore.preflightAppend(...given)),
        append: (...given) => (calls.push('append'), storage.eventStore.append(...given)),
      },
      artifactStore: {
        ...storage.artifactStore,
        preflightWrite: (...given) => (calls.push('preflightWrite'), storage.artifactStore.preflightWrite(...given)),
        write: (...given) => (calls.push(`write ${given[1].purpose}`), storage.artifactStore.write(...given)),
      },
    };
    await persistRunDefinition(watched, input({ hostBinding: { bytes: new Uint8Array(1), mediaType: 'x/y' } }));
    expect(calls).toEqual(['preflightWrite', 'preflightAppend', 'write resolved-plan', 'write host-binding', 'append']);
  });
});

describe('what is refused leaves no admitted plan', () => {
  const secret = 'hunter-2';
  const cases: [string, Parameters<typeof refusal>[0], Partial<NewRunDefinition>, object][] = [
    ['a run id', 'INVALID_STORED_VALUE', { runId: '../run' }, {}],
    ['a timestamp', 'INVALID_STORED_VALUE', { timestamp: 'today' }, {}],
    ['an event id', 'INVALID_STORED_VALUE', { eventId: ' ' }, {}],
    ['inputs that are not JSON', 'INVALID_STORED_VALUE', { resolvedInputs: { at: new Date() } as never }, {}],
    [
      'another definition’s digest',
      'INVALID_STORED_VALUE',
      { graphDefinition: { ...graph.definition, digest: `sha256:${'0'.repeat(64)}` } },
      {},
    ],
    ['another canonical JSON', 'INVALID_STORED_VALUE', { graphDefinition: { ...graph.definition, canonicalJson: '{}' } }, {}],
    ['a secret in the inputs', 'KNOWN_SECRET', { resolvedInputs: { key: secret } }, { knownSecrets: [secret] }],
    [
      'a secret in the host’s bytes',
      'KNOWN_SECRET',
      { hostBinding: { bytes: Buffer.from(`key=${secret}`), mediaType: 'text/plain' } },
      { knownSecrets: [secret] },
    ],
    ['a secret in the plan', 'KNOWN_SECRET', {}, { knownSecrets: ['npm:@example/team-conversation'] }],
    ['inputs over the limit', 'STORAGE_LIMIT_EXCEEDED', { resolvedInputs: 'x'.repeat(64_000) }, {}],
    ['host bytes over the limit', 'STORAGE_LIMIT_EXCEEDED', { hostBinding: { bytes: new Uint8Array(1_000_001), mediaType: 'x/y' } }, {}],
  ];
  it.each(cases)('%s', async (_what, code, more, options) => {
    const directory = temporaryFolder();
    const storage = storageIn(directory, options);
    await refusal(code, () => persistRunDefinition(storage, input(more)));
    expect(await collect(storage.eventStore.read(stream))).toEqual([]);
    const bytes = Buffer.from(resolvedPlan.canonicalJson);
    const reference = {
      schemaVersion: 1 as const,
      digest: resolvedPlan.digest,
      byteLength: bytes.length,
      mediaType: 'application/json',
      purpose: 'resolved-plan',
    };
    await refusal('ARTIFACT_NOT_ADMITTED', () => storage.artifactStore.read(scope, reference));
  });
  it('a plan of another definition, or one changed after it was resolved', async () => {
    const storage = storageIn(temporaryFolder());
    const other = compileGraph(teamGraphType, { ...graph.definition.value, id: 'other-team' });
    const plan = resolveGraphPlan(other.describe(), {
      package: identity,
      admission: { package: identity, permissions: [] },
      executionLanes: [],
    });
    expect(
      (await refusal('INVALID_STORED_VALUE', () => persistRunDefinition(storage, input({ resolvedPlan: plan })))).details['path'],
    ).toContain('definitionDigest');
    await expect(
      persistRunDefinition(storage, input({ resolvedPlan: { ...resolvedPlan, digest: `sha256:${'0'.repeat(64)}` } })),
    ).rejects.toMatchObject({
      issues: [{ code: 'RESOLVED_PLAN_MISMATCH' }],
    });
  });
});

describe('load refuses', () => {
  it('a run that is not there, or does not begin with run-started', async () => {
    expect.hasAssertions();
    const storage = storageIn(temporaryFolder());
    await refusal('INVALID_STORED_VALUE', () => loadRunDefinition(storage, 'release-team-run'));
    await storage.eventStore.append(stream, 0, [newEvent('a')]);
    await refusal('INVALID_STORED_VALUE', () => loadRunDefinition(storage, 'release-team-run'));
  });
  it('another limit, another folder', async () => {
    const directory = temporaryFolder();
    await persistRunDefinition(storageIn(directory), input());
    for (const policy of [
      { ...seedPolicy, maxEventPayloadBytes: 64_001 },
      { ...seedPolicy, maxArtifactBytes: 1_000_001 },
    ])
      await refusal('INVALID_STORED_VALUE', () => loadRunDefinition(storageIn(directory, { policy }), 'release-team-run'));
    const moved = temporaryFolder();
    new Database(join(directory, 'troupe.db')).exec(`VACUUM INTO '${join(moved, 'troupe.db')}'`).close();
    expect((await refusal('INVALID_STORED_VALUE', () => loadRunDefinition(storageIn(moved), 'release-team-run'))).details['path']).toBe(
      '/storage',
    );
  });
  it('a plan or host bytes that are not what was saved', async () => {
    expect.hasAssertions();
    const directory = temporaryFolder();
    const storage = storageIn(directory);
    await persistRunDefinition(storage, input({ hostBinding: { bytes: new Uint8Array([1, 2, 3]), mediaType: 'x/y' } }));
    const raw = new Database(join(directory, 'troupe.db'));
    raw.exec("UPDATE artifact SET bytes = x'010204' WHERE purpose = 'host-binding'");
    await refusal('ARTIFACT_INTEGRITY', () => loadRunDefinition(storage, 'release-team-run'));
    raw.exec("DELETE FROM artifact WHERE purpose = 'resolved-plan'");
    raw.close();
    await refusal('ARTIFACT_NOT_ADMITTED', () => loadRunDefinition(storage, 'release-team-run'));
  });
});

it('a home that was moved still opens its runs', async () => {
  const home = temporaryFolder();
  const store = openHomeStore(home);
  await persistRunDefinition(store.storage, input());
  store.close();
  const moved = join(temporaryFolder(), 'elsewhere');
  renameSync(home, moved);
  const reopened = openHomeStore(moved);
  expect((await loadRunDefinition(reopened.storage, 'release-team-run')).resolvedPlan.digest).toBe(resolvedPlan.digest);
  expect(reopened.runs.get('release-team-run')).toMatchObject({
    team: 'release-team',
    name: 'Release team',
    task: 'Prepare a release note.',
  });
  reopened.close();
});
