import { expect, it } from 'vitest';
import type { MessageView, RoomView, RunView } from '../../src-shared/run/run-view.ts';
import { arrivals } from './arrivals.ts';

const message = (id: string, revision: number): MessageView => ({
  id,
  sender: 'a',
  position: 'team/a/1',
  roomId: 'r',
  text: id,
  cut: false,
  mentions: [],
  at: '',
  revision,
});
const room = (id: string, ...messages: MessageView[]): RoomView => ({ id, messageCount: messages.length, messages });
const view = (revision: number, rooms: Record<string, RoomView>): RunView => ({
  runId: 'run',
  task: '',
  revision,
  startedAt: '',
  lastAt: '',
  signAt: 0,
  awayMs: 0,
  away: [],
  members: {},
  rooms,
  turns: { used: 0, cap: null },
  usage: { inputTokens: null, outputTokens: null, costMicroUsd: null, unknown: 0 },
  control: 'none',
  pauseReason: null,
  open: {},
  graph: null,
});

it('tells the messages of later events, in whichever room, and none of a room that stayed as it was', () => {
  const still = room('still', message('late', 9));
  const before = view(5, { still, r: room('r', message('old', 4)), s: room('s') });
  const after = view(7, { still, r: room('r', message('old', 4), message('new', 6)), s: room('s', message('other', 7)) });
  expect(arrivals(before, after).map(({ id }) => id)).toEqual(['new', 'other']);
  expect(arrivals(after, after)).toEqual([]);
  // Back to an earlier moment nothing arrives.
  expect(arrivals(after, before)).toEqual([]);
});
