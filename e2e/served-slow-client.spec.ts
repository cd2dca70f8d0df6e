import { readFileSync } from 'node:fs';
import { expect, test } from './shells.ts';
import { connectClient, type SocketClient } from './socket-client.ts';

const TURNS = 200;
/** Two members that hand each other a long text, as fast as they can. */
const DOCUMENT = JSON.stringify({
  format: 'troupe.team',
  formatVersion: 1,
  id: 'ping-pong',
  name: 'Ping pong',
  form: 'conversation',
  task: 'Go.',
  limits: { globalConcurrency: 1, maxTurnsPerMember: TURNS / 2 },
  members: ['ping', 'pong'].map((id, at) => ({
    id,
    role: id,
    brief: 'Answer.',
    initialTurn: at === 0,
    engine: {
      kind: 'scripted',
      turns: Array.from({ length: TURNS / 2 }, (_unused, turn) => ({
        say: 'ok',
        ...(at === 1 && turn === TURNS / 2 - 1
          ? {}
          : { posts: [{ room: 'table', text: 'line '.repeat(400), mentions: [at === 0 ? 'pong' : 'ping'] }] }),
      })),
    },
  })),
  rooms: [{ id: 'table', name: 'Table', members: ['ping', 'pong'] }],
});
type Next = { kind: string; cursor: string; head: { status: string; lastRevision: number } };
const next = (one: SocketClient, runId: string, after: string | null) =>
  one.call('/runs/next', { runId, after, parts: true }) as Promise<Next>;
const residentMegabytes = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** A document comes in pieces that fit a frame. */
async function importTeam(one: SocketClient) {
  const pieces = DOCUMENT.match(/[^]{1,100000}/g) ?? [];
  let answer = { teamId: '' };
  for (const [at, text] of pieces.entries())
    answer = (await one.call('/teams/import', {
      fileName: 'ping-pong.troupe.json',
      uploadId: '0123456789abcdef0123456789abcdef',
      text,
      done: at === pieces.length - 1,
    })) as { teamId: string };
  return answer.teamId;
}

/** Starts a run and follows it to its end; how long that took. */
async function follow(one: SocketClient, teamId: string, commandId: string) {
  const began = performance.now();
  const { runId } = (await one.call('/runs/start', { teamId, task: null, commandId })) as { runId: string };
  let last = await next(one, runId, null);
  while (last.head.status === 'running' || last.head.status === 'starting') last = await next(one, runId, last.cursor);
  return { runId, milliseconds: performance.now() - began, head: last.head };
}

test('[I8] a paused socket never slows the executor and costs little; reading again, it sees what is on record', async ({ shell }) => {
  test.slow();
  const token = shell.url.split('#token=')[1] ?? '';
  const active = await connectClient(shell.port, token);
  const teamId = await importTeam(active);
  const alone = await follow(active, teamId, 'alone001');
  expect(alone.head.status).toBe('complete');

  // Five clients ask for 500 whole snapshots, together some 250 MiB and more, and take none.
  const clients = await Promise.all(Array.from({ length: 5 }, () => connectClient(shell.port, token)));
  const [kept, ...others] = clients;
  await Promise.all(clients.map((one) => next(one, alone.runId, null)));
  const asked = clients.map((one) => {
    one.socket.pause();
    return Promise.allSettled(Array.from({ length: 100 }, () => next(one, alone.runId, null)));
  });
  const before = residentMegabytes(shell.pid);
  const watched = await follow(active, teamId, 'watched1');
  expect(watched.head).toMatchObject({ status: 'complete', lastRevision: alone.head.lastRevision });
  expect(watched.milliseconds).toBeLessThan(alone.milliseconds * 2 + 1000);
  expect(residentMegabytes(shell.pid) - before).toBeLessThan(128);

  for (const one of others) one.socket.terminate();
  kept?.socket.resume();
  const answers = ((await asked[0]) ?? []).filter((answer) => answer.status === 'fulfilled');
  expect(answers.length).toBeGreaterThan(0); // all, unless it was silent for so long that it has to connect again
  expect(answers.filter(({ value }) => value.head.lastRevision !== alone.head.lastRevision)).toEqual([]);
  const again = await connectClient(shell.port, token);
  const late = await next(again, watched.runId, null);
  expect(late).toMatchObject({ kind: 'snapshot', head: { status: 'complete', lastRevision: watched.head.lastRevision } });
  again.close();
  active.close();
  kept?.close();
});
