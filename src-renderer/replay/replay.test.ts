import { ORPCError } from '@orpc/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand';
import { circle, compileTeam, LogBuilder } from '../../src-shared/run/conversation.fixture.ts';
import { createRunFold } from '../../src-shared/run/run-fold.ts';
import type { ReplayedRun } from './replayed-run.ts';
import { Replay } from './replay.ts';

const LAST = 30;
type Call = (asked: { readonly revision: number; readonly from: number }) => Promise<unknown>;
/** A host whose answers come when a test lets them. */
const host = vi.hoisted(() => ({ at: vi.fn<Call>(), seek: vi.fn<Call>(), items: vi.fn<Call>() }));
vi.mock('../host-client/connect.ts', () => ({ connectHost: () => ({ runs: host }) }));

const [started] = new LogBuilder().events;
if (started === undefined) throw new Error('a log has a beginning');
const fold = createRunFold(compileTeam(circle(['ann', 'bob'])));
const viewAt = (revision: number) => ({ ...fold.open(started), revision });
const answer: Call = async ({ revision }) => ({
  view: viewAt(revision),
  moment: { revision, at: started.timestamp },
  place: `${revision}.0`,
});
const offline = () => Promise.reject(new ORPCError('OFFLINE', { message: 'No host.' }));

/** A replay of a run of so many events that tells of nothing between them. */
function openReplay(): Replay {
  const newest = { view: viewAt(LAST) };
  const opened = { head: { runId: 'talk', lastRevision: LAST }, team: { members: [] }, fold, newest, ...newest, moment: null };
  // A replay reads no more of them.
  // oxlint-disable-next-line no-unsafe-type-assertion
  const run = createStore(() => opened as unknown as ReturnType<ReplayedRun['run']['getState']>);
  return new Replay({
    run,
    show: (view, at) => run.setState({ view, moment: { revision: view.revision, at } }),
    showNewest: () => run.setState({ ...newest, moment: null }),
  });
}
const stands = (replay: Replay) => replay.of.run.getState().moment?.revision ?? null;

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then, 1));
  host.at.mockReset().mockImplementation(answer);
  host.seek.mockReset();
  host.items.mockReset().mockImplementation(offline);
});

it('says why playing stops and stays where it was, at each speed, without asking again and again', async () => {
  for (const speed of ['1x', 'instant'] as const) {
    const replay = openReplay();
    replay.setSpeed(speed);
    await replay.moveTo(5);
    host.at.mockClear().mockImplementation(offline);
    await replay.play();
    expect(replay.store.getState()).toMatchObject({ playing: false, wanted: 5, problem: 'No host.' });
    expect([stands(replay), host.at.mock.calls.length]).toEqual([5, speed === 'instant' ? 1 : 0]);
    replay.toEnd();
    await replay.play();
    expect(replay.store.getState()).toMatchObject({ playing: false, wanted: null, problem: 'No host.' });
    host.at.mockImplementation(answer);
  }
});

it('plays a run that can be read to its end', async () => {
  const replay = openReplay();
  replay.setSpeed('instant');
  await replay.moveTo(25);
  await replay.play();
  expect([stands(replay), replay.store.getState()]).toMatchObject([null, { playing: false, wanted: null, problem: null }]);
});

it('seeks on from where the seek before led, though neither was answered when they were asked for', async () => {
  host.seek.mockImplementation(async ({ from }) => ({ revision: from + 3 }));
  const replay = openReplay();
  await replay.moveTo(5);
  await Promise.all([replay.seekTurn(false), replay.seekTurn(false), replay.seekTurn(false)]);
  await vi.waitFor(() => expect(stands(replay)).toBe(14));
});

it('drops the answer to a seek, and those that wait, when another moment was wanted meanwhile', async () => {
  const asked = Promise.withResolvers<{ revision: number }>();
  host.seek.mockReturnValue(asked.promise);
  const replay = openReplay();
  await replay.moveTo(5);
  const seeks = [replay.seekTurn(false), replay.seekFailure(false)];
  await vi.waitFor(() => expect(host.seek).toHaveBeenCalledOnce());
  await replay.moveTo(20);
  asked.resolve({ revision: 8 });
  await Promise.all(seeks);
  expect([stands(replay), replay.store.getState().wanted, host.seek.mock.calls.length]).toEqual([20, 20, 1]);
});
