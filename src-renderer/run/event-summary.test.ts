import { expect, it } from 'vitest';
import { eventMember, eventPosition, eventSummary } from './event-summary.ts';

const event = (payload: unknown) => ({ type: 'graph:node-completed', payload });

it('says what a turn answered, failed with or is', () => {
  expect(eventSummary(event({ position: 'team/w/1', result: { summary: 'Review\nrequested.' } }))).toBe('Review requested.');
  expect(eventSummary(event({ position: 'team/w/1', code: 'TIMEOUT' }))).toBe('TIMEOUT');
  expect(eventSummary(event({ position: 'team/w/1' }))).toBe('team/w/1');
  expect(eventSummary(event(null))).toBe('');
});
it('finds member and turn, also inside an attempt’s identity', () => {
  expect(eventMember(event({ identity: { nodeId: 'w', position: 'team/w/1' } }))).toBe('w');
  expect(eventPosition(event({ identity: { nodeId: 'w', position: 'team/w/1' } }))).toBe('team/w/1');
  expect(eventMember(event({ nodeId: 'r' }))).toBe('r');
});
