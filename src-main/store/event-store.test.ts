import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openHomeStore } from './home-store.ts';
import { closeLocalRunStorage, createLocalEventStore, createLocalRunStorage } from './local-run-storage.ts';
import { collect, newEvent, refusal, run, seedPolicy, temporaryFolder } from './test-storage.ts';

vi.setConfig({ testTimeout: 60_000 }); // a busy machine's disk

function storageIn(directory: string, more = {}) {
  const storage = createLocalRunStorage({ directory, namespace: 'troupe', policy: seedPolicy, ...more });
  onTestFinished(() => closeLocalRunStorage(storage));
  return storage;
}
const open = (more = {}) => storageIn(temporaryFolder(), more).eventStore;
const uuid = 'a1b2c3d4-0000-4000-8000-00000000000f';

describe('append and read', () => {
  it('gives back exactly the envelope, in revision order', async () => {
    const store = open();
    const first = {
      ...newEvent(uuid, { b: 'é\u0000"', a: [1, -0, null, true, { deep: '𝄞' }] }),
      causationId: 'cause',
      correlationId: null,
      version: 3,
    };
    expect(await store.append(run, 0, [first, newEvent('second')])).toBe(2);
    expect(await store.append(run, 2, [newEvent('third', 'text', 'host:paused')])).toBe(3);
    const saved = await collect(store.read(run));
    expect(saved).toEqual([
      { envelopeVersion: 1, streamId: 'run-1', revision: 1, ...first, payload: { b: 'é\u0000"', a: [1, 0, null, true, { deep: '𝄞' }] } },
      { envelopeVersion: 1, streamId: 'run-1', revision: 2, ...newEvent('second') },
      { envelopeVersion: 1, streamId: 'run-1', revision: 3, ...newEvent('third', 'text', 'host:paused') },
    ]);
    expect(Object.keys(saved[0] ?? {})).toEqual([
      'envelopeVersion',
      'streamId',
      'revision',
      'eventId',
      'type',
      'version',
      'timestamp',
      'correlationId',
      'causationId',
      'payload',
    ]);
    expect(await collect(store.read(run, 2))).toEqual(saved.slice(2));
    expect(await collect(store.read(run, 3))).toEqual([]);
    expect(await collect(store.read(run, 9))).toEqual([]);
    expect(await store.readRange(run, 2, 3)).toEqual(saved.slice(1));
    expect(await store.readRange(run, 1, 1)).toEqual(saved.slice(0, 1));
    expect(await store.lastRevision(run)).toBe(3);
  });
  it('knows nothing of a stream that has no events', async () => {
    const store = open();
    expect(await collect(store.read(run))).toEqual([]);
    expect(await store.lastRevision(run)).toBe(0);
    expect(await store.readRange(run, 1, 5)).toEqual([]);
  });
  it('keeps streams and namespaces apart', async () => {
    const store = open();
    for (const stream of [run, { ...run, namespace: 'other' }, { ...run, streamId: 'run-2' }])
      await store.append(stream, 0, [newEvent('same-id', stream)]);
    expect((await collect(store.read({ ...run, namespace: 'other' }))).map(({ payload }) => payload)).toEqual([
      { ...run, namespace: 'other' },
    ]);
    expect(await collect(store.read({ ...run, streamId: 'run-3' }))).toEqual([]);
  });
  it('reads a long stream in order, and can write while it is read', async () => {
    const store = open();
    for (let n = 0; n < 30; n++)
      await store.append(
        run,
        n * 100,
        Array.from({ length: 100 }, (_, k) => newEvent(`e${n * 100 + k}`, n * 100 + k)),
      );
    const seen: unknown[] = [];
    for await (const { payload, revision } of store.read(run)) {
      seen.push(payload);
      if (revision === 70) await store.append({ ...run, streamId: 'meanwhile' }, 0, [newEvent('x')]);
    }
    expect(seen).toEqual(Array.from({ length: 3000 }, (_, n) => n));
  });
  it('does not follow changes that the caller makes afterwards', async () => {
    const store = open();
    const payload = { list: [1] };
    const appending = store.append(run, 0, [newEvent('a', payload)]);
    payload.list.push(2);
    await appending;
    expect((await collect(store.read(run)))[0]?.payload).toEqual({ list: [1] });
  });
  it('is a plain frozen object that a test can wrap', async () => {
    const store = open();
    const wrapped = { ...store, append: async () => 42 };
    expect(await wrapped.append()).toBe(42);
    expect(await wrapped.lastRevision(run)).toBe(0);
  });
  it('commits exactly once an append, parts included', async () => {
    const directory = temporaryFolder();
    const { eventStore } = storageIn(directory);
    await eventStore.append(run, 0, [newEvent('first')]);
    const log = () => readFileSync(join(directory, 'troupe.db-wal'));
    /** Frames of the log that end a transaction: their header says how large the database then is. */
    const commits = () => {
      const bytes = log();
      let count = 0;
      for (let at = 32; at < bytes.length; at += 24 + 4096)
        count += bytes.readUInt32BE(at + 4) > 0 && bytes.readUInt32BE(at + 8) === bytes.readUInt32BE(16) ? 1 : 0;
      return count;
    };
    const before = commits();
    const part = { position: 'p', attempt: 1, sequence: 1, kind: 'text' as const, data: 'x', at: 1, revision: 1 };
    await eventStore.append(run, 1, [newEvent('a'), newEvent('b')], [part, { ...part, sequence: 2 }]);
    expect(commits()).toBe(before + 1);
    expect(await eventStore.parts.read(run)).toHaveLength(2);
  });
});

describe('refusals write nothing', () => {
  it('REVISION_CONFLICT says where the stream is', async () => {
    const store = open();
    await store.append(run, 0, [newEvent('a')]);
    for (const expected of [0, 2, 7]) {
      const error = await refusal('REVISION_CONFLICT', () =>
        store.append(
          run,
          expected,
          [newEvent('b')],
          [{ position: 'p', attempt: 1, sequence: 1, kind: 'text', data: '', at: 0, revision: 1 }],
        ),
      );
      expect(error.details).toMatchObject({ expected, actual: 1 });
      await refusal('REVISION_CONFLICT', () => store.preflightAppend(run, expected, [newEvent('b')]));
    }
    await refusal('REVISION_CONFLICT', () => store.append({ ...run, streamId: 'new' }, 1, [newEvent('b')]));
    expect(await store.lastRevision(run)).toBe(1);
    expect(await store.parts.read(run)).toEqual([]);
  });
  it('DUPLICATE_EVENT_ID within the batch, within the stream, and after reopening', async () => {
    const directory = temporaryFolder();
    const { eventStore } = storageIn(directory);
    expect((await refusal('DUPLICATE_EVENT_ID', () => eventStore.append(run, 0, [newEvent('a'), newEvent('a')]))).details['path']).toBe(
      '/1/eventId',
    );
    await eventStore.append(run, 0, [newEvent('a'), newEvent(uuid)]);
    for (const id of ['a', uuid]) {
      await refusal('DUPLICATE_EVENT_ID', () => eventStore.append(run, 2, [newEvent(id)]));
      await refusal('DUPLICATE_EVENT_ID', () => eventStore.preflightAppend(run, 2, [newEvent(id)]));
      await refusal('DUPLICATE_EVENT_ID', () => storageIn(directory).eventStore.append(run, 2, [newEvent(id)]));
    }
    expect(await eventStore.append({ ...run, streamId: 'other' }, 0, [newEvent('a')])).toBe(1);
  });
  it('[case 88] STORAGE_LIMIT_EXCEEDED counts UTF-8 bytes of an event and of a batch', async () => {
    const store = open({ policy: { ...seedPolicy, maxEventPayloadBytes: 4000, maxAppendBatchBytes: 6000 } });
    expect((await refusal('STORAGE_LIMIT_EXCEEDED', () => store.append(run, 0, [newEvent('a', 'x'.repeat(4100))]))).details).toMatchObject({
      path: '/0/payload',
      limit: 4000,
    });
    await refusal('STORAGE_LIMIT_EXCEEDED', () => store.append(run, 0, [newEvent('a', 'é'.repeat(2000))]));
    await refusal('STORAGE_LIMIT_EXCEEDED', () => store.append(run, 0, [newEvent('a', 'x'.repeat(3500)), newEvent('b', 'x'.repeat(3500))]));
    await refusal('STORAGE_LIMIT_EXCEEDED', () => store.preflightAppend(run, 0, [newEvent('a', 'x'.repeat(4100))]));
    expect(await store.append(run, 0, [newEvent('a', 'x'.repeat(3998))])).toBe(1);
  });
  it('INVALID_STORED_VALUE points at what is wrong', async () => {
    const store = open();
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    let deep: unknown = 1;
    for (let n = 0; n < 300; n++) deep = [deep];
    const wrong: [string, unknown][] = [
      ['/1/payload/at', { ...newEvent('b'), payload: { at: new Date() } }],
      ['/1/payload/0', { ...newEvent('b'), payload: cyclic }],
      ['/1/payload/x', { ...newEvent('b'), payload: { x: Number.NaN } }],
      ['/1/eventId', newEvent(' b')],
      ['/1/eventId', newEvent('x'.repeat(257))],
      ['/1/type', newEvent('b', {}, 'a\nb')],
      ['/1/version', { ...newEvent('b'), version: 0 }],
      ['/1/timestamp', { ...newEvent('b'), timestamp: '2026-01-01T00:00:00Z' }],
      ['/1/timestamp', { ...newEvent('b'), timestamp: '2026-02-31T00:00:00.000Z' }],
      ['/1/extra', { ...newEvent('b'), extra: 1 }],
      ['/1', null],
    ];
    for (const [path, event] of wrong)
      expect((await refusal('INVALID_STORED_VALUE', () => store.append(run, 0, [newEvent('a'), event as never]))).details['path']).toBe(
        path,
      );
    await refusal('INVALID_STORED_VALUE', () => store.append(run, 0, [{ ...newEvent('b'), payload: deep as never }]));
    await refusal('INVALID_STORED_VALUE', () => store.append(run, 0, []));
    await refusal('INVALID_STORED_VALUE', () => store.append(run, -1, [newEvent('a')]));
    await refusal('INVALID_STORED_VALUE', () => store.append({ ...run, streamId: '../x' }, 0, [newEvent('a')]));
    expect(await store.lastRevision(run)).toBe(0);
  });
  it('INVALID_STORED_VALUE for a stream written under other limits', async () => {
    const directory = temporaryFolder();
    await storageIn(directory).eventStore.append(run, 0, [newEvent('a')]);
    const other = storageIn(directory, { policy: { ...seedPolicy, maxEventPayloadBytes: 64_001 } }).eventStore;
    for (const work of [() => collect(other.read(run)), () => other.append(run, 1, [newEvent('b')]), () => other.lastRevision(run)])
      expect((await refusal('INVALID_STORED_VALUE', work)).details['path']).toBe('/maxEventPayloadBytes');
    await refusal('INVALID_STORED_VALUE', () => collect(createLocalEventStore({ directory }).read(run)));
  });
  it('UNSUPPORTED_ENVELOPE_VERSION for events of a later form', async () => {
    expect.hasAssertions();
    const directory = temporaryFolder();
    const { eventStore } = storageIn(directory);
    await eventStore.append(run, 0, [newEvent('a')]);
    edit(directory, 'UPDATE stream SET envelope_version = 2');
    await refusal('UNSUPPORTED_ENVELOPE_VERSION', () => collect(eventStore.read(run)));
  });
  it('KNOWN_SECRET as a value, a key, escaped, encoded or in a label; parts are redacted', async () => {
    const directory = temporaryFolder();
    const secret = 'hunter"2/é';
    const { eventStore } = storageIn(directory, { knownSecrets: [secret] });
    const encoded = [
      secret,
      JSON.stringify(secret),
      JSON.stringify({ inner: secret }),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
    ];
    for (const text of encoded) {
      await refusal('KNOWN_SECRET', () => eventStore.append(run, 0, [newEvent('a', { deep: [`say ${text} now`] })]));
      await refusal('KNOWN_SECRET', () => eventStore.append(run, 0, [newEvent('a', { [text]: 1 })]));
      await refusal('KNOWN_SECRET', () => eventStore.preflightAppend(run, 0, [newEvent('a', text)]));
    }
    const error = await refusal('KNOWN_SECRET', () => eventStore.append(run, 0, [newEvent(secret)]));
    expect(JSON.stringify([error.message, error.details])).not.toContain('hunter');
    await eventStore.append(
      run,
      0,
      [newEvent('a')],
      [{ position: 'p', attempt: 1, sequence: 1, kind: 'text', data: { [secret]: [`it is ${secret}!`] }, at: 1, revision: 1 }],
    );
    await eventStore.parts.append(run, [{ position: 'p', attempt: 1, sequence: 2, kind: 'text', data: secret, at: 1, revision: 1 }]);
    expect((await eventStore.parts.read(run)).map(({ data }) => data)).toEqual([{ '[redacted]': ['it is [redacted]!'] }, '[redacted]']);
    for (const file of ['troupe.db', 'troupe.db-wal', 'troupe.db.marks'])
      expect(readFileSync(join(directory, file)).includes('hunter')).toBe(false);
  });
});

/** Changes a database behind the store's back. */
function edit(directory: string, sql: string): void {
  const raw = new Database(join(directory, 'troupe.db'));
  raw.exec(sql);
  raw.close();
}

describe('[D7] damage is announced with run and revision', () => {
  const rowOf = (revision: number) => 2 ** 32 + revision;
  async function tenEvents(): Promise<string> {
    const directory = temporaryFolder();
    const storage = createLocalRunStorage({ directory, namespace: 'troupe', policy: seedPolicy });
    for (let n = 1; n <= 10; n++) await storage.eventStore.append(run, n - 1, [newEvent(`e${n}`, { text: `event number ${n}` })]);
    closeLocalRunStorage(storage);
    return directory;
  }
  async function firstBad(directory: string, after = 0): Promise<unknown> {
    const error = await refusal('CORRUPT_EVENT_STREAM', () => collect(storageIn(directory).eventStore.read(run, after)));
    expect(error.details['runId']).toBe('run-1');
    expect(error.message).toContain('run-1');
    return error.details['revision'];
  }

  it('a flipped byte in a payload, on the disk', async () => {
    const directory = await tenEvents();
    const file = join(directory, 'troupe.db');
    const bytes = readFileSync(file);
    const at = bytes.indexOf('event number 7');
    bytes[at] = bytes.readUInt8(at) ^ 1;
    writeFileSync(file, bytes);
    const store = storageIn(directory).eventStore;
    const seen: number[] = [];
    const error = await refusal('CORRUPT_EVENT_STREAM', async () => {
      for await (const { revision } of store.read(run, 6)) seen.push(revision);
    });
    expect([seen, error.details['revision']]).toEqual([[], 7]);
    expect(await collect(store.read(run, 7))).toHaveLength(3);
    expect(await firstBad(directory)).toBe(7);
  });
  it.each([
    ['type', 'UPDATE event SET type = 99 WHERE id = '],
    ['time', 'UPDATE event SET at = at + 1 WHERE id = '],
    ['id', "UPDATE event SET event_id = 'other' WHERE id = "],
    ['correlation', 'UPDATE event SET correlation_id = NULL WHERE id = '],
    ['broken JSON', "UPDATE event SET payload = '{' WHERE id = "],
    ['checksum', 'UPDATE event SET checksum = zeroblob(16) WHERE id = '],
    ['deleted event', 'DELETE FROM event WHERE id = '],
  ])('a changed %s', async (_what, sql) => {
    const directory = await tenEvents();
    edit(directory, sql + rowOf(4));
    expect(await firstBad(directory)).toBe(4);
  });
  it('two events swapped', async () => {
    const directory = await tenEvents();
    edit(
      directory,
      `UPDATE event SET id = 1 WHERE id = ${rowOf(4)}; UPDATE event SET id = ${rowOf(4)} WHERE id = ${rowOf(5)}; UPDATE event SET id = ${rowOf(5)} WHERE id = 1`,
    );
    expect(await firstBad(directory)).toBe(4);
  });
  it('a tail that was cut, also where the head agrees with it', async () => {
    const directory = await tenEvents();
    edit(directory, `DELETE FROM event WHERE id > ${rowOf(8)}`);
    expect(await firstBad(directory)).toBe(9);
    edit(directory, `UPDATE stream SET revision = 8, checksum = (SELECT checksum FROM event WHERE id = ${rowOf(8)})`);
    expect(await firstBad(directory)).toBe(9);
    const { eventStore } = storageIn(directory);
    await refusal('CORRUPT_EVENT_STREAM', () => eventStore.append(run, 8, [newEvent('next')]));
    await refusal('CORRUPT_EVENT_STREAM', () => eventStore.lastRevision(run));
  });
  it('an older copy restored, also after it went another way', async () => {
    const directory = temporaryFolder();
    const storage = createLocalRunStorage({ directory, namespace: 'troupe', policy: seedPolicy });
    await storage.eventStore.append(run, 0, [newEvent('a'), newEvent('b')]);
    closeLocalRunStorage(storage);
    const file = join(directory, 'troupe.db');
    copyFileSync(file, join(directory, 'older'));
    const later = createLocalRunStorage({ directory, namespace: 'troupe', policy: seedPolicy });
    await later.eventStore.append(run, 2, [newEvent('c')]);
    await later.eventStore.append({ ...run, streamId: 'run-2' }, 0, [newEvent('x')]);
    closeLocalRunStorage(later);
    copyFileSync(join(directory, 'older'), file);
    expect(await firstBad(directory)).toBe(3);
    const lost = storageIn(directory).eventStore;
    const missing = await refusal('CORRUPT_EVENT_STREAM', () => collect(lost.read({ ...run, streamId: 'run-2' })));
    expect(missing.details).toMatchObject({ runId: 'run-2', revision: 1 });
    await refusal('CORRUPT_EVENT_STREAM', () => lost.append({ ...run, streamId: 'run-2' }, 0, [newEvent('y')]));
    // A new run does not take the lost one's number, so the announcement stays.
    await lost.append({ ...run, streamId: 'run-3' }, 0, [newEvent('z')]);
    await refusal('CORRUPT_EVENT_STREAM', () => collect(lost.read({ ...run, streamId: 'run-2' })));
    const elsewhere = join(temporaryFolder(), 'other');
    const other = createLocalRunStorage({ directory: elsewhere, namespace: 'troupe', policy: seedPolicy });
    await other.eventStore.append(run, 0, [newEvent('q'), newEvent('r'), newEvent('s'), newEvent('t')]);
    closeLocalRunStorage(other);
    copyFileSync(join(elsewhere, 'troupe.db'), join(directory, 'fourth'));
    const third = temporaryFolder();
    copyFileSync(join(elsewhere, 'troupe.db'), join(third, 'troupe.db'));
    copyFileSync(join(directory, 'troupe.db.marks'), join(third, 'troupe.db.marks'));
    expect(await firstBad(third)).toBe(3);
  });
  it('a deleted log', async () => {
    const directory = temporaryFolder();
    const first = createLocalRunStorage({ directory, namespace: 'troupe', policy: seedPolicy });
    await first.eventStore.append(run, 0, [newEvent('a')]);
    closeLocalRunStorage(first);
    const second = createLocalRunStorage({ directory, namespace: 'troupe', policy: seedPolicy });
    await second.eventStore.append(run, 1, [newEvent('b'), newEvent('c')]);
    const crashed = temporaryFolder();
    for (const name of ['troupe.db', 'troupe.db.marks']) copyFileSync(join(directory, name), join(crashed, name)); // all but the log
    closeLocalRunStorage(second);
    expect(existsSync(join(crashed, 'troupe.db-wal'))).toBe(false);
    expect(await firstBad(crashed)).toBe(2);
  });
  it('[C6] a log cut at any byte gives a prefix, and what is missing is announced', async () => {
    const directory = temporaryFolder();
    const storage = createLocalRunStorage({ directory, namespace: 'troupe', policy: seedPolicy });
    for (let n = 1; n <= 12; n++) await storage.eventStore.append(run, n - 1, [newEvent(`e${n}`, { n })]);
    const log = readFileSync(join(directory, 'troupe.db-wal'));
    for (let cut = 0; cut <= log.length; cut += 3001) {
      const copy = temporaryFolder();
      for (const name of ['troupe.db', 'troupe.db.marks']) copyFileSync(join(directory, name), join(copy, name));
      writeFileSync(join(copy, 'troupe.db-wal'), log.subarray(0, cut));
      const unmarked = temporaryFolder();
      for (const name of ['troupe.db', 'troupe.db-wal']) copyFileSync(join(copy, name), join(unmarked, name));
      const prefix = await collect(storageIn(unmarked).eventStore.read(run));
      expect(prefix.map(({ payload }) => payload)).toEqual(Array.from({ length: prefix.length }, (_, n) => ({ n: n + 1 })));
      expect(prefix.length === 12 ? 13 : await firstBad(copy)).toBe(prefix.length + 1);
    }
    closeLocalRunStorage(storage);
  });
  it('a mark that lags or is gone is no damage, and comes back with the next event', async () => {
    const directory = await tenEvents();
    rmSync(join(directory, 'troupe.db.marks'));
    const { eventStore } = storageIn(directory);
    expect(await collect(eventStore.read(run))).toHaveLength(10);
    await eventStore.append(run, 10, [newEvent('e11')]);
    expect(readFileSync(join(directory, 'troupe.db.marks'), 'utf8')).toContain('"run-1",11,');
  });
});

it('costs under 850 bytes of disk a turn of 200 characters and three events', async () => {
  const home = temporaryFolder();
  let revision = 0;
  const sizeAfter = async (turns: number) => {
    const store = openHomeStore(home);
    for (; revision < turns * 3; ) {
      const position = `team/writer/${revision}`;
      const identity = { schemaVersion: 1, ...run, nodeId: 'writer', position, attemptId: `sha256:${'a'.repeat(64)}` };
      revision = await store.storage.eventStore.append(run, revision, [
        newEvent(randomUUID(), { nodeId: 'writer', position }, 'graph:node-dispatched'),
        newEvent(randomUUID(), { identity, retrySafe: true }, 'graph:node-attempt-started'),
      ]);
      const result = { summary: 'x'.repeat(200) };
      revision = await store.storage.eventStore.append(run, revision, [newEvent(randomUUID(), { nodeId: 'writer', position, result })]);
    }
    store.close();
    return statSync(join(home, 'troupe.db')).size;
  };
  const early = await sizeAfter(100);
  expect(((await sizeAfter(500)) - early) / 400).toBeLessThan(850);
});
