import { describe, expect, it, vi } from 'vitest';
import { compileGraph } from '../../kernel/compile-graph.ts';
import { appendMessages, messageIndex } from './message-index.ts';
import { after, c, d, inputOf, say, teamOf } from './release-team.fixture.ts';
import { teamGraphType } from './team-graph-type.ts';
import type { TeamMessage } from './team-state.ts';

const message = (id: string, roomId = 'all'): TeamMessage => ({ id, roomId, text: id, mentions: [], sender: 'a', position: id });

describe('the index', () => {
  it('finds tails and places, for older states too', () => {
    let messages: readonly TeamMessage[] = Object.freeze([]);
    const states = [messages];
    for (let n = 0; n < 10; n += 1) states.push((messages = appendMessages(messages, [message(`m${n}`, n % 3 === 0 ? 'rare' : 'all')])));
    const index = messageIndex(messages);
    expect(states.every((state) => messageIndex(state) === index)).toBe(true);
    expect(index.tail('rare', 2, 10)).toEqual([6, 9]);
    expect(index.tail('rare', 2, 9)).toEqual([3, 6]);
    expect(index.tail('all', 9, 3)).toEqual([1, 2]);
    expect(index.tail('nowhere', 9, 10)).toEqual([]);
    expect(index.placeOf('m7')).toBe(7);
  });
  it('two lines from one state do not mix', () => {
    const start = appendMessages(Object.freeze([]), [message('start')]);
    const [left, right] = [appendMessages(start, [message('left')]), appendMessages(start, [message('right')])];
    const [more, other] = [appendMessages(left, [message('l2')]), appendMessages(right, [message('r2')])];
    expect([left, right, more, other].map((list) => messageIndex(list).placeOf('left'))).toEqual([1, undefined, 1, undefined]);
    expect(
      messageIndex(other)
        .tail('all', 9, 3)
        .map((place) => other[place]?.id),
    ).toEqual(['start', 'right', 'r2']);
    expect(
      messageIndex(more)
        .tail('all', 9, 3)
        .map((place) => more[place]?.id),
    ).toEqual(['start', 'left', 'l2']);
  });
  it("is built again when a caller's own list grew", () => {
    const own = [message('a')];
    expect(messageIndex(own).length).toBe(1);
    own.push(message('b'));
    expect(messageIndex(own).placeOf('b')).toBe(1);
  });
});

const counted = <Items extends object>(items: Items, reads: { count: number }): Items =>
  new Proxy(items, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads.count += 1;
      return Reflect.get(target, key, receiver);
    },
  });
/** Lets `run` see every array of messages through a counter of element reads. */
function countingReads<Result>(run: (reads: { count: number }) => Result): Result {
  const reads = { count: 0 };
  const { freeze } = Object;
  const spy = vi.spyOn(Object, 'freeze').mockImplementation((value: unknown): object => {
    freeze(value);
    const isMessages = Array.isArray(value) && value.length > 8 && typeof value[0]?.sender === 'string';
    return isMessages ? counted(value, reads) : Object(value);
  });
  try {
    return run(reads);
  } finally {
    spy.mockRestore();
  }
}

describe('[decisions 16] what a turn reads does not grow with the history', () => {
  const names = ['quiet', 'a', 'b'];
  const earlier = 3000;
  const turns = 1000;
  const tailMessages = 3;
  const team = {
    ...teamOf(names, {
      maxTurnsPerMember: 5000,
      communication: {
        tailMessages,
        rooms: [
          { id: 'all', members: ['a', 'b'] },
          { id: 'still', members: ['quiet', 'a'] },
        ],
      },
    }),
    nodes: names.map((id) => ({ id, data: { role: '', brief: '', initialTurn: id !== 'quiet' } })),
  };
  it('over thousands of messages', () => {
    const total = countingReads((reads) => {
      const graph = compileGraph(teamGraphType, team);
      const posts = Array.from({ length: earlier }, () => ({ roomId: 'all', text: '', mentions: [] }));
      let state = [d('a'), c('a', 1, { summary: '', posts }), d('b'), c('b', 1, say('all', 'go', 'a'))].reduce(
        graph.reduce,
        graph.initialState(),
      );
      reads.count = 0;
      const reading = <Result>(run: () => Result): [Result, number] => {
        const start = reads.count;
        return [run(), reads.count - start];
      };
      for (let turn = 1; turn <= turns; turn += 1) {
        const [member, other] = turn % 2 === 1 ? ['a', 'b'] : ['b', 'a'];
        const ownTurn = 1 + Math.ceil(turn / 2);
        const [decision, onDecide] = reading(() => graph.decide(state));
        expect(decision).toMatchObject([{ nodeId: member, position: `team/${member}/${ownTurn}` }]);
        expect(onDecide).toBeLessThanOrEqual(tailMessages);
        const [open, onDispatch] = reading(() => graph.reduce(state, d(member, ownTurn)));
        expect(onDispatch).toBe(0);
        const [settled, onSettle] = reading(() => graph.reduce(open, c(member, ownTurn, say('all', `turn ${turn}`, other))));
        expect(onSettle).toBe(0);
        state = settled;
      }
      expect(state.messages.length).toBe(earlier + 1 + turns);
      return reads.count;
    });
    expect(total).toBeGreaterThan(turns);
    expect(total).toBeLessThanOrEqual(turns * tailMessages);
  });
  it('the quiet member reads its own room only, whatever was said elsewhere', () => {
    const loud = Array.from({ length: 4000 }, (_, index) => ({ roomId: 'all', text: `${index}`, mentions: [] }));
    const start = [d('a'), c('a', 1, { summary: '', posts: [{ roomId: 'still', text: 'hello', mentions: ['quiet'] }, ...loud] })];
    const read = countingReads((reads) => {
      const { graph, state } = after(team, ...start);
      expect(graph.decide(state)).toHaveLength(1);
      const before = reads.count;
      const { messages } = inputOf(graph.decide(state), 'quiet');
      expect(messages.map(({ text }) => text)).toEqual(['hello']);
      return reads.count - before;
    });
    expect(read).toBe(1);
  });
  it('a state from JSON is walked once, then no more', () => {
    const { graph, state } = after(
      team,
      d('a'),
      c('a', 1, {
        summary: '',
        posts: [
          { roomId: 'all', text: 'go', mentions: ['b'] },
          ...Array.from({ length: 500 }, () => ({ roomId: 'all', text: '', mentions: [] })),
        ],
      }),
    );
    const reads = { count: 0 };
    const messages = counted(structuredClone(state.messages), reads);
    const reloaded = { ...state, messages };
    graph.decide(reloaded);
    const first = reads.count;
    graph.decide(reloaded);
    expect([first, reads.count - first]).toEqual([501 + tailMessages + 1, tailMessages + 1]);
  });
});
