import { expect, it } from 'vitest';
import type { RunStatus } from '../../src-shared/run/run-status.ts';
import { Follower, importText, newCommand, openHost, refusal, type Script, settled, startRun, statusOf, teamText } from './test-host.ts';

const quick: Script = { members: { ada: { turns: [{ say: 'Done.' }] } } };
/** Ada speaks for three seconds, then asks Bo. */
const slow: Script = {
  members: {
    ada: { turns: [{ say: 'x'.repeat(300), posts: [{ room: 'all', text: 'Go on.', mentions: ['bo'] }] }], pace: 100 },
    bo: { initialTurn: false, turns: [{ say: 'Done.' }] },
  },
  rooms: [{ id: 'all', members: ['ada', 'bo'] }],
};
const speaks = (follower: Follower) => follower.untilView((view) => (view.members['ada']?.turns.at(-1)?.text ?? '') !== '');

it('[I10] one intent starts one run, however often and at once it is sent', async () => {
  const { client, host } = openHost();
  const { teamId } = await importText(client, teamText(quick));
  const start = (commandId: string) => client.runs.start({ teamId: teamId ?? '', task: null, commandId });
  const commandId = newCommand();
  const answers = await Promise.all(Array.from({ length: 5 }, () => start(commandId)));
  expect(new Set(answers.map(({ runId }) => runId)).size).toBe(1);
  await host.whenIdle();
  expect((await start(commandId)).runId).toBe(answers[0]?.runId);
  expect(host.activeRuns()).toBe(0);
  // Intents that begin alike are others.
  const long = 'a'.repeat(24);
  expect((await start(`${long}0`)).runId).not.toBe((await start(`${long}1`)).runId);
  await host.whenIdle();
  expect((await client.library.next({ after: null, search: '', limit: 10 })).totalRuns).toBe(3);
});

it('[decision 13] pause lets running turns finish and starts nothing new; resume goes on', async () => {
  const { client } = openHost();
  const runId = await startRun(client, slow);
  const follower = await speaks(new Follower(client, runId));
  expect((await client.runs.pause({ runId })).status).toBe('running');
  await follower.until('paused');
  expect(follower.view?.members['ada']?.turns.at(-1)?.state).toBe('completed');
  expect(follower.view?.turns.used).toBe(1);
  expect((await client.runs.pause({ runId })).status).toBe('paused');
  expect(['running', 'complete']).toContain((await client.runs.resume({ runId })).status);
  await follower.until('complete');
  expect(follower.view?.turns.used).toBe(2);
  // A run that is over is left as it is.
  for (const act of [client.runs.pause, client.runs.resume, client.runs.stop]) expect((await act({ runId })).status).toBe('complete');
});

it('[decision 13] stop cancels what runs; a stopped run never goes on', async () => {
  const { client } = openHost();
  const runId = await startRun(client, slow);
  const follower = await speaks(new Follower(client, runId));
  expect((await client.runs.stop({ runId })).status).toBe('stopped');
  await follower.until('stopped');
  expect(follower.view?.members['ada']?.turns.at(-1)).toMatchObject({ state: 'cancelled', code: 'CANCELLED' });
  expect((await client.runs.resume({ runId })).status).toBe('stopped');
  expect(follower.view?.turns.used).toBe(1);
});

it('a run whose host closed is Interrupted; pause, stop and resume work on it', async () => {
  const first = openHost();
  const started: string[] = [];
  for (let index = 0; index < 3; index += 1) started.push(await startRun(first.client, { ...slow, id: `team-${index}` }));
  const [a = '', b = '', c = ''] = started;
  for (const runId of started) await speaks(new Follower(first.client, runId));
  await first.close();
  const { client } = openHost(first.home);
  for (const runId of started) expect(await statusOf(client, runId)).toBe('interrupted');
  expect((await client.runs.stop({ runId: b })).status).toBe('stopped');
  expect((await client.runs.pause({ runId: c })).status).toBe('interrupted');
  await client.runs.resume({ runId: a });
  const follower = await new Follower(client, a).until('complete');
  // The turn that was cut short ran again, as its second attempt.
  expect(follower.view?.members['ada']?.turns).toMatchObject([{ state: 'completed', attempt: 2 }]);
});

it('[decision 14] the words a run goes through, from start to end', async () => {
  const { client } = openHost();
  const runId = await startRun(client, slow);
  const words: (RunStatus | null)[] = [];
  const follower = new Follower(client, runId);
  while (follower.status !== 'complete') {
    await follower.pull();
    if (words.at(-1) !== follower.status) words.push(follower.status);
  }
  expect(words).toEqual(['running', 'complete']);
  expect(await statusOf(client, runId)).toBe('complete');
});

it('[decision 12] an uncertain turn waits for a choice; a wrong one is refused, each of the three settles it', async () => {
  const first = openHost();
  const cut: Script = { members: { ada: { turns: [{ say: 'x'.repeat(300) }], pace: 50, retrySafe: false } } };
  const runs: Record<'again' | 'failed' | 'result', string> = { again: '', failed: '', result: '' };
  for (const choice of ['again', 'failed', 'result'] as const) runs[choice] = await startRun(first.client, { ...cut, id: choice });
  for (const runId of Object.values(runs)) await speaks(new Follower(first.client, runId));
  await first.close();
  const { client } = openHost(first.home);
  const position = 'team/ada/1';
  for (const runId of Object.values(runs)) {
    expect(await statusOf(client, runId)).toBe('interrupted');
    expect((await client.runs.open({ runId })).turns).toMatchObject([{ position, member: 'ada', retrySafe: false, needs: 'choose' }]);
  }
  const turn = await client.runs.turn({ runId: runs.again, position });
  expect(turn).toMatchObject({ state: 'interrupted', attempts: [{ attempt: 1, endedAt: null, end: 'process ended' }] });
  const wrong = await refusal('PROTOCOL', client.runs.recover({ runId: runs.result, position, choice: 'result', result: { summary: 7 } }));
  expect(wrong.message).toContain('summary');
  await refusal('PROTOCOL', client.runs.recover({ runId: runs.result, position: 'team/ada/9', choice: 'again' }));
  // Resume alone leaves it to the person.
  await client.runs.resume({ runId: runs.failed });
  await settled(client, runs.failed, 'waiting');
  await client.runs.recover({ runId: runs.failed, position, choice: 'failed' });
  await settled(client, runs.failed, 'failed');
  await client.runs.recover({ runId: runs.result, position, choice: 'result', result: { summary: 'By hand.' } });
  await settled(client, runs.result, 'complete');
  expect((await client.runs.turn({ runId: runs.result, position })).result).toEqual({ summary: 'By hand.' });
  await client.runs.recover({ runId: runs.again, position, choice: 'again' });
  expect((await client.runs.open({ runId: runs.again })).turns).toEqual([]);
  await settled(client, runs.again, 'complete');
  const again = await client.runs.turn({ runId: runs.again, position });
  expect(again.attempts.map(({ end }) => end)).toEqual(['process ended', 'completed']);
  expect(again.state).toBe('completed');
  expect(again.input).toMatchObject({ task: 'Try it.', role: 'ada', messages: [] });
});
