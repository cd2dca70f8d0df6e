import { expect, it } from 'vitest';
import type { MessageView } from '../../src-shared/run/run-view.ts';
import { flightLegs } from './message-flights.ts';

const message = (revision: number, sender: string, mentions: string[]): MessageView => ({
  id: `team/${sender}/${revision}/0`,
  sender,
  position: `team/${sender}/${revision}`,
  roomId: 'review',
  text: '',
  cut: false,
  mentions,
  at: '',
  revision,
});

it('goes to the room and on to everyone it mentions, once, not back to who said it', () => {
  expect(flightLegs([message(4, 'ada', ['bo', 'bo', 'ada', 'cy'])])).toEqual([
    { memberId: 'ada', roomId: 'review', sender: 'ada', toRoom: true },
    { memberId: 'bo', roomId: 'review', sender: 'ada', toRoom: false },
    { memberId: 'cy', roomId: 'review', sender: 'ada', toRoom: false },
  ]);
});

it('shows the newest few of many', () => {
  const many = Array.from({ length: 50 }, (_, index) => message(50 - index, `m${50 - index}`, []));
  expect(flightLegs(many).map(({ sender }) => sender)).toEqual(['m47', 'm48', 'm49', 'm50']);
});
