import { expect, test } from '@playwright/test';
import { type Ended, type Line, linesOf, newHome } from './command-line.ts';

/** Two members that talk to each other at a pace that leaves time for a kill: twelve turns, each streamed. */
const slowTeam = (member = '', pace = 400) => `
format: troupe.team
formatVersion: 1
id: slow
form: conversation
task: Count.
limits: { globalConcurrency: 1, maxTurnsPerMember: 20 }
tailMessages: 4
members:
  - { id: a, role: counter, brief: Count., ${member} engine: { kind: scripted, pace: ${pace}, turns: [${turns('b')}] } }
  - { id: b, role: counter, brief: Count., initialTurn: false, engine: { kind: scripted, pace: ${pace}, turns: [${turns('a')}] } }
rooms: [{ id: r, members: [a, b] }]
`;
function turns(other: string): string {
  const speaking = Array.from(
    { length: 5 },
    (_, index) => `{ say: "${`word ${index} `.repeat(12)}", posts: [{ room: r, text: "turn ${index}", mentions: [${other}] }] }`,
  );
  return [...speaking, '{ say: "Done counting." }'].join(', ');
}

interface StoredEvent {
  readonly revision: number;
  readonly type: string;
  readonly payload: { readonly position?: string };
}
/** Every event on record, as another process reads it. */
async function eventsOf(troupe: (...args: string[]) => Promise<Ended>, runId: string) {
  const followed = await troupe('follow', runId, '--json');
  return linesOf(followed)
    .filter(({ type }) => type === 'event')
    .map(({ event }) => event as unknown as StoredEvent);
}

const completions = (events: readonly StoredEvent[]) =>
  events.filter(({ type }) => type === 'graph:node-completed').map(({ payload }) => payload.position);

const MOMENTS: readonly (readonly [string, (line: Line) => boolean])[] = [
  ['when the first turn has been dispatched', ({ event }) => event?.type === 'graph:node-attempt-started'],
  ['in the middle of a streamed text', ({ type, position }) => type === 'part' && position === 'team/b/2'],
  ['right after a turn is on record', ({ event }) => event?.type === 'graph:node-completed' && event.payload.position === 'team/a/4'],
];
for (const [when, moment] of MOMENTS)
  test(`comes back after SIGKILL ${when} and finishes without running a completed turn twice`, async () => {
    const { troupe, begin, file } = newHome();
    const running = begin('run', file('slow.troupe.yaml', slowTeam()), '--json');
    await running.seen(moment);
    running.kill('SIGKILL');
    expect((await running.ended).signal).toBe('SIGKILL');

    const [listed] = JSON.parse((await troupe('list', '--json')).stdout) as { runId: string; status: string }[];
    expect(listed?.status).toBe('interrupted');
    const runId = listed?.runId ?? '';
    const before = await eventsOf(troupe, runId);
    expect(before.map(({ revision }) => revision)).toEqual(before.map((_, index) => index + 1));
    // Everything that was acknowledged on stdout is on record.
    const acknowledged = linesOf(await running.ended)
      .filter(({ type }) => type === 'event')
      .map(({ event }) => event as unknown as StoredEvent);
    expect(before.slice(0, acknowledged.length)).toEqual(acknowledged);
    expect((await troupe('verify', runId)).code).toBe(0);

    const resumed = await troupe('run', '--resume', runId, '--json');
    expect(resumed.code).toBe(0);
    const after = await eventsOf(troupe, runId);
    expect(after.slice(0, before.length)).toEqual(before);
    const done = completions(after);
    expect(new Set(done).size).toBe(done.length);
    const expected = ['a', 'b'].flatMap((id) => Array.from({ length: id === 'a' ? 6 : 5 }, (_, index) => `team/${id}/${index + 1}`));
    expect(new Set(done)).toEqual(new Set(expected));
    // Only the turn that was cut short was started again, and is marked so.
    expect(after.filter(({ type }) => type === 'graph:node-resumed').length).toBeLessThanOrEqual(1);
    expect((await troupe('doctor')).code).toBe(0);
  });

test('lets another process read a live run, and tells it RUN_OWNED when it wants to drive', async () => {
  const { troupe, begin, file } = newHome();
  const running = begin('run', file('slow.troupe.yaml', slowTeam('', 50)), '--json');
  await running.seen(({ event }) => event?.type === 'graph:node-completed');
  const [listed] = JSON.parse((await troupe('list', '--json')).stdout) as { runId: string; status: string }[];
  expect(listed?.status).toBe('running');
  const runId = listed?.runId ?? '';
  const [shown, refused, followed] = await Promise.all([
    troupe('show', runId, '--json'),
    troupe('run', '--resume', runId),
    troupe('follow', runId, '--json'),
  ]);
  expect(JSON.parse(shown.stdout)).toMatchObject({ status: 'running' });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('[RUN_OWNED]');
  expect(refused.stderr).toContain(`process ${running.pid}`);
  // The follower saw it to its end, parts included.
  expect(followed.code).toBe(0);
  expect(linesOf(followed).at(-1)).toMatchObject({ type: 'outcome', status: 'complete' });
  expect(linesOf(followed).some(({ type }) => type === 'part')).toBe(true);
  expect((await running.ended).code).toBe(0);
});

test('pauses at the first Ctrl-C and goes on later; a second one stops for good', async () => {
  const { troupe, begin, file } = newHome();
  const document = file('slow.troupe.yaml', slowTeam());
  const paused = begin('run', document, '--json');
  await paused.seen(({ type }) => type === 'part');
  paused.kill('SIGINT');
  expect((await paused.ended).code).toBe(130);
  const outcome = linesOf(await paused.ended).at(-1) as unknown as { runId: string; status: string };
  expect(outcome.status).toBe('paused');
  const resumed = await troupe('run', '--resume', outcome.runId, '--json');
  expect([resumed.code, linesOf(resumed).at(-1)]).toMatchObject([0, { status: 'complete' }]);

  const stopped = begin('run', document, '--json');
  await stopped.seen(({ type }) => type === 'part');
  stopped.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 30));
  stopped.kill('SIGINT');
  expect((await stopped.ended).code).toBe(130);
  const end = linesOf(await stopped.ended).at(-1) as unknown as { runId: string; status: string };
  expect(end.status).toBe('stopped');
  const again = await troupe('run', '--resume', end.runId);
  expect(again.code).toBe(130);
});

test('asks what becomes of a turn that may not run again by itself, and does each of the three things', async () => {
  const { troupe, begin, file } = newHome();
  const document = file('careful.troupe.yaml', slowTeam('retrySafe: false,'));
  for (const [choice, code, status] of [
    [['--again'], 0, 'complete'],
    [['--failed'], 1, 'failed'],
    [['--result', '{"summary": "By hand."}'], 0, 'complete'],
  ] as const) {
    const running = begin('run', document, '--json');
    await running.seen(({ type }) => type === 'part');
    running.kill('SIGKILL');
    await running.ended;
    const [listed] = JSON.parse((await troupe('list', '--json')).stdout) as { runId: string; status: string }[];
    const runId = listed?.runId ?? '';
    const open = JSON.parse((await troupe('recover', runId, '--json')).stdout) as unknown[];
    expect(open).toMatchObject([{ position: 'team/a/1', member: 'a', needs: 'choose' }]);
    // Resume alone does not run it: the run waits for the choice.
    const resumed = await troupe('run', '--resume', runId, '--json');
    expect([resumed.code, linesOf(resumed).at(-1)]).toMatchObject([3, { status: 'waiting' }]);
    const refused = await troupe('recover', runId, 'team/a/1', '--result', '{"no": "summary"}');
    expect(refused.code).not.toBe(0);
    const settled = await troupe('recover', runId, 'team/a/1', ...choice, '--json');
    expect([settled.code, linesOf(settled).at(-1)]).toMatchObject([code, { status }]);
    expect((await troupe('verify', runId)).code).toBe(0);
  }
});
