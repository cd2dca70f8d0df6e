import { expect, it } from 'vitest';
import { asSent, type Client, Follower, importText, loggedView, openHost, type Script, settled, startRun, teamText } from './test-host.ts';

const FRAME = 1024 * 1024;
// What the carrier puts around an answer.
const ENVELOPE = 200;
/** An answer as it travels; fails when it does not fit a frame. */
async function sent<Answer>(call: Promise<Answer>): Promise<Answer> {
  const text = JSON.stringify(await call);
  expect(Buffer.byteLength(text) + ENVELOPE).toBeLessThan(FRAME);
  return JSON.parse(text) as Answer;
}
/** Everything that can be asked of a run. */
async function readAll(client: Client, runId: string, position: string): Promise<void> {
  await sent(client.runs.next({ runId, after: null, parts: true }));
  const { lastRevision } = await sent(client.runs.events({ runId, after: 0, limit: 500, search: '' }));
  for (const revision of [1, Math.ceil(lastRevision / 2), lastRevision]) await sent(client.runs.at({ runId, revision }));
  await sent(client.runs.ticks({ runId, most: 1000 }));
  for (let place: string | null = '0.0'; place !== null; ) ({ place } = await sent(client.runs.items({ runId, place })));
  await sent(client.runs.turn({ runId, position }));
  await sent(client.runs.open({ runId }));
  await sent(client.runs.text({ runId, revision: 1, pointer: '', offset: 0 }));
  await sent(client.library.next({ after: null, search: '', limit: 1000 }));
}

/** How much of a long text travels depends on what travels with it. */
const shortened = (view: unknown): unknown =>
  JSON.parse(JSON.stringify(view, (_key, value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : value)));

const LINE = '会'.repeat(340_000); // a megabyte of UTF-8
const lines: Script = {
  task: LINE.slice(0, 200_000),
  members: {
    ada: {
      turns: [
        {
          say: LINE,
          data: { deep: [LINE.slice(0, 100_000), LINE.slice(0, 100_000)] },
          posts: [{ room: 'all', text: LINE, mentions: ['bo'] }],
        },
      ],
      pace: 500_000,
      limits: { inputBytes: 8_000_000, outputBytes: 7_000_000 },
    },
    bo: {
      initialTurn: false,
      turns: [{ say: LINE, fail: { message: LINE } }],
      pace: 500_000,
      limits: { inputBytes: 8_000_000, outputBytes: 7_000_000 },
    },
  },
  rooms: [{ id: 'all', members: ['ada', 'bo'] }],
};

it('[I6] lines of a megabyte, in CJK: every answer fits a frame, live and from the log', async () => {
  const { client, host } = openHost();
  const runId = await startRun(client, lines);
  const live = await new Follower(client, runId).until('failed');
  expect(live.largest + ENVELOPE).toBeLessThan(FRAME);
  expect(shortened(asSent(live.view))).toEqual(shortened(await loggedView(host, runId)));
  await readAll(client, runId, 'team/ada/1');
  await readAll(client, runId, 'team/bo/1');
  const turn = await client.runs.turn({ runId, position: 'team/ada/1' });
  expect(turn).toMatchObject({ cut: true, state: 'completed' });
  const events = await client.runs.events({ runId, after: 0, limit: 500, search: '' });
  expect(events.events.filter(({ cut }) => cut).length).toBeGreaterThan(1);
});

it('[P5] 3,000 members with long CJK names, roles and briefs: they can be opened, started, watched and read', async () => {
  const { client, host } = openHost();
  const members = Object.fromEntries(
    Array.from({ length: 3000 }, (_, index) => [
      `m${index}`,
      {
        name: `成员 ${index} ${'名'.repeat(100)}`,
        role: '角'.repeat(40),
        brief: '简'.repeat(200),
        initialTurn: index < 10,
        turns: [{ say: '好'.repeat(300) }],
      },
    ]),
  );
  const text = teamText({ id: 'crowd', members, rooms: [{ id: 'all', members: Object.keys(members) }], limits: { globalConcurrency: 8 } });
  const { teamId, problems } = await sent(importText(client, text));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect((await sent(client.teams.open({ teamId: teamId ?? '' }))).total).toBe(text.length);
  const runId = await startRun(client, text);
  const live = await new Follower(client, runId).until('complete');
  expect(live.largest + ENVELOPE).toBeLessThan(FRAME);
  expect(live.view?.turns.used).toBe(10);
  expect((await loggedView(host, runId)).members['m9']?.state).toBe('done');
  await readAll(client, runId, 'team/m0/1');
});

it('[P5] a team whose definition fits no frame is watched by snapshots', async () => {
  const { client } = openHost();
  const members = Object.fromEntries(
    Array.from({ length: 1700 }, (_, index) => [
      `${'很'.repeat(100)}${index}`,
      { initialTurn: index < 3, turns: [{ say: 'x'.repeat(100) }], pace: 100 },
    ]),
  );
  const runId = await startRun(client, teamText({ id: 'names', members, rooms: [{ id: 'all', members: Object.keys(members) }] }));
  const live = await new Follower(client, runId).until('complete');
  expect(live.largest + ENVELOPE).toBeLessThan(FRAME);
  expect(live.items).toBe(0);
  expect(live.snapshots).toBeGreaterThan(2);
  expect(live.view?.turns.used).toBe(3);
  await readAll(client, runId, `team/${'很'.repeat(100)}0/1`);
});

it('[F3] a document of nothing but problems, and a library of long names and failures', async () => {
  const { client } = openHost();
  const bad = {
    format: 'troupe.team',
    formatVersion: 1,
    form: 'conversation',
    id: 'bad',
    members: Array.from({ length: 300 }, (_, index) => ({
      id: `${'错'.repeat(500)}${index % 5}`,
      engine: { kind: 'scripted' },
      brief: '{{nothing}}',
      [`键${'键'.repeat(2000)}`]: 1,
    })),
  };
  const { problems } = await sent(importText(client, JSON.stringify(bad)));
  expect(problems.length).toBeGreaterThan(100);
  for (let index = 0; index < 12; index += 1) {
    const fail = { message: '失'.repeat(5000) };
    const runId = await startRun(
      client,
      JSON.stringify({
        ...(JSON.parse(
          teamText({ id: `team-${index}`, task: '任'.repeat(9000), members: { ada: { turns: [{ say: 'x', fail }] } } }),
        ) as object),
        name: '名'.repeat(3000),
      }),
    );
    await settled(client, runId, 'failed');
  }
  const { runs, teams } = await sent(client.library.next({ after: null, search: '', limit: 1000 }));
  expect([runs.length, teams.length >= 12]).toEqual([12, true]);
});
