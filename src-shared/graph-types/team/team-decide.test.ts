import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { after, c, d, dispatched, f, inputOf, p, pair, play, Q, R, releaseTeam, say, teamOf, withData } from './release-team.fixture.ts';
import type { TeamDefinition } from './team-definition.ts';

const done = { summary: 'Done.' };

describe('order', () => {
  it('the conversation of seed 000: writer, reviewer, writer, then the answers in declaration order', () => {
    const order: string[] = [];
    const { end } = play(releaseTeam, (member, turn) => {
      order.push(member);
      return member === 'reviewer' ? R : turn === 1 ? Q : done;
    });
    expect(order).toEqual(['writer', 'reviewer', 'writer']);
    expect(end).toEqual([
      {
        kind: 'complete',
        output: {
          task: 'Prepare a release note.',
          agents: [
            { name: 'writer', role: 'writer', result: done },
            { name: 'reviewer', role: 'reviewer', result: R },
          ],
        },
      },
    ]);
  });
  it('[case 64] a batch is the first queued members in declaration order; its slot stays unused until it settles', () => {
    const team: TeamDefinition = { ...pair, nodes: [...pair.nodes, { id: 'observer', data: { role: 'observer', brief: 'Watch.' } }] };
    expect(dispatched(after(team).decision)).toEqual(['writer', 'reviewer']);
    const half = [d('writer'), d('reviewer'), c('writer', 1, done)];
    expect(after(team, ...half).decision).toEqual([]);
    expect(dispatched(after(team, ...half, c('reviewer', 1, done)).decision)).toEqual(['observer']);
  });
  it('is declaration order, not message order: an early member queued again keeps going first', () => {
    const team = teamOf(['a', 'b', 'c'], { maxTurnsPerMember: 3 });
    const events = [d('a'), c('a', 1, say('all', 'b, c and I', 'c', 'b', 'a'))];
    expect(dispatched(after(team, ...events).decision)).toEqual(['a']);
    expect(dispatched(after(teamOf(['c', 'b', 'a'], { globalConcurrency: 9 })).decision)).toEqual(['c', 'b', 'a']);
  });
  it('a member that never had a turn answers null; nobody at all is done at once', () => {
    const { decision } = after(releaseTeam, d('writer'), c('writer', 1, done));
    expect(decision).toMatchObject([{ kind: 'complete', output: { agents: [{ result: done }, { name: 'reviewer', result: null }] } }]);
    const nobody = { ...releaseTeam, data: { ...releaseTeam.data, communication: { rooms: [], tailMessages: 1 } }, nodes: [] };
    expect(after(nobody).decision).toEqual([{ kind: 'complete', output: { task: 'Prepare a release note.', agents: [] } }]);
  });
});

describe('[case 66] failed before paused, both after what is in flight', () => {
  const fail = [{ kind: 'fail', code: 'TEAM_NODE_FAILED', message: 'Failed team members: writer.' }];
  const [failing, pausing] = [f('writer', 1, 'ENGINE_UNAVAILABLE'), p('reviewer', 1, 'wait')];
  it.each([
    ['failure first', [failing, pausing]],
    ['pause first', [pausing, failing]],
  ])('%s', (_name, events) => {
    const start = [d('writer'), d('reviewer')];
    expect(after(pair, ...start, ...events.slice(0, 1)).decision).toEqual([]);
    const { state, decision } = after(pair, ...start, ...events);
    expect(decision).toEqual(fail);
    expect(state.nodes['writer']?.failureCode).toBe('ENGINE_UNAVAILABLE');
  });
  it('the failed in declaration order; the first pause with its own reason', () => {
    const team = teamOf(['a', 'b', 'c'], { globalConcurrency: 3 });
    const start = [d('a'), d('b'), d('c')];
    expect(after(team, ...start, f('c', 1, 'X'), c('b', 1, done), f('a', 1, 'Y')).decision).toMatchObject([
      { message: 'Failed team members: a, c.' },
    ]);
    expect(after(team, ...start, p('c', 1, 'last'), c('a', 1, done), p('b', 1, 'first')).decision).toEqual([
      { kind: 'pause', reason: 'first' },
    ]);
    expect(after(team, ...start, p('c', 1, 'last'), c('a', 1, done), c('b', 1, say('all', 'go', 'a'))).decision).toEqual([
      { kind: 'pause', reason: 'last' },
    ]);
  });
});

describe('what a turn is given', () => {
  it('[case 71] exactly task, role, brief, result and messages', () => {
    expect(after(releaseTeam).decision).toEqual([
      {
        kind: 'dispatch',
        nodeId: 'writer',
        position: 'team/writer/1',
        input: { task: 'Prepare a release note.', role: 'writer', brief: 'Draft the release note.', result: null, messages: [] },
      },
    ]);
  });
  it('[case 70] several pending mentions share one turn, also beyond the tail', () => {
    const communication = { ...releaseTeam.data.communication, tailMessages: 1 };
    const two = {
      summary: 'Two.',
      posts: ['Check the title.', 'Check the body.'].map((text) => ({ roomId: 'review', text, mentions: ['reviewer'] })),
    };
    const { graph, state, decision } = after(withData({ communication }), d('writer'), c('writer', 1, two));
    expect(dispatched(decision)).toEqual(['reviewer']);
    expect(inputOf(decision, 'reviewer').messages.map(({ text }) => text)).toEqual(['Check the title.', 'Check the body.']);
    const end = [d('reviewer'), c('reviewer', 1, done)].reduce(graph.reduce, state);
    expect(graph.decide(end)).toMatchObject([{ kind: 'complete' }]);
  });
  it('triggers and the tails of its own rooms, each once, in saved order across rooms', () => {
    const team = teamOf(['a', 'b', 'c'], {
      maxTurnsPerMember: 20,
      communication: {
        rooms: [
          { id: 'one', members: ['a', 'b'] },
          { id: 'two', members: ['a', 'b'] },
          { id: 'other', members: ['a', 'c'] },
        ],
        tailMessages: 2,
      },
    });
    const posts = ['one', 'two', 'other', 'one', 'one', 'two', 'one', 'other'].map((roomId, index) => ({
      roomId,
      text: `${index}`,
      mentions: index === 0 ? ['b'] : [],
    }));
    const { decision } = after(
      { ...team, data: { ...team.data, globalConcurrency: 3 } },
      d('a'),
      d('b'),
      d('c'),
      c('b', 1, done),
      c('c', 1, done),
      c('a', 1, { summary: '', posts }),
    );
    expect(dispatched(decision)).toEqual(['b']);
    expect(inputOf(decision, 'b').messages.map(({ text }) => text)).toEqual(['0', '1', '4', '5', '6']);
  });
  it('a post without mentions queues nobody and is read in a later turn; a room of others never is', () => {
    const team = teamOf(['a', 'b', 'c'], {
      maxTurnsPerMember: 3,
      communication: { rooms: [{ id: 'ab', members: ['a', 'b'] }], tailMessages: 3 },
    });
    const { decision } = after(team, d('a'), c('a', 1, say('ab', 'heard')));
    expect(inputOf(decision, 'b').messages.map(({ text }) => text)).toEqual(['heard']);
    const later = after(team, d('a'), c('a', 1, say('ab', 'heard')), d('b'), c('b', 1, done)).decision;
    expect(inputOf(later, 'c').messages).toEqual([]);
  });
  it('is frozen', () => {
    const { decision } = after(releaseTeam, d('writer'), c('writer', 1, Q));
    const { messages, result } = inputOf(decision, 'reviewer');
    expect([decision, decision[0], messages, messages[0], messages[0]?.mentions].every(Object.isFrozen)).toBe(true);
    expect(result).toBeNull();
    expect(canonicalJson(decision)).toContain('team/reviewer/1');
  });
});

describe('[case 72] a turn beyond the cap', () => {
  it('ends the run and says what was lost', () => {
    const { end } = play(releaseTeam, (member) => (member === 'writer' ? Q : R));
    expect(end).toEqual([
      {
        kind: 'fail',
        code: 'TEAM_TURN_LIMIT',
        message: 'Member "writer" reached maxTurnsPerMember. Unanswered: team/reviewer/2/0. No other member had turns left.',
      },
    ]);
  });
  it('[case 73] even if other queued members still have turns, whom it names', () => {
    const team = teamOf(['a', 'b', 'c'], { globalConcurrency: 3, maxTurnsPerMember: 1 });
    const { state, decision } = after(
      { ...team, data: { ...team.data, maxTurnsPerMember: 2 } },
      d('a'),
      d('b'),
      d('c'),
      c('a', 1, say('all', 'x', 'a')),
      c('b', 1, done),
      c('c', 1, done),
      d('a', 2),
      c('a', 2, say('all', 'y', 'b', 'a')),
    );
    expect(state.nodes['b']?.queued).toBe(true);
    expect(decision).toEqual([
      {
        kind: 'fail',
        code: 'TEAM_TURN_LIMIT',
        message:
          'Member "a" reached maxTurnsPerMember. Unanswered: team/a/2/0. Members that still had turns: b (1 of 2 taken), c (1 of 2 taken).',
      },
    ]);
  });
  it('lists at most twenty names', () => {
    const team = teamOf(['a', ...Array.from({ length: 30 }, (_, index) => `m${index}`)], { maxTurnsPerMember: 1 });
    const quiet = {
      ...team,
      nodes: team.nodes.map((node) => (node.id === 'a' ? node : { ...node, data: { ...node.data, initialTurn: false } })),
    };
    const posts = Array.from({ length: 25 }, () => ({ roomId: 'all', text: '', mentions: ['a'] }));
    const [end] = after(quiet, d('a'), c('a', 1, { summary: '', posts })).decision;
    expect(end).toMatchObject({
      message: expect.stringMatching(/^Member "a" reached maxTurnsPerMember\. Unanswered: .*team\/a\/1\/19 and 5 more\..* and 10 more\.$/),
    });
  });
});

it("decides the same for a state that came from JSON, and refuses another team's", () => {
  const { graph, state, decision } = after(releaseTeam, d('writer'), c('writer', 1, Q));
  expect(graph.decide(JSON.parse(JSON.stringify(state)))).toEqual(decision);
  expect(() => graph.decide({ nodes: {}, messages: [] })).toThrow(/another team/);
});
