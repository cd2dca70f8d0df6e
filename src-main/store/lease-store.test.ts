import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LeaseOwner } from '../../src-shared/run/storage.ts';
import { acquireDatabase } from './database.ts';
import { openHomeStore } from './home-store.ts';
import { hasEnded, thisProcess } from './process-identity.ts';
import { newEvent, run, startProcess, temporaryFolder } from './test-storage.ts';

vi.setConfig({ testTimeout: 60_000 }); // real processes on a busy machine

function leasesIn(home: string, clock = Date.now) {
  const store = openHomeStore(home, { clock });
  onTestFinished(() => store.close());
  return store.storage.eventStore.leases;
}
const started = 1_767_225_600_000;

describe('within a process', () => {
  it('one holder at a time: the second is told who has it since when', async () => {
    const leases = leasesIn(temporaryFolder(), () => started);
    expect(await leases.owner(run)).toBeNull();
    expect(await leases.acquire(run, 'first')).toEqual({ ok: true, from: null });
    const owner = { holder: 'first', ...thisProcess, since: '2026-01-01T00:00:00.000Z' };
    expect(await leases.acquire(run, 'second')).toEqual({ ok: false, owner });
    expect(await leases.owner(run)).toEqual(owner);
    expect(await leases.acquire(run, 'first')).toEqual({ ok: true, from: null });
    expect(await leases.acquire({ ...run, streamId: 'run-2' }, 'second')).toEqual({ ok: true, from: null });
  });
  it('release frees it, and only the holder can', async () => {
    const leases = leasesIn(temporaryFolder());
    await leases.acquire(run, 'first');
    await leases.release(run, 'second');
    expect((await leases.owner(run))?.holder).toBe('first');
    await leases.release(run, 'first');
    expect(await leases.owner(run)).toBeNull();
    expect(await leases.acquire(run, 'second')).toEqual({ ok: true, from: null });
  });
  it('expires 10 s after the last heartbeat, and the former owner is named', async () => {
    let now = started;
    const leases = leasesIn(temporaryFolder(), () => now);
    await leases.acquire(run, 'first');
    now += 8000;
    expect(await leases.heartbeat(run, 'first')).toBe(true);
    now += 9999;
    expect((await leases.acquire(run, 'second')).ok).toBe(false);
    now += 1;
    expect(await leases.owner(run)).toBeNull();
    expect(await leases.acquire(run, 'second')).toMatchObject({ ok: true, from: { holder: 'first', since: '2026-01-01T00:00:00.000Z' } });
    expect(await leases.heartbeat(run, 'first')).toBe(false);
    expect(await leases.heartbeat(run, 'second')).toBe(true);
    expect(await leases.heartbeat({ ...run, streamId: 'unknown' }, 'second')).toBe(false);
  });
  it('a number that now is another process has expired at once; another machine has not', async () => {
    const home = temporaryFolder();
    const leases = leasesIn(home);
    await leases.acquire(run, 'first');
    const database = acquireDatabase(home);
    onTestFinished(() => database.release());
    const change = (sql: string) => database.write((writer) => writer.run(sql));
    change("UPDATE lease SET started_at = 'an earlier boot:7'");
    expect(await leases.owner(run)).toBeNull();
    change("UPDATE lease SET host = 'another-machine', pid = 999999999");
    expect(await leases.owner(run)).toMatchObject({ host: 'another-machine' });
    change(`UPDATE lease SET host = '${thisProcess.host}'`);
    expect(await leases.owner(run)).toBeNull();
  });
});

describe('across processes', () => {
  const holding = (home: string) => `
    const { storage } = openHomeStore(${JSON.stringify(home)});
    console.log(JSON.stringify(await storage.eventStore.leases.acquire(run, 'child')));
    setInterval(() => storage.eventStore.leases.heartbeat(run, 'child'), 500);`;
  it('a live owner is named; one killed with SIGKILL has lost it at once', async () => {
    const home = temporaryFolder();
    const leases = leasesIn(home);
    const { child, lines, ended } = startProcess(holding(home));
    expect(JSON.parse(String((await lines.next()).value))).toEqual({ ok: true, from: null });
    const answer = await leases.acquire(run, 'mine');
    expect(answer).toMatchObject({ ok: false, owner: { pid: child.pid, host: thisProcess.host, holder: 'child' } });
    child.kill('SIGSTOP');
    expect((await leases.acquire(run, 'mine')).ok).toBe(false);
    child.kill('SIGKILL');
    await ended;
    expect(await leases.owner(run)).toBeNull();
    expect(await leases.acquire(run, 'mine')).toMatchObject({ ok: true, from: { pid: child.pid, holder: 'child' } });
  });
  it('a stopped owner loses it after 10 s, and then its append and heartbeat are refused', async () => {
    const home = temporaryFolder();
    let now = Date.now();
    const store = openHomeStore(home, { clock: () => now });
    onTestFinished(() => store.close());
    const { child, lines } = startProcess(`
      const { storage: { eventStore } } = openHomeStore(${JSON.stringify(home)});
      await eventStore.append(run, 0, [event('start')]);
      await eventStore.leases.acquire(run, 'child');
      console.log('ready');
      process.stdin.once('data', async () => {
        console.log(await eventStore.leases.heartbeat(run, 'child'));
        console.log(await eventStore.append(run, 1, [event('late')]).catch((error) => error.code));
      });`);
    await lines.next();
    child.kill('SIGSTOP');
    now = Date.now() + 11_000;
    expect((await store.storage.eventStore.leases.acquire(run, 'mine')).ok).toBe(true);
    expect(await store.storage.eventStore.append(run, 1, [newEvent('mine')])).toBe(2);
    child.kill('SIGCONT');
    child.stdin?.write('go\n');
    expect([(await lines.next()).value, (await lines.next()).value]).toEqual(['false', 'REVISION_CONFLICT']);
  });
  it('a zombie has ended', async () => {
    const { child, lines } = startProcess(`
      import { spawn } from 'node:child_process';
      console.log(process.pid);`);
    const pid = Number((await lines.next()).value);
    await new Promise((done) => {
      child.once('exit', done);
    });
    const gone: LeaseOwner = { ...thisProcess, pid, startedAt: 'whenever', holder: 'x', since: '' };
    expect(hasEnded(gone)).toBe(true);
    expect(hasEnded(thisProcess)).toBe(false);
  });
});
