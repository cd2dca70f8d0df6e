import { expect, it } from 'vitest';
import { circle, compileTeam, LogBuilder, textPart, updateOf } from './conversation.fixture.ts';
import { createRunFold } from './run-fold.ts';
import { type RunSummary, summarizeRun } from './run-summary.ts';
import { awayWithin } from './run-time.ts';
import type { RunItem } from './run-view.ts';
import { timestampMs } from './timestamp.ts';

const position = 'team/ann/1';
const start = timestampMs(new LogBuilder().events[0]?.timestamp ?? '');

/** The view after some events, each a second after the one before, and parts at a second of their own; numbers are seconds from the first event. */
function after(...steps: readonly (readonly [type: string, payload?: object] | number)[]) {
  const log = new LogBuilder();
  const fold = createRunFold(compileTeam(circle(['ann', 'bob'], { globalConcurrency: 1 })));
  const items = steps.map((step): RunItem => {
    if (typeof step === 'number') return textPart(position, 1, 'said', start + step * 1000);
    const [type, payload = { nodeId: 'ann', position }] = step;
    return updateOf(log.add(type, payload as never));
  });
  const [first] = log.events;
  if (first === undefined) throw new Error('a log has a beginning');
  const view = fold.apply(fold.open(first), items);
  // The list's fold asks for the last text where the store would look it up.
  const said = (before: number) => {
    const end = items.findIndex((item) => item.type === 'team:state-update' && item.event.revision === before);
    return Math.max(0, ...items.slice(0, end).map((item) => (item.type === 'team:member-part' ? item.at : 0)));
  };
  const summary = log.events.reduce<RunSummary | null>((before, event) => summarizeRun(before, event, said), null);
  expect(summary?.awayMs).toBe(view.awayMs);
  return { ...view, away: view.away.map(({ from, to, why }) => [why, (from - start) / 1000, (to - start) / 1000]) };
}
const dispatched = ['graph:node-dispatched'] as const;
const completed = ['graph:node-completed', { nodeId: 'ann', position, result: { summary: 'Done.' } }] as const;
const resumed = ['host:resumed', {}] as const;
const paused = ['host:paused', { reason: 'person' }] as const;
const nothing = ['host:usage', {}] as const;

it('a pause is away from the last sign of work to its end', () => {
  const { away, awayMs } = after(dispatched, paused, completed, nothing, nothing, resumed);
  expect([away, awayMs]).toEqual([[['paused', 3, 6]], 3000]);
});

it('a pause that is lifted while turns run was none', () => {
  expect(after(dispatched, paused, nothing, nothing, resumed, completed)).toMatchObject({ away: [], awayMs: 0 });
});

it('a process that died is away from its last word on, and its turn has not worked meanwhile', () => {
  const again = ['graph:node-resumed'] as const;
  const { away, awayMs, members } = after(dispatched, 1.5, nothing, nothing, nothing, again, completed);
  expect([away, awayMs]).toEqual([[['interrupted', 1.5, 5]], 3500]);
  expect(members['ann']?.activeMs).toBe(1000);
});

it('one return is one time away, however many events tell of it', () => {
  const taken = ['host:lease-taken', { from: {} }] as const;
  const { away } = after(dispatched, nothing, taken, ['graph:node-resumed'], ['graph:node-resumed']);
  expect(away).toEqual([['interrupted', 1, 5]]);
});

it('a turn whose outcome nobody knows worked until its last sign; what then waits for a person is not away', () => {
  const uncertain = [
    'graph:node-paused',
    { nodeId: 'ann', position, reason: 'Who knows?', request: { kind: 'reconcile-attempt' } },
  ] as const;
  const again = ['graph:node-resumed'] as const;
  const { away, members } = after(dispatched, nothing, nothing, uncertain, nothing, again);
  expect(away).toEqual([['interrupted', 1, 4]]);
  expect(members['ann']?.activeMs).toBe(0);
  const asks = ['graph:node-paused', { nodeId: 'ann', position, reason: 'May I?', request: null }] as const;
  expect(after(dispatched, asks, nothing, nothing, again).away).toEqual([]);
});

it('counts the parts of times away that lie between two times', () => {
  const away = [
    { from: 10, to: 20, why: 'paused' as const },
    { from: 30, to: 50, why: 'interrupted' as const },
  ];
  expect([awayWithin(away, 0, 100), awayWithin(away, 15, 35), awayWithin(away, 20, 30), awayWithin([], 0, 9)]).toEqual([30, 10, 0, 0]);
});
