import { describe, expect, it } from 'vitest';
import { layoutTeam } from './layout.ts';
import { loadTeamDocument } from './load-team-document.ts';
import { TeamSketch } from './sketch.ts';
import { sketchAgain, sketchTeam } from './sketch-team.ts';

function sketch(fields: object) {
  const { document, problems } = loadTeamDocument({
    text: JSON.stringify({ format: 'troupe.team', formatVersion: 1, form: 'conversation', ...fields }),
  });
  if (document === null) throw new Error(JSON.stringify(problems));
  return sketchTeam(document);
}
const member = (id: string, more: object = {}) => ({ id, engine: { kind: 'scripted', turns: [{ say: 'x' }] }, ...more });

describe('sketchTeam', () => {
  it('draws a team that nobody has arranged: members left and right, rooms between', () => {
    const { members, rooms } = sketch({ members: ['a', 'b', 'c'].map((id) => member(id)), rooms: [{ id: 'r', members: ['a', 'c'] }] });
    expect(members.map(({ at }) => at)).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 120 },
      { x: 564, y: 0 },
    ]);
    expect(rooms).toEqual([{ id: 'r', name: 'r', members: ['a', 'c'], at: { x: 308, y: 60 }, direct: false }]);
  });

  it('keeps chosen places and colours, and puts the rest below', () => {
    const { members } = sketch({ members: [member('a', { at: { x: 84, y: 30 }, color: 7 }), member('b')] });
    expect(members.map(({ at, color }) => [at, color])).toEqual([
      [{ x: 84, y: 30 }, 7],
      [{ x: 0, y: 152 }, 2],
    ]);
  });

  it('says what stands beside each engine', () => {
    const engines = [
      { kind: 'scripted' },
      { kind: 'scripted', turns: [{}] },
      { kind: 'scripted', turns: [{}, {}] },
      { kind: 'model', model: 'qwen3:14b' },
      { kind: 'process', command: 'codex' },
      { kind: 'person' },
      { profile: 'fast' },
      undefined,
    ];
    expect(
      sketch({ members: engines.map((engine, index) => ({ id: `m${index}`, engine })) }).members.map(
        ({ engine }) => `${engine.kind}: ${engine.detail}`,
      ),
    ).toEqual([
      'scripted: says the task',
      'scripted: 1 turn',
      'scripted: 2 turns',
      'model: qwen3:14b',
      'process: codex',
      'person: you',
      'profile: fast',
      'none: ',
    ]);
  });

  it('draws other forms too, without limits it does not know', () => {
    const { document } = loadTeamDocument({
      text: 'format: troupe.team\nformatVersion: 1\nform: pipeline\nname: Line\nmembers: [{ id: a, role: first, retries: 2 }]\n',
    });
    expect(document && sketchTeam(document)).toMatchObject({
      form: 'pipeline',
      name: 'Line',
      members: [{ id: 'a', role: 'first' }],
      limits: { globalConcurrency: null },
    });
  });

  it('cuts long texts between characters', () => {
    const { members, name } = sketch({ name: `${'n'.repeat(119)}🌊🌊`, members: [member('a', { brief: 'b'.repeat(5000) })] });
    expect(name).toBe('n'.repeat(119));
    expect(members[0]?.brief).toHaveLength(400);
  });

  it('fits a frame of 1 MiB with 10,000 members, and says how many are left out', { timeout: 30_000 }, () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `member-${index}`);
    const drawn = sketch({
      members: ids.map((id) => member(id, { name: `Member ${id}`, role: 'writer', brief: 'b'.repeat(1000) })),
      rooms: [{ id: 'all', members: ids }],
    });
    expect(drawn.omittedMembers).toBe(7000);
    expect(drawn.members).toHaveLength(3000);
    expect(drawn.rooms[0]?.members).toHaveLength(3000);
    expect(JSON.stringify(drawn).length).toBeLessThan(1024 * 1024);
    expect(TeamSketch.safeParse(drawn).success).toBe(true);
  });

  it('gives notes an id', () => {
    expect(sketch({ members: [], notes: [{ text: 'one' }, { id: 'n', text: 'two', at: { x: 4, y: 8 } }] }).notes).toEqual([
      { id: 'note-1', text: 'one', at: { x: 0, y: 0 } },
      { id: 'n', text: 'two', at: { x: 4, y: 8 } },
    ]);
  });
});

describe('layoutTeam', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [8, 4],
    [30, 9],
    [500, 100],
    [3000, 3000],
  ])('lets no two of %d members and %d rooms overlap, on the grid of 4', (memberCount, roomCount) => {
    const { members, rooms } = layoutTeam(memberCount, roomCount);
    expect([...members, ...rooms].every(({ x, y }) => x % 4 === 0 && y % 4 === 0)).toBe(true);
    const boxes = [...members.map((place) => ({ ...place, w: 220, h: 104 })), ...rooms.map((place) => ({ ...place, w: 168, h: 52 }))];
    const sorted = boxes.toSorted((left, right) => left.x - right.x || left.y - right.y);
    const overlaps = sorted.filter((box, index) => {
      for (let next = index + 1; next < sorted.length; next += 1) {
        const other = sorted[next];
        if (other === undefined || other.x >= box.x + box.w) return false;
        if (other.y < box.y + box.h && box.y < other.y + other.h) return true;
      }
      return false;
    });
    expect(overlaps).toEqual([]);
  });
});

describe('sketchAgain', () => {
  it('keeps the objects of what is drawn as before', () => {
    const before = sketchTeam({ form: 'conversation', members: [{ id: 'a' }, { id: 'b' }], groups: [{ id: 'g', members: ['a', 'x'] }] });
    const after = sketchAgain(
      { form: 'conversation', members: [{ id: 'a' }, { id: 'b', role: 'new' }], groups: [{ id: 'g', members: ['a'] }] },
      before,
    );
    expect(after.members[0]).toBe(before.members[0]);
    expect(after.members[1]).toMatchObject({ id: 'b', role: 'new' });
    expect(after.groups[0]).toBe(before.groups[0]);
    expect(after.groups[0]?.members).toEqual(['a']);
  });
});
