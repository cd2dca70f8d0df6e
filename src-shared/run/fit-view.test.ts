import { describe, expect, it } from 'vitest';
import { circle, compileTeam, LogBuilder, textPart, timeAfter, updateOf } from './conversation.fixture.ts';
import { fitView } from './fit-view.ts';
import { createRunFold } from './run-fold.ts';
import { type MessageView, RunView, type TurnView } from './run-view.ts';

const LIMIT = 700 * 1024;
const bytes = (text: string) => Buffer.byteLength(text);
const sizeOf = (view: RunView) => bytes(JSON.stringify(view));
const named = (count: number, letters = 'm') => Array.from({ length: count }, (_none, index) => `${letters}${index}`);

interface Shape {
  readonly members: readonly string[];
  readonly rooms?: readonly string[];
  readonly turns?: number;
  readonly messages?: number;
  readonly text?: string;
  readonly mentions?: readonly string[];
  readonly open?: boolean;
  readonly task?: string;
}
/** A view as the fold makes it, of any size, without folding hundreds of thousands of events. */
function viewOf({
  members,
  rooms = ['all'],
  turns = 0,
  messages = 0,
  text = '',
  mentions = [],
  open = false,
  task = 'Talk.',
}: Shape): RunView {
  const ids = (prefix: string, count: number) => Array.from({ length: count }, (_none, index) => `${prefix}/${index + 1}`);
  const turnOf = (member: string, position: string, last: boolean): TurnView => ({
    position,
    turn: 1,
    attempt: 1,
    state: open && last ? 'running' : 'completed',
    revision: 2,
    settledRevision: open && last ? null : 3,
    startedAt: timeAfter(0),
    endedAt: open && last ? null : timeAfter(1),
    triggers: mentions.map((id) => ({ id: `${id}/1`, sender: id, roomId: 'all' })),
    text,
    cut: false,
    posts: [{ id: `${position}/0`, roomId: 'all', mentions: [...mentions] }],
    hasData: false,
    code: null,
    cause: text.slice(0, 8192),
    reason: member,
  });
  const messageOf = (id: string): MessageView => ({
    id,
    sender: 'm0',
    position: id,
    roomId: 'all',
    text,
    cut: false,
    mentions: [...mentions],
    at: timeAfter(0),
    revision: 3,
  });
  const node = {
    status: 'idle',
    turns,
    inFlight: null,
    pauseReason: null,
    failureCode: null,
    result: turns > 0 ? { summary: text } : null,
    queued: true,
    triggers: [...mentions],
  };
  return {
    runId: 'talk',
    task,
    revision: 100,
    startedAt: timeAfter(0),
    lastAt: timeAfter(1),
    signAt: 0,
    awayMs: 0,
    away: [],
    members: Object.fromEntries(
      members.map((id) => {
        const positions = ids(`team/${id}`, turns);
        const own = positions.map((position, index) => turnOf(id, position, index === turns - 1));
        return [id, { id, state: 'done', code: null, turnCount: turns, turnCap: null, turns: own, activeMs: 1 }];
      }),
    ),
    rooms: Object.fromEntries(rooms.map((id) => [id, { id, messageCount: messages, messages: ids(id, messages).map(messageOf) }])),
    turns: { used: turns * members.length, cap: null },
    usage: { inputTokens: null, outputTokens: null, costMicroUsd: null, unknown: 0 },
    control: 'none',
    pauseReason: null,
    open: open ? Object.fromEntries(members.map((id) => [`team/${id}/${turns}`, id])) : {},
    graph: { nodes: Object.fromEntries(members.map((id) => [id, node])), messages: ids('all', Math.min(800, messages * 4)).map(messageOf) },
  };
}

describe('fitView', () => {
  it('leaves a small view as it is, but for the state that only the fold reads', () => {
    const view = viewOf({ members: named(3), turns: 30, messages: 100, text: 'Short.' });
    expect({ ...fitView(view, bytes), graph: null }).toEqual({ ...view, graph: null });
  });

  it.each<[string, Shape]>([
    ['texts of 1 MB', { members: named(4), turns: 10, messages: 20, text: 'x'.repeat(1_000_000) }],
    ['long texts of CJK', { members: named(8), turns: 40, messages: 120, text: '漢字'.repeat(32_000) }],
    ['texts of control characters', { members: named(8), turns: 40, messages: 120, text: '\u0001'.repeat(20_000) }],
    ['a thousand members with full windows', { members: named(1000), turns: 40, messages: 120, text: 'Turn. '.repeat(20) }],
    ['a thousand members, all running', { members: named(1000), turns: 3, messages: 20, text: '漢'.repeat(500), open: true }],
    ['five thousand members, all running', { members: named(5000), turns: 1, text: 'Turn.', open: true }],
    ['ten thousand members that never spoke', { members: named(10_000) }],
    ['names of thousands of letters', { members: named(400, 'n'.repeat(3000)), turns: 2, messages: 2 }],
    ['one name longer than a frame', { members: ['n'.repeat(2_000_000)], turns: 1 }],
    ['thousands of rooms', { members: named(3), rooms: named(9000, 'room-'), turns: 2, messages: 2, text: 'Hello.' }],
    ['mentions of hundreds in every message', { members: named(400), turns: 2, messages: 30, mentions: named(400), text: 'All!' }],
    ['a task of CJK', { members: named(3), task: '漢'.repeat(64 * 1024) }],
  ])(
    'fits a frame: %s',
    (_name, shape) => {
      const view = viewOf(shape);
      const fitted = fitView(view, bytes);
      expect(sizeOf(fitted)).toBeLessThanOrEqual(LIMIT);
      expect(RunView.safeParse(fitted).success).toBe(true);
      expect(JSON.stringify(fitted).isWellFormed()).toBe(true);
      expect([fitted.revision, fitted.turns, fitted.task]).toEqual([view.revision, view.turns, view.task]);
      for (const [id, member] of Object.entries(fitted.members))
        expect(member).toMatchObject({ id, turnCount: view.members[id]?.turnCount });
      for (const [id, room] of Object.entries(fitted.rooms)) expect(room).toMatchObject({ id, messageCount: view.rooms[id]?.messageCount });
      // Only open turns of members that are there may be awaited.
      for (const id of Object.values(fitted.open)) expect(Object.keys(fitted.members)).toContain(id);
    },
    60_000,
  );

  it('keeps every open turn in every window, so that what settles it is seen', () => {
    const ids = named(6);
    const log = new LogBuilder();
    for (const id of ids) log.dispatch(id, `team/${id}/1`);
    const fold = createRunFold(compileTeam(circle(ids, { globalConcurrency: 6 })));
    const [started, ...others] = log.events;
    if (started === undefined) throw new Error('a log has a beginning');
    const view = fold.apply(fold.open(started), [...others.map(updateOf), textPart('team/m0/1', 1, 'x'.repeat(1000))]);
    const completion = updateOf(log.add('graph:node-completed', { nodeId: 'm0', position: 'team/m0/1', result: { summary: 'Done.' } }));
    for (let window = 0; window < 6; window += 1) {
      let asked = 0;
      const fitted = fitView(view, () => ((asked += 1), asked > window ? 0 : Number.POSITIVE_INFINITY));
      expect(Object.values(fitted.members).map(({ turns }) => turns.length)).toEqual(ids.map(() => 1));
      expect(fold.apply(fitted, [completion]).members['m0']).toMatchObject({
        state: 'done',
        turns: [{ text: 'Done.', state: 'completed' }],
      });
    }
  });

  it('folds on when members were left out: their events count and change nothing else', () => {
    const ids = named(8000);
    const fold = createRunFold(compileTeam(circle(ids, { globalConcurrency: 8000 })));
    const log = new LogBuilder();
    const [started] = log.events;
    if (started === undefined) throw new Error('a log has a beginning');
    const fitted = fitView(fold.open(started), bytes);
    const left = Object.keys(fitted.members);
    expect(left.length).toBeGreaterThan(500);
    expect(left.length).toBeLessThan(8000);
    const posts = [{ roomId: 'all', text: 'Hello.', mentions: ['m0', 'm7998'] }];
    log.dispatch('m7999', 'team/m7999/1').complete('m7999', 'team/m7999/1', { summary: '', posts });
    const end = fold.apply(fitted, log.events.slice(1).map(updateOf));
    expect(end).toMatchObject({ revision: 3, turns: { used: 1 }, open: {} });
    expect(Object.keys(end.members)).toEqual(left);
  }, 30_000);
});
