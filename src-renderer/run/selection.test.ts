import { expect, it } from 'vitest';
import { postIndex, selectEvent, selectedNodes, selectMessage, selectNode } from './selection.ts';

it('knows the turn of a message, and both nodes that it concerns', () => {
  const selected = selectMessage({ id: 'team/writer/1/2', sender: 'writer', roomId: 'review' }, 4);
  expect(selected).toMatchObject({ kind: 'message', position: 'team/writer/1', message: 'team/writer/1/2', revision: 4 });
  expect(selectedNodes(selected)).toEqual(['member:writer', 'room:review']);
  expect(postIndex('team/writer/1/2')).toBe('2');
});

it('knows whom and which turn an event is about, also where its turn is named inside', () => {
  const event = { revision: 3, type: 'graph:node-attempt-started', payload: { identity: { nodeId: 'a', position: 'team/a/1' } } };
  expect(selectEvent(event)).toMatchObject({ member: 'a', position: 'team/a/1', revision: 3 });
  const started = selectEvent({ revision: 1, type: 'graph:run-started', payload: { runId: 'r' } });
  expect(started).toMatchObject({ member: null, position: null, revision: 1 });
  expect(selectedNodes(started)).toEqual([]);
});

it('reads a node of the canvas, whatever its id holds', () => {
  expect(selectNode('room:a:b')).toMatchObject({ kind: 'room', room: 'a:b' });
  expect(selectNode('member:member:x')).toMatchObject({ kind: 'member', member: 'member:x' });
});
