import { describe, expect, it } from 'vitest';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { membershipPaths } from './membership-paths.ts';
import { placesOf } from './node-places.ts';

const member = (id: string, x: number, y: number, color = 1): TeamSketch['members'][number] => ({
  id,
  name: id,
  role: '',
  brief: '',
  engine: { kind: 'scripted', detail: '' },
  color,
  initialTurn: false,
  at: { x, y },
});
const team = (members: TeamSketch['members'], rooms: TeamSketch['rooms']): TeamSketch => ({
  id: 't',
  name: 't',
  form: 'conversation',
  task: '',
  members,
  rooms,
  notes: [],
  groups: [],
  limits: { globalConcurrency: 1, maxTurnsPerMember: 1 },
  omittedMembers: 0,
});
const linesOf = (sketch: TeamSketch, live = false) => membershipPaths(sketch, placesOf(sketch, live)).map(({ path }) => path);

describe('membership paths', () => {
  it('leaves sideways towards a room beside it', () => {
    const sketch = team([member('a', 84, 32)], [{ id: 'r', name: 'r', members: ['a'], at: { x: 392, y: 44 }, direct: false }]);
    expect(linesOf(sketch)).toEqual(['M304 70C348 70 348 70 392 70']);
  });
  it('leaves downwards towards a room below, and starts at the taller live node', () => {
    const sketch = team([member('a', 16, 16)], [{ id: 'r', name: 'r', members: ['a'], at: { x: 42, y: 152 }, direct: false }]);
    expect(linesOf(sketch, true)).toEqual(['M126 120C126 136 126 136 126 152']);
  });
  it('spreads the ends on one side in the order of where they come from', () => {
    const sketch = team(
      [member('low', 0, 400), member('high', 0, 0)],
      [{ id: 'r', name: 'r', members: ['low', 'high'], at: { x: 400, y: 200 }, direct: false }],
    );
    const [low, high] = linesOf(sketch);
    expect(low).toMatch(/400 230$/);
    expect(high).toMatch(/400 222$/);
  });
  it('draws a member once per room and skips who is not there', () => {
    const sketch = team([member('a', 0, 0)], [{ id: 'r', name: 'r', members: ['a', 'a', 'ghost'], at: { x: 400, y: 0 }, direct: false }]);
    expect(linesOf(sketch)).toHaveLength(1);
  });
  it('leads a direct message from one member to the other, through its label halfway', () => {
    const sketch = team(
      [member('a', 0, 0), member('b', 600, 0)],
      [{ id: 'direct-a-b', name: '', members: ['a', 'b'], at: { x: 0, y: 0 }, direct: true }],
    );
    expect(placesOf(sketch, false).rooms.get('direct-a-b')).toEqual({ x: 354, y: 26, width: 112, height: 24 });
    expect(linesOf(sketch)).toEqual(['M220 38C287 38 287 38 354 38', 'M600 38C533 38 533 38 466 38']);
  });
});
