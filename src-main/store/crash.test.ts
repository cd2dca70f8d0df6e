import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openHomeStore } from './home-store.ts';
import { collect, newEvent, run, startProcess, temporaryFolder } from './test-storage.ts';

vi.setConfig({ testTimeout: 120_000 }); // real processes on a busy machine

/** Appends for ever: two events and a part a time, and prints each acknowledged revision. */
const appending = (home: string) => `
  const { storage: { eventStore } } = openHomeStore(${JSON.stringify(home)});
  for (let revision = 0; ; ) {
    const parts = [{ position: 'p', attempt: 1, sequence: revision + 1, kind: 'text', data: 'text ' + revision, at: 1, revision: 1 }];
    revision = await eventStore.append(run, revision, [event({ n: revision + 1 }), event({ n: revision + 2, text: 'x'.repeat(revision % 900) })], parts);
    console.log(revision);
  }`;

it.each([0, 1, 5, 30, 150, 400])(
  '[C1 P1] killed with SIGKILL after %i more acknowledgements: a committed prefix, nothing acknowledged lost',
  async (more) => {
    const home = temporaryFolder();
    const { child, lines, ended } = startProcess(appending(home));
    let acknowledged = 0;
    for (let n = 0; n <= more; n++) acknowledged = Number((await lines.next()).value);
    child.kill('SIGKILL');
    await ended;
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) acknowledged = Number(line.value);
    const store = openHomeStore(home);
    const events = await collect(store.storage.eventStore.read(run));
    expect(events.length).toBeGreaterThanOrEqual(acknowledged);
    expect(events.length % 2).toBe(0);
    expect(events.map(({ payload }) => (payload as { n: number }).n)).toEqual(events.map((_, index) => index + 1));
    const parts = await store.storage.eventStore.parts.read(run);
    expect(parts).toHaveLength(events.length / 2);
    expect(store.runs.get('run-1')).toMatchObject({ revision: events.length, turns: 0 });
    expect(store.check().problems).toEqual([]);
    expect(await store.storage.eventStore.append(run, events.length, [newEvent('after')])).toBe(events.length + 1);
    store.close();
  },
);

it('two processes appending to one run never interleave: each revision has one winner', async () => {
  const home = temporaryFolder();
  const racing = `
    const { storage: { eventStore } } = openHomeStore(${JSON.stringify(home)});
    let won = 0, lost = 0;
    for (let revision = await eventStore.lastRevision(run); revision < 200; revision = await eventStore.lastRevision(run)) {
      try { await eventStore.append(run, revision, [event({ pid: process.pid, revision: revision + 1 })]); won++; }
      catch (error) { if (error.code !== 'REVISION_CONFLICT') throw error; lost++; }
      if (revision % 10 === 0) await new Promise((done) => setTimeout(done, 1));
    }
    console.log(JSON.stringify({ won, lost }));`;
  const processes = [startProcess(racing), startProcess(racing)];
  const results = await Promise.all(
    processes.map(async ({ lines }) => JSON.parse(String((await lines.next()).value)) as { won: number; lost: number }),
  );
  const store = openHomeStore(home);
  const events = await collect(store.storage.eventStore.read(run));
  expect(results.reduce((total, { won }) => total + won, 0)).toBe(events.length);
  expect(events.map(({ payload }) => (payload as { revision: number }).revision)).toEqual(events.map(({ revision }) => revision));
  expect(store.check().problems).toEqual([]);
  store.close();
});

it('a reader in another process sees whole appends while a run is written', async () => {
  const home = temporaryFolder();
  const store = openHomeStore(home);
  await store.storage.eventStore.append(run, 0, [newEvent('a0'), newEvent('b0')]);
  const { lines } = startProcess(`
    const { storage: { eventStore } } = openHomeStore(${JSON.stringify(home)});
    console.log('ready');
    for (let last = 0; last < 600; ) {
      let count = 0;
      for await (const event of eventStore.read(run)) count = event.revision;
      if (count % 2 !== 0 || count < last) throw new Error('saw half of an append: ' + count);
      last = count;
    }
    console.log('saw all');`);
  await lines.next();
  for (let n = 1; n < 300; n++) {
    await store.storage.eventStore.append(run, n * 2, [newEvent(`a${n}`), newEvent(`b${n}`)]);
    if (n % 20 === 0) await new Promise((done) => setTimeout(done, 2));
  }
  expect((await lines.next()).value).toBe('saw all');
  store.close();
});

it('a run removed leaves no byte of it, in the file, its log or its marks', async () => {
  const home = temporaryFolder();
  const store = openHomeStore(home);
  const { eventStore, artifactStore } = store.storage;
  const kept = { namespace: 'troupe', streamId: 'run-keep' };
  for (let n = 0; n < 40; n++) {
    await eventStore.append(
      run,
      n,
      [newEvent(`e${n}`, `canary event ${n} ${'x'.repeat(n * 50)}`)],
      [{ position: 'canary-position', attempt: 1, sequence: 1, kind: 'text', data: `canary part ${n}`, at: 1, revision: 1 }],
    );
    await eventStore.append(kept, n, [{ ...newEvent(`k${n}`, `kept ${n}`), correlationId: null }]);
  }
  await artifactStore.write(
    { namespace: 'troupe', runId: 'run-1' },
    { bytes: Buffer.from('canary artifact '.repeat(600)), mediaType: 'text/plain', purpose: 'canary', contentMode: 'exact' },
  );
  await eventStore.leases.acquire(run, 'canary-holder');
  store.runs.remove('run-1');
  expect(store.runs.get('run-1')).toBeNull();
  expect(await collect(eventStore.read(run))).toEqual([]);
  expect(await eventStore.parts.read(run)).toEqual([]);
  expect(await collect(eventStore.read(kept))).toHaveLength(40);
  for (const name of ['troupe.db', 'troupe.db-wal', 'troupe.db.marks'])
    expect(readFileSync(join(home, name)).toString('latin1')).not.toMatch(/canary|run-1/);
  expect(store.check().problems).toEqual([]);
  expect(await eventStore.append(run, 0, [newEvent('anew')])).toBe(1);
  store.close();
});
