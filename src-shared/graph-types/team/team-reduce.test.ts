import { describe, expect, it } from 'vitest';
import type { GraphEvent } from '../../kernel/graph-type.ts';
import { after, c, d, dispatched, f, inputOf, p, pair, Q, R, r, releaseTeam, say, teamOf, withData } from './release-team.fixture.ts';

const asked = [d('writer'), c('writer', 1, Q)] as const;

describe('messages and mentions', () => {
  it('[case 61] the state before any event', () => {
    const idle = { status: 'idle', turns: 0, inFlight: null, pauseReason: null, failureCode: null, result: null, triggers: [] };
    const { state } = after(releaseTeam);
    expect(state).toEqual({ nodes: { writer: { ...idle, queued: true }, reviewer: { ...idle, queued: false } }, messages: [] });
  });
  it('[case 62] a post is saved with sender, position and id, and queues whom it mentions', () => {
    const { state, decision } = after(releaseTeam, ...asked);
    expect(state.messages).toEqual([
      {
        roomId: 'review',
        text: 'Please check the draft.',
        mentions: ['reviewer'],
        id: 'team/writer/1/0',
        sender: 'writer',
        position: 'team/writer/1',
      },
    ]);
    expect(state.nodes['reviewer']).toMatchObject({ queued: true, triggers: ['team/writer/1/0'], turns: 0 });
    expect(state.nodes['writer']).toMatchObject({ status: 'idle', queued: false, inFlight: null, turns: 1, result: Q });
    expect(dispatched(decision)).toEqual(['reviewer']);
  });
  it('a dispatch takes queue and triggers with it', () => {
    const { state, decision } = after(releaseTeam, ...asked, d('reviewer'));
    expect(state.nodes['reviewer']).toMatchObject({
      status: 'in-flight',
      turns: 1,
      inFlight: 'team/reviewer/1',
      queued: false,
      triggers: [],
    });
    expect(decision).toEqual([]);
  });
  it('[case 63] a mention while its recipient is in flight gives a later turn', () => {
    const { state, decision, graph } = after(pair, d('writer'), d('reviewer'), c('writer', 1, Q));
    expect(state.nodes['reviewer']).toMatchObject({
      status: 'in-flight',
      inFlight: 'team/reviewer/1',
      queued: true,
      triggers: ['team/writer/1/0'],
    });
    expect(decision).toEqual([]);
    const settled = graph.reduce(state, c('reviewer', 1, { summary: 'Nothing to say.' }));
    expect(graph.decide(settled)).toMatchObject([{ kind: 'dispatch', nodeId: 'reviewer', position: 'team/reviewer/2' }]);
    expect(inputOf(graph.decide(settled), 'reviewer')).toMatchObject({
      result: { summary: 'Nothing to say.' },
      messages: [{ id: 'team/writer/1/0' }],
    });
  });
  it('a mention of a paused member waits', () => {
    const { state } = after(pair, d('writer'), d('reviewer'), p('reviewer', 1, 'wait'), c('writer', 1, Q));
    expect(state.nodes['reviewer']).toMatchObject({
      status: 'paused',
      inFlight: 'team/reviewer/1',
      queued: true,
      triggers: ['team/writer/1/0'],
    });
  });
  it('a member may mention itself, and asks for its own next turn', () => {
    const { state, decision } = after(releaseTeam, d('writer'), c('writer', 1, say('review', 'Once more.', 'writer')));
    expect(state.nodes['writer']).toMatchObject({ queued: true, triggers: ['team/writer/1/0'] });
    expect(decision).toMatchObject([{ nodeId: 'writer', position: 'team/writer/2' }]);
  });
  it('a name repeated in a post queues once and is kept as given; further keys go no further', () => {
    const result = { ...Q, posts: [{ roomId: 'review', text: '', mentions: ['reviewer', 'reviewer'], note: 1 }] };
    const { state } = after(releaseTeam, d('writer'), c('writer', 1, result));
    expect(state.nodes['reviewer']?.triggers).toEqual(['team/writer/1/0']);
    expect(state.messages[0]).toEqual({
      roomId: 'review',
      text: '',
      mentions: ['reviewer', 'reviewer'],
      id: 'team/writer/1/0',
      sender: 'writer',
      position: 'team/writer/1',
    });
    expect(state.nodes['writer']?.result).toEqual(result);
  });
  it('a name in the text is no mention', () => {
    expect(after(releaseTeam, d('writer'), c('writer', 1, say('review', '@reviewer please'))).state.nodes['reviewer']?.queued).toBe(false);
  });
});

describe('bad results of the record', () => {
  const good = { roomId: 'review', text: 'Good.', mentions: ['reviewer'] };
  it.each([
    ['[case 67] to a room without the sender', { ...good, roomId: 'private' }],
    ['[case 67] to a room that is not', { ...good, roomId: 'nowhere' }],
    ['[case 68] mentioning someone outside the room', { ...good, mentions: ['observer'] }],
    ['[case 68] mentioning a stranger', { ...good, mentions: ['stranger'] }],
    ['[case 68] without text', { roomId: 'review', mentions: [] }],
  ])('%s: the member fails and no post of the turn is delivered', (_name, bad) => {
    const team = {
      ...teamOf(['writer', 'reviewer', 'observer'], {
        communication: {
          rooms: [
            { id: 'review', members: ['writer', 'reviewer'] },
            { id: 'private', members: ['observer'] },
          ],
          tailMessages: 3,
        },
      }),
    };
    const before = after(team, d('writer'));
    const { state, decision } = after(team, d('writer'), c('writer', 1, { summary: 'x', posts: [good, bad] }));
    expect(state.messages).toEqual([]);
    expect(state.nodes).toEqual({
      ...before.state.nodes,
      writer: { ...before.state.nodes['writer'], status: 'failed', failureCode: 'RESULT_INVALID', inFlight: null, pauseReason: null },
    });
    expect(decision).toEqual([{ kind: 'fail', code: 'TEAM_NODE_FAILED', message: 'Failed team members: writer.' }]);
  });
  it('[case 69] earlier results and messages stay', () => {
    const { state } = after(releaseTeam, ...asked, d('reviewer'), c('reviewer', 1, R), d('writer', 2), c('writer', 2, { summary: null }));
    expect(state.nodes['writer']).toMatchObject({ status: 'failed', failureCode: 'RESULT_INVALID', result: Q, turns: 2 });
    expect(state.messages).toHaveLength(2);
  });
  it('a completion without a result, and posts where the team has no rooms', () => {
    const { communication: _communication, ...data } = releaseTeam.data;
    const silent = { ...releaseTeam, data };
    for (const result of [null, 'text', [], { summary: 'x', posts: [] }])
      expect(after(silent, d('writer'), c('writer', 1, result)).state.nodes['writer']?.failureCode).toBe('RESULT_INVALID');
    expect(after(silent, d('writer'), c('writer', 1, { summary: '' })).state.nodes['writer']?.status).toBe('idle');
  });
});

describe('stale, duplicate and late events change nothing', () => {
  /** Whether the event leaves the very state that these events led to. */
  const unchanged = (before: readonly GraphEvent[], event: GraphEvent): boolean => {
    const { graph, state } = after(pair, ...before);
    return graph.reduce(state, event) === state;
  };
  it('dispatches: twice, of another turn, of someone not queued, after failing', () => {
    expect(unchanged([d('writer')], d('writer'))).toBe(true);
    expect(unchanged([d('writer')], d('writer', 2))).toBe(true);
    expect(unchanged([], d('writer', 2))).toBe(true);
    expect(unchanged([d('writer'), c('writer', 1, { summary: 'x' })], d('writer', 2))).toBe(true);
    expect(unchanged([d('writer'), f('writer', 1, 'TIMEOUT')], d('writer', 2))).toBe(true);
    expect(unchanged([], d('nobody'))).toBe(true);
  });
  it('completions: without a dispatch, twice, of another turn, after failing, while paused', () => {
    expect(unchanged([], c('writer', 1, Q))).toBe(true);
    expect(unchanged([d('writer'), c('writer', 1, Q)], c('writer', 1, Q))).toBe(true);
    expect(unchanged([d('writer')], c('writer', 2, Q))).toBe(true);
    expect(unchanged([d('writer'), f('writer', 1, 'TIMEOUT')], c('writer', 1, Q))).toBe(true);
    expect(unchanged([d('writer'), p('writer', 1, 'wait')], c('writer', 1, Q))).toBe(true);
    expect(unchanged([d('writer'), c('writer', 1, { summary: 1 })], c('writer', 1, Q))).toBe(true);
  });
  it('failures, pauses and resumptions out of place', () => {
    expect(unchanged([d('writer'), f('writer', 1, 'TIMEOUT')], f('writer', 1, 'DENIED'))).toBe(true);
    expect(unchanged([], f('writer', 1, 'TIMEOUT'))).toBe(true);
    expect(unchanged([], p('writer', 1, 'wait'))).toBe(true);
    expect(unchanged([d('writer'), p('writer', 1, 'wait')], p('writer', 1, 'again'))).toBe(true);
    expect(unchanged([d('writer')], r('writer', 1))).toBe(true);
    expect(unchanged([d('writer'), p('writer', 1, 'wait')], r('writer', 2))).toBe(true);
  });
  it('other versions, other types, payloads that are none', () => {
    expect(unchanged([d('writer')], { ...c('writer', 1, Q), version: 2 })).toBe(true);
    expect(
      unchanged([d('writer')], { type: 'engine-attempt-recorded', version: 1, payload: { nodeId: 'writer', position: 'team/writer/1' } }),
    ).toBe(true);
    expect(unchanged([], { type: 'node-dispatched', version: 1, payload: null })).toBe(true);
    expect(unchanged([], { type: 'node-dispatched', version: 1, payload: { nodeId: 1, position: 'team/writer/1' } })).toBe(true);
  });
});

it('pause and resume keep the turn; a failure of it ends both', () => {
  const paused = after(pair, d('writer'), p('writer', 1, 'owner approval required')).state.nodes['writer'];
  expect(paused).toMatchObject({ status: 'paused', inFlight: 'team/writer/1', pauseReason: 'owner approval required', turns: 1 });
  const resumed = after(pair, d('writer'), p('writer', 1, 'x'), r('writer', 1), c('writer', 1, Q)).state.nodes['writer'];
  expect(resumed).toMatchObject({ status: 'idle', pauseReason: null, inFlight: null, result: Q });
  const failed = after(pair, d('writer'), p('writer', 1, 'x'), f('writer', 1, 'CANCELLED')).state.nodes['writer'];
  expect(failed).toMatchObject({ status: 'failed', pauseReason: null, inFlight: null, failureCode: 'CANCELLED' });
});

it('keeps nothing of an event that its caller can change', () => {
  const result = structuredClone(Q);
  const { graph, state } = after(releaseTeam, d('writer'));
  const next = graph.reduce(state, c('writer', 1, result));
  result.posts[0]?.mentions.push('writer');
  result.summary = 'changed';
  expect(next.nodes['writer']?.result).toEqual(Q);
  expect(next.messages[0]?.mentions).toEqual(['reviewer']);
  expect(Object.isFrozen(result)).toBe(false);
});

it('members may be called anything an identifier may be', () => {
  const team = teamOf(['__proto__', 'constructor', '7'], { globalConcurrency: 3, maxTurnsPerMember: 2 });
  const { state, decision } = after(
    team,
    d('__proto__'),
    d('constructor'),
    d('7'),
    c('constructor', 1, say('all', 'hi', '__proto__', '7')),
    c('7', 1, { summary: '' }),
    c('__proto__', 1, { summary: '' }),
  );
  expect(dispatched(decision)).toEqual(['__proto__', '7']);
  expect(Object.keys(state.nodes).toSorted()).toEqual(['7', '__proto__', 'constructor']);
});

it('a team with a cap of one turn still reads what it was told (withData)', () => {
  expect(dispatched(after(withData({ maxTurnsPerMember: 1 }), ...asked).decision)).toEqual(['reviewer']);
});
