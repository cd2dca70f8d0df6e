import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  closeLocalRunStorage,
  createLocalArtifactStore,
  createLocalEventStore,
  createLocalRunStorage,
  storageRecord,
} from './local-run-storage.ts';
import { collect, newEvent, refusal, run, seedPolicy, temporaryFolder } from './test-storage.ts';

vi.setConfig({ testTimeout: 60_000 }); // a busy machine's disk

const storageIn = (directory: string, more = {}) => createLocalRunStorage({ directory, namespace: 'troupe', policy: seedPolicy, ...more });

describe('record', () => {
  it('has the digests of the vectors for /srv/store', () => {
    const record = storageRecord('/srv/store', 'team-conversation', seedPolicy);
    const identity = { schemaVersion: 1, name: 'local-sqlite', version: '1' };
    expect(record).toEqual({
      schemaVersion: 1,
      namespace: 'team-conversation',
      eventStore: { ...identity, configDigest: 'sha256:a70e5c6e7062482e75629036920845ebfa68522392398056c52b45ffd2346930' },
      artifactStore: { ...identity, configDigest: 'sha256:063b80fd45e292313eab381f0926207b106eda433f5dba6990cfa9eb7c72672a' },
      policy: seedPolicy,
    });
    expect(createLocalRunStorage({ directory: '/srv/store', namespace: 'team-conversation', policy: seedPolicy }).record).toEqual(record);
  });
  it('is frozen, with nothing beside the four fields', () => {
    const storage = storageIn(temporaryFolder(), { knownSecrets: ['hunter-2'] });
    expect(Object.keys(storage)).toEqual(['record', 'knownSecrets', 'eventStore', 'artifactStore']);
    for (const part of [storage, storage.record, storage.record.policy, storage.knownSecrets, storage.eventStore, storage.artifactStore])
      expect(Object.isFrozen(part)).toBe(true);
  });
});

describe('options', () => {
  const wrong: [string, unknown][] = [
    ['/policy/maxEventPayloadBytes', { ...seedPolicy, maxEventPayloadBytes: 0 }],
    ['/policy/maxEventPayloadBytes', { ...seedPolicy, maxEventPayloadBytes: 1.5 }],
    ['/policy/maxArtifactBytes', { ...seedPolicy, maxArtifactBytes: 2 ** 53 }],
    ['/policy/maxAppendBatchBytes', { ...seedPolicy, maxAppendBatchBytes: 63_999 }],
    ['/policy/maxTotalArtifactBytesPerRun', { ...seedPolicy, maxTotalArtifactBytesPerRun: 999_999 }],
    ['/policy/retention', { ...seedPolicy, retention: 'forever' }],
    ['/policy/sensitiveContent/marked', { ...seedPolicy, sensitiveContent: { ...seedPolicy.sensitiveContent, marked: 'keep' } }],
    ['/policy/sensitiveContent/freeText', { ...seedPolicy, sensitiveContent: { ...seedPolicy.sensitiveContent, freeText: 'keep' } }],
    ['/policy/sensitiveContent/extra', { ...seedPolicy, sensitiveContent: { ...seedPolicy.sensitiveContent, extra: 1 } }],
    ['/policy/schemaVersion', { ...seedPolicy, schemaVersion: 2 }],
    ['/policy/extra', { ...seedPolicy, extra: true }],
    ['/policy/retention', { ...seedPolicy, retention: undefined }],
    ['/policy', null],
  ];
  it.each(wrong)('refuses a policy at %s', async (path, policy) => {
    const error = await refusal('INVALID_STORED_VALUE', () => storageIn(temporaryFolder(), { policy }));
    expect(error.details['path']).toBe(path);
  });
  it.each([[''], ['  '], ['../x'], ['-a'], ['a/b'], ['a'.repeat(129)], [7]])('refuses the namespace %j', async (namespace) => {
    expect((await refusal('INVALID_STORED_VALUE', () => storageIn(temporaryFolder(), { namespace }))).details['path']).toBe('/namespace');
  });
  it('refuses a blank folder and a blank secret', async () => {
    expect((await refusal('INVALID_STORED_VALUE', () => storageIn(' '))).details['path']).toBe('/directory');
    expect((await refusal('INVALID_STORED_VALUE', () => storageIn(temporaryFolder(), { knownSecrets: ['ok', ''] }))).details['path']).toBe(
      '/knownSecrets/1',
    );
  });
  it('[case 86] refuses a secret in the folder, the namespace or a number, and creates nothing', async () => {
    const parent = temporaryFolder();
    const directory = join(parent, 'hunter-2', 'store');
    await refusal('KNOWN_SECRET', () => storageIn(directory, { knownSecrets: ['hunter-2'] }));
    await refusal('KNOWN_SECRET', () => storageIn(join(parent, 'a'), { namespace: 'hunter-2', knownSecrets: ['hunter-2'] }));
    await refusal('KNOWN_SECRET', () => storageIn(join(parent, 'a'), { knownSecrets: ['64000'] }));
    await refusal('KNOWN_SECRET', () => createLocalEventStore({ directory, knownSecrets: ['hunter-2'] }));
    await refusal('KNOWN_SECRET', () =>
      createLocalArtifactStore({ directory: join(parent, 'a'), maxArtifactBytes: 64_000, knownSecrets: ['64000'] }),
    );
    expect(readdirSync(parent)).toEqual([]);
  });
});

describe('place', () => {
  it('makes a private folder and private files, on first use', async () => {
    const directory = join(temporaryFolder(), 'storage');
    const storage = storageIn(directory);
    expect(existsSync(directory)).toBe(false);
    await storage.eventStore.append(run, 0, [newEvent('a')]);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    const files = readdirSync(directory).toSorted();
    expect(files).toEqual(['troupe.db', 'troupe.db-shm', 'troupe.db-wal', 'troupe.db.marks']);
    for (const file of files) expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
    closeLocalRunStorage(storage);
    expect(readdirSync(directory).toSorted()).toEqual(['troupe.db', 'troupe.db.marks']);
  });
  it('refuses a linked folder and a linked file', async () => {
    expect.hasAssertions();
    const parent = temporaryFolder();
    mkdirSync(join(parent, 'real'));
    symlinkSync(join(parent, 'real'), join(parent, 'linked'));
    await refusal('UNSAFE_STORAGE_PATH', () => storageIn(join(parent, 'linked')));
    writeFileSync(join(parent, 'elsewhere'), '');
    for (const name of ['troupe.db', 'troupe.db-wal', 'troupe.db.marks']) {
      mkdirSync(join(parent, name));
      symlinkSync(join(parent, 'elsewhere'), join(parent, name, name));
      await refusal('UNSAFE_STORAGE_PATH', () => storageIn(join(parent, name)));
    }
  });
  it('notices a link that came after the storage was made', async () => {
    expect.hasAssertions();
    const parent = temporaryFolder();
    const storage = storageIn(join(parent, 'store'));
    symlinkSync(parent, join(parent, 'store'));
    await refusal('UNSAFE_STORAGE_PATH', () => storage.eventStore.append(run, 0, [newEvent('a')]));
  });
});

describe('closing', () => {
  it('shares one connection, which closes with its last storage', async () => {
    const directory = temporaryFolder();
    const first = storageIn(directory);
    const second = storageIn(directory);
    await first.eventStore.append(run, 0, [newEvent('a')]);
    await second.eventStore.append(run, 1, [newEvent('b')]);
    closeLocalRunStorage(first);
    await refusal('DATABASE_UNAVAILABLE', () => first.eventStore.append(run, 2, [newEvent('c')]));
    expect(await collect(second.eventStore.read(run))).toHaveLength(2);
    expect(existsSync(join(directory, 'troupe.db-wal'))).toBe(true);
    closeLocalRunStorage({ ...second, eventStore: { ...second.eventStore } });
    expect(existsSync(join(directory, 'troupe.db-wal'))).toBe(false);
  });
  it('refuses to close what it did not make', async () => {
    expect.hasAssertions();
    const storage = storageIn(temporaryFolder());
    const { eventStore, artifactStore } = storage;
    await refusal('INVALID_STORED_VALUE', () =>
      closeLocalRunStorage({ ...storage, eventStore: { ...eventStore }, artifactStore: { ...artifactStore } }),
    );
  });
  it('opens a folder anew after it was deleted under an open storage', async () => {
    const directory = join(temporaryFolder(), 'store');
    const first = storageIn(directory);
    await first.eventStore.append(run, 0, [newEvent('a')]);
    rmSync(directory, { recursive: true });
    const second = storageIn(directory);
    expect(await second.eventStore.append(run, 0, [newEvent('a')])).toBe(1);
    closeLocalRunStorage(second);
    closeLocalRunStorage(first);
  });
});

it('stores made alone have limits of 256 KiB and 1 MiB, and 1 MiB and 16 MiB', async () => {
  const directory = temporaryFolder();
  const events = createLocalEventStore({ directory });
  const text = (bytes: number) => 'x'.repeat(bytes - 2);
  await refusal('STORAGE_LIMIT_EXCEEDED', () => events.append(run, 0, [newEvent('a', text(256 * 1024 + 1))]));
  expect(
    await events.append(
      run,
      0,
      [0, 1, 2, 3].map((n) => newEvent(`a${n}`, text(256 * 1024))),
    ),
  ).toBe(4);
  await refusal('STORAGE_LIMIT_EXCEEDED', () =>
    events.append(run, 4, [...[0, 1, 2, 3].map((n) => newEvent(`b${n}`, text(256 * 1024))), newEvent('c')]),
  );
  const artifacts = createLocalArtifactStore({ directory });
  const artifact = (size: number, fill: number) => ({
    bytes: new Uint8Array(size).fill(fill),
    mediaType: 'text/plain',
    purpose: 'p',
    contentMode: 'exact' as const,
  });
  await refusal('STORAGE_LIMIT_EXCEEDED', () => artifacts.write({ namespace: 'troupe', runId: 'run-1' }, artifact(1024 * 1024 + 1, 0)));
  for (let n = 0; n < 16; n++) await artifacts.write({ namespace: 'troupe', runId: 'run-1' }, artifact(1024 * 1024, n));
  await artifacts.write({ namespace: 'troupe', runId: 'run-1' }, artifact(1024 * 1024, 3));
  await refusal('STORAGE_LIMIT_EXCEEDED', () => artifacts.write({ namespace: 'troupe', runId: 'run-1' }, artifact(1, 99)));
  closeLocalRunStorage(events);
  closeLocalRunStorage(artifacts);
});
