import { describe, expect, it } from 'vitest';
import { compileGraph } from '../../kernel/compile-graph.ts';
import { GraphValidationError } from '../../kernel/issues.ts';
import { c, d, releaseTeam, say, teamOf } from './release-team.fixture.ts';
import { teamGraphType } from './team-graph-type.ts';

/** Paths of the issues that T with parts replaced by anything is refused with. */
function refusedAt(replaced: Record<string, unknown>): string[] {
  try {
    compileGraph(teamGraphType, { ...releaseTeam, ...replaced });
  } catch (error) {
    if (error instanceof GraphValidationError)
      return error.issues.map(({ code, path }) => (code === 'INVALID_TEAM' ? path : `${code} ${path}`));
    throw error;
  }
  return [];
}
const data = (changed: Record<string, unknown>) => refusedAt({ data: { ...releaseTeam.data, ...changed } });
const room = (...rooms: unknown[]) => data({ communication: { rooms, tailMessages: 3 } });
const writer = (changed: object) =>
  refusedAt({ nodes: [{ id: 'writer', data: { ...releaseTeam.nodes[0].data, ...changed } }, releaseTeam.nodes[1]] });

describe('definitions', () => {
  it('T is one', () => {
    expect(refusedAt({})).toEqual([]);
    expect(data({ communication: undefined, task: 1 })).toEqual(['INVALID_JSON_VALUE /data/communication']);
  });
  it.each([0, -1, 1.5, 2 ** 53, '1', null])('[case 74] the limit %j', (limit) => {
    expect(data({ globalConcurrency: limit })).toEqual(['/data/globalConcurrency']);
    expect(data({ maxTurnsPerMember: limit })).toEqual(['/data/maxTurnsPerMember']);
    expect(data({ communication: { ...releaseTeam.data.communication, tailMessages: limit } })).toEqual([
      '/data/communication/tailMessages',
    ]);
  });
  it('[case 74] more turns than can be counted', () => {
    expect(data({ maxTurnsPerMember: Number.MAX_SAFE_INTEGER })).toEqual(['/data/maxTurnsPerMember']);
    expect(
      refusedAt({ data: { task: '', globalConcurrency: 1, maxTurnsPerMember: Number.MAX_SAFE_INTEGER }, nodes: [releaseTeam.nodes[0]] }),
    ).toEqual([]);
  });
  it('[case 74] edges', () => {
    expect(refusedAt({ edges: [{ id: 'e', source: 'writer', target: 'reviewer', data: {} }] })).toEqual(['/edges']);
  });
  it.each(['', ' ', ' review', 'review ', 're\nview', 'a\u007f', 1, null])('[case 74] the room id %j', (id) => {
    expect(room({ id, members: [] })).toEqual(['/data/communication/rooms/0/id']);
  });
  it('[case 74] rooms: twice, with a member twice, with a stranger', () => {
    const review = releaseTeam.data.communication.rooms[0];
    expect(room(review, review)).toEqual(['/data/communication/rooms/1/id']);
    expect(room({ id: 'r', members: ['writer', 'writer'] })).toEqual(['/data/communication/rooms/0/members']);
    expect(room({ id: 'r', members: ['writer', 'stranger'] })).toEqual(['/data/communication/rooms/0/members']);
    expect(room({ id: 'r', members: 'writer' })).toEqual(['/data/communication/rooms/0/members']);
    expect(room({ id: 'r', members: [7] })).toEqual(['/data/communication/rooms/0/members']);
    expect(room(null)).toEqual(['/data/communication/rooms/0']);
    expect(data({ communication: { rooms: {}, tailMessages: 1 } })).toEqual(['/data/communication/rooms']);
    expect(data({ communication: [] })).toEqual(['/data/communication']);
  });
  it('empty lists of rooms and of members, empty texts and lone ids are fine', () => {
    expect(room()).toEqual([]);
    expect(room({ id: '../outside.txt', members: [] })).toEqual([]);
    expect(data({ task: '' })).toEqual([]);
    expect(writer({ role: '', brief: '' })).toEqual([]);
  });
  it('data and members that are none, all issues at once, members by their id', () => {
    expect(refusedAt({ data: null })).toEqual(['/data']);
    expect(data({ task: 7, globalConcurrency: 0 })).toEqual(['/data/task', '/data/globalConcurrency']);
    expect(writer({ role: 7, brief: null, initialTurn: 'no' })).toEqual([
      '/nodes/writer/data/role',
      '/nodes/writer/data/brief',
      '/nodes/writer/data/initialTurn',
    ]);
    expect(refusedAt({ nodes: [{ id: 'a/b~c', data: [] }], data: { task: '', globalConcurrency: 1, maxTurnsPerMember: 1 } })).toEqual([
      '/nodes/a~1b~0c/data',
    ]);
    expect(refusedAt({ nodes: [releaseTeam.nodes[0], releaseTeam.nodes[0]], data: 1 })).toEqual(['DUPLICATE_NODE_ID /nodes/1/id']);
  });
  it('lanes: well formed, and the same wherever they are shared', () => {
    const target = { adapter: 'api', provider: 'p', modelFamily: 'f', model: 'm', tools: ['read'] };
    const lane = { id: 'fast', requested: target, knownSubstitutions: [] };
    const both = (first: unknown, second: unknown) =>
      refusedAt({
        nodes: [first, second].map((own, index) => ({ id: ['writer', 'reviewer'][index], data: { role: '', brief: '', lane: own } })),
      });
    expect(both(lane, { ...lane })).toEqual([]);
    expect(both(lane, { ...lane, id: 'slow', requested: { ...target, model: 'n' } })).toEqual([]);
    expect(both(lane, { ...lane, requested: { ...target, model: 'n' } })).toEqual(['/nodes/reviewer/data/lane']);
    expect(both(lane, null)).toEqual(['/nodes/reviewer/data/lane']);
    expect(writer({ lane: { ...lane, id: '' } })).toEqual(['/nodes/writer/data/lane']);
    expect(writer({ lane: { ...lane, requested: { ...target, tools: ['read', 'read'] } } })).toEqual(['/nodes/writer/data/lane']);
    expect(writer({ lane: { id: 'fast', requested: target } })).toEqual(['/nodes/writer/data/lane']);
  });
  it("[case 76] whoever is added to the caller's room later sits in no room", () => {
    const members = ['a'];
    const definition = teamOf(['a', 'b'], { communication: { rooms: [{ id: 'all', members }], tailMessages: 1 } });
    const graph = compileGraph(teamGraphType, definition);
    members.push('b');
    const result = say('all', 'hello', 'b');
    expect(graph.validateNodeResult?.('a', result)).toMatchObject({ code: 'INVALID_TEAM', path: '/result/posts/0/mentions' });
    const state = [d('a'), c('a', 1, result)].reduce(graph.reduce, graph.initialState());
    expect(state.nodes['a']?.failureCode).toBe('RESULT_INVALID');
  });
});

describe('[case 75] results, before they are saved', () => {
  const graph = compileGraph(
    teamGraphType,
    teamOf(['a', 'b', 'c'], { communication: { rooms: [{ id: 'ab', members: ['a', 'b'] }], tailMessages: 1 } }),
  );
  const silent = compileGraph(teamGraphType, { ...releaseTeam, data: { task: '', globalConcurrency: 1, maxTurnsPerMember: 1 } });
  const post = { roomId: 'ab', text: 'x', mentions: ['b'] };
  const posting = (changed: object) => graph.validateNodeResult?.('a', { summary: '', posts: [post, { ...post, ...changed }] })?.path;
  it('pass with a summary; any data; posts to own rooms; further keys', () => {
    for (const result of [
      { summary: '' },
      { summary: 'x', data: [null], more: 1 },
      { summary: 'x', posts: [] },
      { summary: 'x', posts: [{ ...post, mentions: [], note: 1 }] },
    ])
      expect(graph.validateNodeResult?.('a', result)).toBeNull();
  });
  it.each([
    [null, '/result'],
    ['text', '/result'],
    [[], '/result'],
    [{}, '/result/summary'],
    [{ summary: 1 }, '/result/summary'],
    [{ summary: 'x', posts: null }, '/result/posts'],
    [{ summary: 'x', posts: {} }, '/result/posts'],
    [{ summary: 'x', posts: [null] }, '/result/posts/0'],
  ])('%j at %s', (result, path) => {
    const issue = graph.validateNodeResult?.('a', result);
    expect(issue).toEqual({ code: 'INVALID_TEAM', path, message: expect.any(String) });
  });
  it('every post is checked: room, text, mentions', () => {
    expect(posting({ roomId: 'elsewhere' })).toBe('/result/posts/1/roomId');
    expect(posting({ roomId: ' ab' })).toBe('/result/posts/1/roomId');
    expect(posting({ roomId: 7 })).toBe('/result/posts/1/roomId');
    expect(posting({ text: null })).toBe('/result/posts/1/text');
    expect(posting({ mentions: 'b' })).toBe('/result/posts/1/mentions');
    expect(posting({ mentions: ['c'] })).toBe('/result/posts/1/mentions');
    expect(posting({ mentions: ['b', 7] })).toBe('/result/posts/1/mentions');
    expect(graph.validateNodeResult?.('c', { summary: '', posts: [post] })?.path).toBe('/result/posts/0/roomId');
  });
  it('a team without rooms takes no posts, not even none', () => {
    expect(silent.validateNodeResult?.('writer', { summary: 'x', posts: [] })?.path).toBe('/result/posts');
    expect(silent.validateNodeResult?.('writer', { summary: 'x' })).toBeNull();
  });
  it('an unknown member is a mistake of the caller', () => {
    expect(() => graph.validateNodeResult?.('nobody', { summary: 'x' })).toThrow(GraphValidationError);
  });
});
