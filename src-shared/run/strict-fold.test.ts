import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../kernel/json.ts';
import { askingRound, circle, compileTeam, LogBuilder, play } from './conversation.fixture.ts';
import type { DomainEventEnvelope } from './envelope.ts';
import { findDispatch } from './find-dispatch.ts';
import { StrictFold } from './strict-fold.ts';
import { verifyRun } from './verify-run.ts';

const names = ['ann', 'bob', 'cid'];
const graph = compileTeam(circle(names));
const golden = () => play(graph, 40, askingRound(names));

/** The first revision that is refused, and why; null when all is folded. */
function refusal(events: readonly DomainEventEnvelope[]) {
  const fold = new StrictFold(graph);
  try {
    for (const event of events) fold.apply(event);
    return null;
  } catch (error) {
    return error;
  }
}
const refusedAt = (revision: number) => ({ name: 'GraphExecutionError', code: 'INVALID_EVENT', details: { revision } });
const first = () => new LogBuilder().dispatch('ann', 'team/ann/1').dispatch('bob', 'team/bob/1');
const done = { summary: 'Done.' };

describe('a log that the graph would have produced', () => {
  it('is folded to the state it had, and verified with every dispatch counted', async () => {
    const { events, commands, state } = golden();
    const fold = new StrictFold(graph);
    for (const event of events) fold.apply(event);
    expect(fold.state).toEqual(state);
    expect([fold.revision, fold.open.size]).toEqual([events.length, 0]);
    expect(await verifyRun(graph, events)).toEqual({
      ok: true,
      revision: events.length,
      dispatches: commands.length,
      decision: graph.decide(state),
    });
  });

  it('may have the members of one batch in any order', () => {
    expect(
      refusal(new LogBuilder().dispatch('bob', 'team/bob/1').dispatch('ann', 'team/ann/1').start('ann', 'team/ann/1').events),
    ).toBeNull();
  });

  it('may have a dispatch without a start, and a start later than its dispatch', () => {
    expect(refusal(first().start('bob', 'team/bob/1').complete('ann', 'team/ann/1', done).events)).toBeNull();
  });

  it('may hold events of others, which only move the revision', () => {
    const log = new LogBuilder();
    log.add('host:paused', { reason: 'person' });
    log.add('team:something', { by: 'this kind' });
    log.add('room:person-message', { of: 'another kind' }, 7);
    log.add('graph:engine-attempt-recorded', { anything: 1 });
    log.add('host:resumed', {});
    log.dispatch('ann', 'team/ann/1');
    expect(refusal(log.events)).toBeNull();
  });

  it('knows the last control, and that a stop is final', () => {
    const fold = new StrictFold(graph);
    const log = new LogBuilder();
    const controls = ['host:paused', 'host:resumed', 'host:paused', 'host:stopped', 'host:resumed', 'host:paused'].map((type) => {
      log.add(type, {});
      return type;
    });
    const seen: string[] = [];
    for (const event of log.events) {
      fold.apply(event);
      seen.push(fold.control);
    }
    expect(seen.slice(1)).toEqual(['paused', 'none', 'paused', 'stopped', 'stopped', 'stopped']);
    expect(controls).toHaveLength(6);
  });

  it('tells of open positions what a reopening needs', () => {
    const log = first().start('ann', 'team/ann/1', true).start('bob', 'team/bob/1', false);
    const resumed = { nodeId: 'ann', position: 'team/ann/1' };
    log.add('graph:node-resumed', resumed);
    log.add('graph:node-paused', { nodeId: 'bob', position: 'team/bob/1', reason: 'ask', request: null });
    log.add('graph:node-resumed', { nodeId: 'bob', position: 'team/bob/1' });
    const fold = new StrictFold(graph);
    for (const event of log.events) fold.apply(event);
    expect([...fold.open.values()]).toEqual([
      {
        nodeId: 'ann',
        position: 'team/ann/1',
        state: 'started',
        retrySafe: true,
        attemptId: 'sha256:team/ann/1',
        attempt: 2,
        startedAt: log.events[5]?.timestamp,
        lostAttempts: 1,
      },
      {
        nodeId: 'bob',
        position: 'team/bob/1',
        state: 'started',
        retrySafe: false,
        attemptId: 'sha256:team/bob/1',
        attempt: 2,
        startedAt: log.events[7]?.timestamp,
        lostAttempts: 0,
      },
    ]);
  });

  it('is asked for its decision once a state', () => {
    let asked = 0;
    const counting = { ...graph, decide: (state: unknown) => ((asked += 1), graph.decide(state)) };
    const fold = new StrictFold(counting);
    for (const event of golden().events) fold.apply(event);
    const after = asked;
    fold.decide();
    fold.decide();
    expect(asked).toBe(after + 1);
  });
});

describe('the first bad record is named', () => {
  const bad: [string, number, (log: LogBuilder) => void][] = [
    ['a dispatch that was not decided', 4, (log) => log.dispatch('cid', 'team/cid/1')],
    ['a dispatch of another turn', 4, (log) => log.dispatch('ann', 'team/ann/2')],
    ['a dispatch again of one that is open', 4, (log) => log.dispatch('ann', 'team/ann/1')],
    ['a dispatch of an unknown member', 4, (log) => log.dispatch('eve', 'team/eve/1')],
    ['a settle of a turn that was not dispatched', 4, (log) => log.complete('cid', 'team/cid/1', done)],
    ['a settle by another member', 4, (log) => log.complete('bob', 'team/ann/1', done)],
    ['a second settle', 5, (log) => log.complete('ann', 'team/ann/1', done).complete('ann', 'team/ann/1', done)],
    ['a start of what is not dispatched', 4, (log) => log.start('cid', 'team/cid/1')],
    ['a second start', 5, (log) => log.start('ann', 'team/ann/1').start('ann', 'team/ann/1')],
    ['a start by another member', 4, (log) => log.start('bob', 'team/ann/1')],
    ['a resumption of what is not open', 4, (log) => log.add('graph:node-resumed', { nodeId: 'cid', position: 'team/cid/1' })],
    [
      '[case 60] a completion of version 2',
      4,
      (log) => log.add('graph:node-completed', { nodeId: 'ann', position: 'team/ann/1', result: done }, 2),
    ],
    ['a dispatch of version 2', 4, (log) => log.add('graph:node-dispatched', { nodeId: 'ann', position: 'team/ann/1' }, 2)],
    ['a key too many', 4, (log) => log.add('graph:node-completed', { nodeId: 'ann', position: 'team/ann/1', result: done, extra: 1 })],
    ['a key too few', 4, (log) => log.add('graph:node-failed', { nodeId: 'ann', position: 'team/ann/1' })],
    ['another key', 4, (log) => log.add('graph:node-failed', { nodeId: 'ann', position: 'team/ann/1', reason: 'x' })],
    ['a payload that is no object', 4, (log) => log.add('graph:node-failed', ['ann'])],
    [
      'an identity of another form',
      4,
      (log) => log.add('graph:node-attempt-started', { identity: { nodeId: 'ann', position: 'team/ann/1' }, retrySafe: true }),
    ],
    ['a position that is no text', 4, (log) => log.add('graph:node-completed', { nodeId: 'ann', position: 1, result: done })],
    ['a second beginning', 4, (log) => log.add('graph:run-started', { definition: {} })],
  ];
  it.each(bad)('%s', async (_name, revision, add) => {
    const log = first();
    add(log);
    expect(refusal(log.events)).toMatchObject(refusedAt(revision));
    expect(await verifyRun(graph, log.events)).toMatchObject({ ok: false, revision, code: 'INVALID_EVENT' });
    // What follows does not matter any more.
    log.complete('bob', 'team/bob/1', done);
    expect(refusal(log.events)).toMatchObject(refusedAt(revision));
  });

  it('a dispatch after a stop', () => {
    const log = new LogBuilder();
    log.add('host:stopped', { by: 'person' });
    log.dispatch('ann', 'team/ann/1');
    expect(refusal(log.events)).toMatchObject(refusedAt(3));
  });

  it('a gap, a repetition, and a beginning in the middle', () => {
    const { events } = golden();
    expect(refusal([...events.slice(0, 7), ...events.slice(8)])).toMatchObject(refusedAt(9));
    expect(refusal([...events.slice(0, 7), ...events.slice(6)])).toMatchObject(refusedAt(7));
    expect(refusal(events.slice(1))).toMatchObject(refusedAt(2));
    const headless = events.slice(1).map((event) => ({ ...event, revision: event.revision - 1 }));
    expect(refusal(headless)).toMatchObject(refusedAt(1));
  });

  it('a log changed anywhere: each dispatch moved to another member is found where it stands', async () => {
    const { events } = golden();
    const dispatches = events.filter(({ type }) => type === 'graph:node-dispatched');
    for (const { revision } of dispatches) {
      const changed = events.map((event) => {
        if (event.revision !== revision) return event;
        const { nodeId, position } = event.payload as { nodeId: string; position: string };
        const other = names[(names.indexOf(nodeId) + 1) % names.length] ?? '';
        return { ...event, payload: { nodeId: other, position: position.replace(nodeId, other) } };
      });
      const verification = await verifyRun(graph, changed);
      expect(verification.ok).toBe(false);
      // A swap may be within the batch; then the batch's other half is what the graph would not do.
      expect(verification.revision).toBeGreaterThanOrEqual(revision);
      expect(verification.revision).toBeLessThanOrEqual(revision + 3);
    }
  });
});

describe('findDispatch', () => {
  const stream = async function* (events: readonly DomainEventEnvelope[]) {
    yield* events;
  };

  it('gives the exact input of every dispatch of a concurrent run, as the node got it', async () => {
    const { events, commands } = golden();
    expect(commands.length).toBe(40);
    for (const command of commands) expect(await findDispatch(graph, stream(events), command.position)).toEqual(command);
    expect(Math.max(...commands.map(({ input }) => (input as { messages: JsonValue[] }).messages.length))).toBeGreaterThan(2);
  });

  it('gives it in a log whose batches are in another order', async () => {
    const { events, commands } = golden();
    // Swaps the two dispatches of every batch of two.
    const swapped = events.map((event, index) => {
      const [before, after] = [events[index - 1], events[index + 1]];
      const isDispatch = (other: DomainEventEnvelope | undefined) => other?.type === 'graph:node-dispatched';
      if (!isDispatch(event)) return event;
      const partner = isDispatch(after) ? after : isDispatch(before) ? before : event;
      return { ...event, payload: partner?.payload ?? event.payload };
    });
    expect(swapped).not.toEqual(events);
    for (const command of commands) expect(await findDispatch(graph, stream(swapped), command.position)).toEqual(command);
  });

  it('is null for a turn that the run has not, and refuses a bad log', async () => {
    const { events } = golden();
    expect(await findDispatch(graph, stream(events), 'team/ann/999')).toBeNull();
    await expect(findDispatch(graph, stream(events.slice(1)), 'team/ann/1')).rejects.toMatchObject({ code: 'INVALID_EVENT' });
  });
});

describe('cost', () => {
  it('decides and reduces once an event at most, over 5,000 turns', () => {
    const { events } = play(graph, 5000, askingRound(names));
    const counts = { reduce: 0, decide: 0 };
    const counting = {
      ...graph,
      reduce: (state: unknown, event: Parameters<typeof graph.reduce>[1]) => ((counts.reduce += 1), graph.reduce(state, event)),
      decide: (state: unknown) => ((counts.decide += 1), graph.decide(state)),
    };
    const fold = new StrictFold(counting);
    for (const event of events) fold.apply(event);
    expect(counts.reduce).toBe(10_000);
    expect(counts.decide).toBeLessThanOrEqual(5000);
  }, 60_000);
});
