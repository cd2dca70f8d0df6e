import { expect, it } from 'vitest';
import { LogBuilder } from './conversation.fixture.ts';
import { Moment, momentOf } from './moment.ts';

const of = (type: string, payload: object) => momentOf(new LogBuilder().add(type, payload as never));
const turn = { nodeId: 'ann', position: 'team/ann/1' };

it.each([
  ['graph:run-started', {}, { kind: 'host', member: '' }],
  ['graph:node-dispatched', turn, { kind: 'start', member: 'ann' }],
  ['graph:node-attempt-started', { identity: turn }, { kind: 'start', member: 'ann' }],
  ['graph:node-resumed', turn, { kind: 'start' }],
  ['graph:node-completed', { ...turn, result: { summary: 'x' } }, { kind: 'end', rooms: [] }],
  [
    'graph:node-completed',
    { ...turn, result: { posts: [{ roomId: 'a' }, { roomId: 'b' }, { roomId: 'a' }] } },
    { kind: 'message', rooms: ['a', 'b'] },
  ],
  ['graph:node-failed', { ...turn, code: 'TIMEOUT' }, { kind: 'failure', detail: 'TIMEOUT' }],
  ['graph:node-failed', { ...turn, code: 'CANCELLED' }, { kind: 'end' }],
  ['graph:node-paused', { ...turn, reason: 'May I?' }, { kind: 'end', detail: 'May I?' }],
  ['host:paused', { reason: 'person' }, { kind: 'host', detail: 'person', member: '' }],
  ['team:anything', { nodeId: 7, result: 'text' }, { kind: 'host', member: '', rooms: [] }],
])('%s is a moment of its kind', (type, payload, expected) => {
  const moment = of(type, payload);
  expect(moment).toMatchObject({ revision: 2, type, ...expected });
  expect(Moment.parse(moment)).toEqual(moment);
});

it('is small, whatever the event says', () => {
  const long = 'x'.repeat(100_000);
  const posts = Array.from({ length: 1000 }, (_, index) => ({ roomId: `${index}${long}` }));
  expect(JSON.stringify(of('graph:node-completed', { nodeId: long, result: { posts }, code: long })).length).toBeLessThan(4000);
});
