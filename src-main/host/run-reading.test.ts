import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { asSent, Follower, openHost, refusal, type Script, settled, startRun, teamText } from './test-host.ts';

const relay: Script = {
  task: 'Count to two.',
  members: {
    ada: {
      role: 'first',
      brief: 'Say one.',
      turns: [{ say: 'One.', posts: [{ room: 'all', text: 'One: over to @bo', mentions: ['bo'] }] }],
    },
    bo: { initialTurn: false, turns: [{ say: 'Two, and 二 🦉.', data: { list: ['a/b', { '~x': 'deep' }] } }] },
  },
  rooms: [{ id: 'all', members: ['ada', 'bo'] }],
};
async function finishedRelay() {
  const opened = openHost();
  const runId = await startRun(opened.client, relay);
  await settled(opened.client, runId, 'complete');
  return { ...opened, runId };
}

it('gives events in pages, by type, member and text', async () => {
  const { client, runId } = await finishedRelay();
  const all = await client.runs.events({ runId, after: 0, limit: 500, search: '' });
  expect(all).toMatchObject({ lastRevision: all.events.length, more: false });
  expect(all.events.map(({ type }) => type.replace('graph:', ''))).toEqual([
    'run-started',
    ...['node-dispatched', 'node-attempt-started', 'node-completed'].flatMap((type) => type),
    'node-dispatched',
    'node-attempt-started',
    'node-completed',
  ]);
  const paged: number[] = [];
  for (let after = 0, more = true; more; ) {
    const page = await client.runs.events({ runId, after, limit: 3, search: '' });
    paged.push(...page.events.map(({ revision }) => revision));
    [after, more] = [paged.at(-1) ?? 0, page.more];
  }
  expect(paged).toEqual(all.events.map(({ revision }) => revision));
  const revisions = async (search: string) =>
    (await client.runs.events({ runId, after: 0, limit: 500, search })).events.map(({ revision }) => revision);
  expect(await revisions('COMPLETED')).toEqual([4, 7]);
  expect(await revisions('over to @bo')).toEqual([4]);
  expect(await revisions('team/bo/1')).toEqual([5, 6, 7]);
  expect(await revisions('no such word')).toEqual([]);
  expect((await client.runs.events({ runId, after: 7, limit: 10, search: '' })).events).toEqual([]);
});

it('gives the view as it was at every revision', async () => {
  const { client, runId } = await finishedRelay();
  const states: string[] = [];
  for (let revision = 1; revision <= 7; revision += 1) {
    const { view } = await client.runs.at({ runId, revision });
    expect(view.revision).toBe(revision);
    states.push(['ada', 'bo'].map((id) => view.members[id]?.state).join(' '));
  }
  expect(states).toEqual(['queued idle', 'running idle', 'running idle', 'done queued', 'done running', 'done running', 'done done']);
  const live = await new Follower(client, runId).until('complete');
  expect(asSent((await client.runs.at({ runId, revision: 7 })).view)).toEqual(asSent(live.view));
});

it('gives what a turn was given and answered, with its limits and how much of them it used', async () => {
  const { client, runId } = await finishedRelay();
  const ada = await client.runs.turn({ runId, position: 'team/ada/1' });
  expect(ada).toMatchObject({
    member: 'ada',
    state: 'completed',
    input: { task: 'Count to two.', role: 'first', brief: 'Say one.', result: null, messages: [] },
    result: { summary: 'One.' },
    code: null,
    cause: null,
    attempts: [{ attempt: 1, end: 'completed' }],
    revisions: [2, 3, 4],
    cut: false,
  });
  const bo = await client.runs.turn({ runId, position: 'team/bo/1' });
  expect(bo.input).toMatchObject({ messages: [{ id: 'team/ada/1/0', sender: 'ada', text: 'One: over to @bo', mentions: ['bo'] }] });
  expect(bo.inputDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(bo.limits.map(({ name }) => name)).toEqual(['Input', 'Output', 'Time']);
  for (const { limit, used } of bo.limits) expect([used !== null && used >= 0, (limit ?? 0) > (used ?? 0)]).toEqual([true, true]);
});

it('gives a failed turn its code and cause', async () => {
  const { client } = openHost();
  const fail = { code: 'TIMEOUT', message: 'The line was dead.' };
  const runId = await startRun(client, { members: { ada: { turns: [{ say: 'Hello?', fail }] } } });
  await settled(client, runId, 'failed');
  expect(await client.runs.turn({ runId, position: 'team/ada/1' })).toMatchObject({
    state: 'failed',
    result: null,
    code: 'TIMEOUT',
    cause: 'The line was dead.',
    attempts: [{ end: 'TIMEOUT' }],
  });
  const { runs } = await client.library.next({ after: null, search: '', limit: 5 });
  expect(runs[0]).toMatchObject({ status: 'failed', code: 'TEAM_NODE_FAILED' });
});

it('gives a turn as it was at a moment', async () => {
  const { client, runId } = await finishedRelay();
  const turnAt = (revision: number) => client.runs.turn({ runId, position: 'team/ada/1', revision });
  expect(await turnAt(2)).toMatchObject({ state: 'dispatched', attempts: [], result: null, revisions: [2] });
  expect(await turnAt(3)).toMatchObject({ state: 'running', attempts: [{ attempt: 1, end: 'running' }], result: null });
  expect(await turnAt(7)).toEqual(await client.runs.turn({ runId, position: 'team/ada/1' }));
  await refusal('UNKNOWN_TURN', turnAt(1));
});

it('gives long texts in ranges that join to the whole, characters unbroken', async () => {
  const { client } = openHost();
  const say = `${'a'.repeat(65_535)}🦉${'b'.repeat(65_534)}🦉c`;
  const runId = await startRun(client, { members: { ada: { turns: [{ say, data: { 'a/b': { '~x': [say] } } }] } } });
  await settled(client, runId, 'complete');
  const whole = async (pointer: string) => {
    let text = '';
    for (let total = 1; text.length < total; ) {
      const range = await client.runs.text({ runId, revision: 4, pointer, offset: text.length });
      expect(range.text.isWellFormed()).toBe(true);
      expect(range.text.length).toBeGreaterThan(0);
      text += range.text;
      total = range.total;
    }
    return text;
  };
  expect(await whole('/result/summary')).toBe(say);
  expect(await whole('/result/data/a~1b/~0x/0')).toBe(say);
  expect(JSON.parse(await whole(''))).toMatchObject({ nodeId: 'ada' });
  const { view } = await client.runs.at({ runId, revision: 4 });
  expect(view.members['ada']?.turns[0]).toMatchObject({ text: 'a'.repeat(65_535), cut: true });
  expect((await client.runs.text({ runId, revision: 4, pointer: '/result/summary', offset: 10_000_000 })).text).toBe('');
});

it('answers about itself', async () => {
  const { client, home } = openHost();
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  expect(await client.about({})).toEqual({ version, home, node: process.version, sqlite: expect.stringMatching(/^3\./) as string });
});

it('gives the team as it was when the run started, whole and in pieces, whatever became of it since', async () => {
  const brief = 'Say one. 🦉'.repeat(20_000);
  const { client } = openHost();
  const text = teamText({ ...relay, members: { ...relay.members, ada: { ...relay.members['ada'], brief } } });
  const runId = await startRun(client, text);
  await settled(client, runId, 'complete');
  const [row] = (await client.library.next({ after: null, search: '', limit: 10 })).teams;
  await client.teams.remove({ teamId: row?.id ?? '' });
  let whole = '';
  let pieces = 0;
  for (let total = 1; whole.length < total; pieces += 1) {
    const piece = await client.runs.team({ runId, offset: whole.length });
    expect(piece.text.isWellFormed()).toBe(true);
    [whole, total] = [whole + piece.text, piece.total];
  }
  expect(pieces).toBeGreaterThan(3);
  expect(JSON.parse(whole)).toEqual(JSON.parse(text));
  expect(await client.runs.team({ runId, offset: whole.length })).toEqual({ text: '', total: whole.length });
  await refusal('UNKNOWN_RUN', client.runs.team({ runId: 'no-such-run', offset: 0 }));
});
