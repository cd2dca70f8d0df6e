import { expect, it } from 'vitest';
import type { RunHead, RunUpdates } from '../../src-shared/contract/runs-contract.ts';
import { circle, LogBuilder, wander } from '../../src-shared/run/conversation.fixture.ts';
import { createRunFold } from '../../src-shared/run/run-fold.ts';
import { deriveRunStatus } from '../../src-shared/run/run-status.ts';
import { type RunSummary, summarizeRun } from '../../src-shared/run/run-summary.ts';
import type { RunItem, RunView } from '../../src-shared/run/run-view.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { createRunStore, type RunStore, showMoment, showNewest, takeAnswer } from './run-store.ts';

const names = ['ann', 'bob', 'cy'];
/** Chance, the same each time; this one leads far. */
let chance = 1972;
const choices = Array.from({ length: 260 }, () => (chance = (chance * 1103) % 10_007) % 1000);
const { graph, items } = wander(names, choices);
const fold = createRunFold(graph);
const [started] = new LogBuilder().events;
if (started === undefined) throw new Error('a log has a beginning');
const first = fold.open(started);
const atOf = ({ lastAt }: RunView) => Date.parse(lastAt);
const sent = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

const team: TeamSketch = {
  id: 'talk',
  name: 'Talk',
  form: 'conversation',
  task: 'Talk.',
  members: [],
  rooms: [],
  notes: [],
  groups: [],
  limits: { globalConcurrency: null, maxTurnsPerMember: null },
  omittedMembers: 0,
};
/** As the host tells of a run: driven, but while all that is open waits for a person. */
function headOf(summary: RunSummary): RunHead {
  const open = Object.values(summary.open);
  const leased = open.length === 0 || open.includes('running');
  return {
    ...summary,
    form: 'conversation',
    lastRevision: summary.revision,
    code: null,
    message: null,
    endedAt: null,
    number: 1,
    owner: null,
    teamId: null,
    status: deriveRunStatus(summary, { leased, decision: leased ? null : [{ kind: 'pause', reason: 'Who knows?' }] }),
  };
}

/** What the page draws. The graph's state is the fold's own. */
function drawn(store: RunStore) {
  const { view, turns, messages, status, moment } = store.getState();
  return sent({ view: { ...view, graph: null }, turns, messages, status, revision: moment?.revision ?? view.revision });
}
const arrived = (store: RunStore) => store.getState().arrived.map(({ id }) => id);

const opening = summarizeRun(null, started);
const open = (): RunStore =>
  createRunStore({ kind: 'snapshot', cursor: '', head: headOf(opening), view: sent(first), team, definition: circle(names) });

/** Lets a window follow the run, and notes what it draws right after each event. */
function follow(store: RunStore) {
  let [view, summary, told]: [RunView, RunSummary, RunItem[]] = [first, opening, []];
  return items.flatMap((item) => {
    told.push(item);
    if (item.type !== 'team:state-update') return [];
    summary = summarizeRun(summary, item.event);
    const answer: RunUpdates = { kind: 'updates', cursor: '', head: headOf(summary), items: told };
    view = fold.apply(view, told);
    takeAnswer(store, sent(answer));
    told = [];
    return [{ view, told: answer.items, live: drawn(store), arrived: arrived(store) }];
  });
}

it('draws every moment, jumped to in any order, as it was drawn live, and then the end again', () => {
  const store = open();
  const moments = follow(store);
  const end = drawn(store);
  expect(new Set(moments.map(({ live }) => live.status))).toEqual(new Set(['running', 'paused', 'waiting']));
  const order = moments.toSorted((a, b) => ((a.view.revision * 7919) % 997) - ((b.view.revision * 7919) % 997));
  for (const { view, live } of order) {
    showMoment(store, sent(view), atOf(view), false);
    expect(drawn(store)).toEqual(live);
    expect(arrived(store)).toEqual([]);
  }
  showNewest(store);
  expect(drawn(store)).toEqual(end);
});

it('draws what is played on from a moment as it was drawn live, arriving messages too', () => {
  const store = open();
  const moments = follow(store);
  const [start, ...rest] = moments.slice(20);
  if (start === undefined) throw new Error('the run is too short');
  showMoment(store, sent(start.view), atOf(start.view), false);
  for (const { view, told, live, arrived: came } of rest) {
    const { fold: own, view: before } = store.getState();
    showMoment(store, own?.apply(before, sent(told)) ?? before, atOf(view), true);
    expect([drawn(store), arrived(store)]).toEqual([live, came]);
  }
  expect(rest.flatMap(({ arrived: came }) => came).length).toBeGreaterThan(10);
});

it('goes on drawing a moment while the run tells more', () => {
  const store = open();
  showMoment(store, sent(first), atOf(first), false);
  const before = drawn(store);
  const live = follow(store).at(-1)?.view.revision;
  expect(drawn(store)).toEqual(before);
  showNewest(store);
  expect([drawn(store).view.revision, arrived(store)]).toEqual([live, []]);
});
