import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { acquireDatabase } from './database.ts';
import { openHomeStore } from './home-store.ts';
import { MIGRATIONS } from './migrate.ts';
import { newEvent, refusal, run, temporaryFolder } from './test-storage.ts';

vi.setConfig({ testTimeout: 60_000 }); // a busy machine's disk

function open(home = temporaryFolder(), clock = Date.now) {
  const store = openHomeStore(home, { clock });
  onTestFinished(() => store.close());
  return store;
}
const started = (team: string, task: string, at: string) => ({
  ...newEvent(
    `start-${team}`,
    {
      definition: {
        graphDefinition: { value: { id: team, data: { task } } },
        resolvedInputs: { name: `Team ${team}`, form: 'conversation' },
      },
    },
    'graph:run-started',
  ),
  timestamp: at,
});
const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();

describe('runs', () => {
  it('are summed up in the append that changes them', async () => {
    const store = open();
    const { eventStore } = store.storage;
    const event = (id: string, type: string, payload: object) => newEvent(id, payload as never, type);
    await eventStore.append(run, 0, [started('release', 'Prepare it.', day(1))]);
    await eventStore.append(run, 1, [event('d', 'graph:node-dispatched', { nodeId: 'writer', position: 'team/writer/1' })]);
    expect(store.runs.get('run-1')).toMatchObject({ revision: 2, turns: 1, open: { 'team/writer/1': 'running' }, control: 'none' });
    await eventStore.append(run, 2, [
      event('u', 'host:usage', { inputTokens: 5, outputTokens: 7, costMicroUsd: null }),
      event('c', 'graph:node-completed', { nodeId: 'writer', position: 'team/writer/1', result: {} }),
      event('p', 'host:paused', { reason: 'person' }),
    ]);
    expect(store.runs.get('run-1')).toEqual({
      runId: 'run-1',
      team: 'release',
      name: 'Team release',
      form: 'conversation',
      task: 'Prepare it.',
      startedAt: day(1),
      lastAt: newEvent('x').timestamp,
      signAt: Date.parse(newEvent('x').timestamp),
      awayMs: 0,
      revision: 5,
      turns: 1,
      open: {},
      control: 'paused',
      pauseReason: 'person',
      usage: { inputTokens: 5, outputTokens: 7, costMicroUsd: null, unknown: 1 },
      settled: null,
      lease: null,
    });
    expect(store.runs.get('unknown')).toBeNull();
  });
  it('list newest first, in pages, found by id, name, team or task', async () => {
    const store = open();
    for (let n = 1; n <= 5; n++)
      await store.storage.eventStore.append({ ...run, streamId: `run-${n}` }, 0, [
        started(`team-${n}`, n === 3 ? '100% of_it' : 'Write.', day(n === 4 ? 2 : n)),
      ]);
    await store.storage.eventStore.append({ namespace: 'other', streamId: 'run-x' }, 0, [started('foreign', 'x', day(9))]);
    const ids = (options: Parameters<typeof store.runs.list>[0]) => {
      const { runs, total } = store.runs.list(options);
      return [runs.map(({ runId }) => runId).join(' '), total];
    };
    expect(ids({ limit: 10 })).toEqual(['run-5 run-3 run-4 run-2 run-1', 5]);
    expect(ids({ limit: 2 })).toEqual(['run-5 run-3', 5]);
    expect(ids({ limit: 2, before: 'run-3' })).toEqual(['run-4 run-2', 5]);
    expect(ids({ limit: 2, before: 'run-1' })).toEqual(['', 5]);
    expect(ids({ limit: 9, search: 'TEAM-2' })).toEqual(['run-2', 1]);
    expect(ids({ limit: 9, search: 'write' })).toEqual(['run-5 run-4 run-2 run-1', 4]);
    expect(ids({ limit: 1, search: 'write', before: 'run-4' })).toEqual(['run-2', 4]);
    expect(ids({ limit: 9, search: '0% of_' })).toEqual(['run-3', 1]);
    expect(ids({ limit: 9, search: '%' })).toEqual(['run-3', 1]);
    expect(ids({ limit: 9, search: "'; DROP TABLE run; --" })).toEqual(['', 0]);
  });
  it('keep a decision and show a live owner', async () => {
    const store = open();
    await store.storage.eventStore.append(run, 0, [started('t', 'x', day(1))]);
    store.runs.settle('run-1', { revision: 1, status: 'failed', code: 'TEAM_NODE_FAILED', message: 'Failed members: a.' });
    await store.storage.eventStore.leases.acquire(run, 'me');
    expect(store.runs.list({ limit: 1 }).runs[0]).toMatchObject({
      settled: { revision: 1, status: 'failed', code: 'TEAM_NODE_FAILED', message: 'Failed members: a.' },
      lease: { holder: 'me', pid: process.pid },
    });
    expect(await store.storage.eventStore.lastRevision(run)).toBe(1);
    await refusal('INVALID_STORED_VALUE', () => store.runs.settle('unknown', { revision: 1, status: 'complete' }));
  });
  it('10,000 of them list and count in milliseconds, by index', async () => {
    const home = temporaryFolder();
    const store = open(home);
    const database = acquireDatabase(home);
    onTestFinished(() => database.release());
    await store.storage.eventStore.append(run, 0, [started('t', 'x', day(1))]);
    database.write((writer) => {
      for (let n = 2; n <= 10_000; n++) {
        writer.run(
          'INSERT INTO stream SELECT ?, namespace, ?, envelope_version, max_event_bytes, max_batch_bytes, revision, checksum, progress, 0 FROM stream WHERE id = 1',
          n,
          `run-${n}`,
        );
        writer.run(
          'INSERT INTO run SELECT ?, ?, team, name, form, task, settled FROM run WHERE stream = 1',
          n,
          new Date(n * 1e6).toISOString(),
        );
      }
    });
    const times = Array.from({ length: 9 }, () => {
      const from = performance.now();
      expect(store.runs.list({ limit: 50 }).total).toBe(10_000);
      return performance.now() - from;
    });
    expect(Math.min(...times)).toBeLessThan(200); // 5 ms on a quiet machine; a busy one is no reason to fail
    const plan = database.all<{ detail: string }>(
      'EXPLAIN QUERY PLAN SELECT run.stream FROM run JOIN stream ON stream.id = run.stream ORDER BY run.started_at DESC, run.stream DESC LIMIT 50',
    );
    expect(plan.map(({ detail }) => detail).join()).toContain('run_newest');
  });
});

describe('teams', () => {
  const text = (content: string) => ({ text: content, name: content, form: 'conversation', members: 2, rooms: 1 });
  const own = { id: 'release', format: 'yaml', origin: 'import', path: null, fileHash: null } as const;
  const minutes = (count: number) => Date.UTC(2026, 0, 1) + count * 60_000;
  const at = (count: number) => new Date(minutes(count)).toISOString();

  it('keep the texts they had: of one sitting the last, of each other one too', () => {
    let now = minutes(0);
    const store = open(temporaryFolder(), () => now);
    store.teams.add({ ...own, ...text('first') });
    const save = (minute: number, content: string, by: 'studio' | 'file' = 'studio', fresh = false) => {
      now = minutes(minute);
      return store.teams.update('release', () => ({ next: { ...text(content), by, fresh } }));
    };
    expect(save(1, 'second')).toMatchObject({ version: 2, name: 'second', updatedAt: at(1), text: 'second', fileHash: null });
    expect(save(9, 'third')).toMatchObject({ version: 2, updatedAt: at(9) });
    expect(save(10, 'from outside', 'file')).toMatchObject({ version: 3 });
    expect(save(12, 'asked for', 'file', true)).toMatchObject({ version: 4 });
    expect(save(21, 'same sitting', 'file')).toMatchObject({ version: 4 });
    expect(save(22, 'next sitting', 'file')).toMatchObject({ version: 5 });
    expect(save(40, 'next sitting', 'file', true)).toMatchObject({ version: 5, updatedAt: at(22) });
    expect(store.teams.versions('release').map(({ version, at: when, by }) => [version, when, by])).toEqual([
      [5, at(22), 'file'],
      [4, at(21), 'file'],
      [3, at(10), 'file'],
      [2, at(9), 'studio'],
      [1, at(0), 'import'],
    ]);
    expect([1, 2, 3, 4, 5, 6].map((version) => store.teams.textOf('release', version))).toEqual([
      'first',
      'third',
      'from outside',
      'same sitting',
      'next sitting',
      null,
    ]);
  });

  it('change in one transaction or not at all, and go with every version', () => {
    const store = open(temporaryFolder(), () => minutes(0));
    const { hash } = store.teams.add({ ...own, ...text('first') });
    store.teams.add({ ...own, ...text('other'), id: 'a' });
    expect(store.teams.update('release', () => null)).toBeNull();
    expect(store.teams.update('gone', () => ({ next: { ...text('x'), by: 'studio', fresh: false } }))).toBeNull();
    expect(() =>
      store.teams.update('release', () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(() => store.teams.update('release', () => ({ next: { ...text('half \ud800'), by: 'studio', fresh: false } }))).toThrow(
      expect.objectContaining({ code: 'INVALID_STORED_VALUE' }),
    );
    expect(store.teams.get('release')).toMatchObject({ text: 'first', hash, version: 1 });
    expect(store.teams.update('release', () => ({ link: { path: '/work/a.yaml', fileHash: hash } }))).toMatchObject({
      path: '/work/a.yaml',
      fileHash: hash,
      version: 1,
    });
    expect(store.teams.list().map(({ id }) => id)).toEqual(['a', 'release']);
    store.teams.remove('release');
    expect([store.teams.get('release'), store.teams.versions('release'), store.teams.textOf('release', 1)]).toEqual([null, [], null]);
  });
});

it('settings keep JSON', () => {
  const home = temporaryFolder();
  const store = open(home);
  expect(store.settings.get('theme')).toBeNull();
  store.settings.set('theme', { dark: [true, null] });
  store.settings.set('theme', { dark: [false, null] });
  expect(open(home).settings.get('theme')).toEqual({ dark: [false, null] });
});

describe('doctor', () => {
  it('reports a healthy home with its durability and sizes', async () => {
    const home = temporaryFolder();
    const store = open(home);
    await store.storage.eventStore.append(run, 0, [newEvent('a'), newEvent('b')]);
    expect(store.check()).toEqual({
      ok: true,
      file: join(home, 'troupe.db'),
      sqlite: expect.stringMatching(/^3\.\d+/),
      schemaVersion: MIGRATIONS.length,
      journalMode: 'wal',
      synchronous: 2,
      streams: 1,
      events: 2,
      bytes: { database: expect.any(Number), log: expect.any(Number), marks: 340 },
      backup: null,
      problems: [],
    });
    expect(store.damage()).toEqual([]);
  });
  it('names every run that lost something, whole runs too, and rebuilds on demand', async () => {
    const home = temporaryFolder();
    const first = openHomeStore(home);
    const { eventStore, artifactStore } = first.storage;
    for (const streamId of ['run-1', 'run-2', 'run-3'])
      await eventStore.append({ ...run, streamId }, 0, [newEvent('a', { text: `in ${streamId}` }), newEvent('b')]);
    await artifactStore.write(
      { namespace: 'troupe', runId: 'run-3' },
      { bytes: Buffer.from('artifact-bytes'), mediaType: 'text/plain', purpose: 'prompt', contentMode: 'exact' },
    );
    first.close();
    copyFileSync(join(home, 'troupe.db'), join(home, 'older'));
    const second = openHomeStore(home);
    await second.storage.eventStore.append(run, 2, [newEvent('c')]);
    await second.storage.eventStore.append({ ...run, streamId: 'run-4' }, 0, [newEvent('d')]);
    second.close();
    const bytes = readFileSync(join(home, 'older'));
    for (const text of ['in run-2', 'artifact-bytes']) bytes.write('X', bytes.indexOf(text));
    writeFileSync(join(home, 'troupe.db'), bytes);
    const store = open(home);
    const found = (problems: ReturnType<typeof store.damage>) => problems.map(({ runId, code, revision }) => [runId, code, revision]);
    const lost = [
      ['run-1', 'CORRUPT_EVENT_STREAM', 3],
      ['run-4', 'CORRUPT_EVENT_STREAM', 1],
    ];
    expect(found(store.damage())).toEqual(lost);
    const report = store.check();
    expect(report.ok).toBe(false);
    expect(found([...report.problems])).toEqual([...lost, ['run-2', 'CORRUPT_EVENT_STREAM', 1], ['run-3', 'ARTIFACT_INTEGRITY', null]]);
    expect(report.problems.every(({ runId, message }) => message.includes(String(runId)))).toBe(true);
    const database = acquireDatabase(home);
    database.write((writer) => writer.run("UPDATE stream SET progress = '{}'"));
    database.release();
    expect(found(store.rebuild())).toEqual(lost);
    expect(store.damage()).toEqual([]);
    expect(store.runs.get('run-1')).toMatchObject({ revision: 2, turns: 0, control: 'none' });
    expect(await store.storage.eventStore.append(run, 2, [newEvent('c')])).toBe(3);
    expect(found([...store.check().problems])).toEqual([
      ['run-2', 'CORRUPT_EVENT_STREAM', 1],
      ['run-3', 'ARTIFACT_INTEGRITY', null],
    ]);
  });
});
