import { describe, expect, it } from 'vitest';
import { isTeamState } from '../graph-types/stored-graph.ts';
import type { TeamState } from '../graph-types/team/team-state.ts';
import { askingRound, circle, compileTeam, play } from './conversation.fixture.ts';
import { graphWindow } from './graph-window.ts';

const names = ['ann', 'bob', 'cid'];
const stateAfter = (turns: number): TeamState => {
  const { state } = play(compileTeam(circle(names)), turns, askingRound(names));
  if (!isTeamState(state)) throw new Error('a conversation has the state of one');
  return state;
};
const idsOf = (state: unknown) => (state as TeamState).messages.map(({ id }) => id);

describe('the state that a window keeps', () => {
  it('is the same object until it has twice the messages it keeps, then the newest of them', () => {
    const short = stateAfter(800);
    expect(graphWindow.trim(short)).toBe(short);
    const long = stateAfter(801);
    const trimmed = graphWindow.trim(long) as TeamState;
    expect(idsOf(trimmed)).toEqual(idsOf(long).slice(-400));
    expect(trimmed.nodes).toBe(long.nodes);
  });

  it('keeps an older message that a waiting turn still asks for', () => {
    const long = stateAfter(1000);
    const [wanted = ''] = idsOf(long);
    const starved = { ...long, nodes: { ...long.nodes, cid: { ...long.nodes['cid'], queued: true, triggers: [wanted] } } };
    const trimmed = graphWindow.trim(starved);
    expect(idsOf(trimmed)).toEqual([wanted, ...idsOf(long).slice(-400)]);
    expect(graphWindow.triggers(trimmed, 'cid')).toEqual([{ id: wanted, sender: 'ann', roomId: 'all' }]);
    expect(idsOf(graphWindow.slim(starved, 40, 10))).toEqual([wanted, ...idsOf(long).slice(-40)]);
  });

  it('stays bounded however many messages a starved member waits for', () => {
    const long = stateAfter(1000);
    const starved = { ...long, nodes: { ...long.nodes, cid: { ...long.nodes['cid'], queued: true, triggers: idsOf(long) } } };
    expect(idsOf(graphWindow.trim(starved))).toHaveLength(600);
    const slim = graphWindow.slim(starved, 0, 3) as TeamState;
    expect(slim.messages).toEqual([]);
    expect(slim.nodes['cid']?.triggers).toHaveLength(3);
  });

  it('travels without texts and results', () => {
    const slim = graphWindow.slim(stateAfter(50), 20, 10);
    expect((slim as TeamState).messages).toHaveLength(20);
    expect(JSON.stringify(slim)).not.toMatch(/Message|Turn \d/);
  });

  it('passes by states of other kinds of graph', () => {
    for (const state of [null, 7, 'x', [], {}, { nodes: 1 }, { messages: 'none' }, { next: 'draft' }]) {
      expect(graphWindow.trim(state)).toBe(state);
      expect(graphWindow.slim(state, 10, 10)).toEqual(state);
      expect(graphWindow.only(state, () => false)).toEqual(state);
      expect(graphWindow.newMessages(state, state, 'p')).toEqual([]);
      expect(graphWindow.triggers(state, 'a')).toEqual([]);
      expect(graphWindow.isQueued(state, 'a')).toBe(false);
      expect(graphWindow.failureCode(state, 'a')).toBeNull();
    }
  });
});
