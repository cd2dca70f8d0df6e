import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { TeamMessage, TeamTurnInput } from '../../src-shared/graph-types/team/team-state.ts';
import type { ScriptedEngine } from '../../src-shared/team-document/schema.ts';
import type { TurnPart } from './run-turn.ts';
import { createScriptedTurn } from './scripted.ts';
import { systemClock, type TurnClock } from './turn-clock.ts';

/** A clock that jumps to where a sleeper wants to be; `slept` is what was waited for. */
function jumpingClock(): TurnClock & { readonly slept: number[]; at: number } {
  const clock = {
    at: 0,
    slept: [] as number[],
    now: () => clock.at,
    sleep: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      clock.slept.push(ms);
      clock.at += ms;
    },
  };
  return clock;
}

const MESSAGE: TeamMessage = {
  id: 'team/reviewer/1/0',
  sender: 'reviewer',
  position: 'team/reviewer/1',
  roomId: 'review',
  text: 'Looks good {{task}}',
  mentions: ['writer'],
};
const INPUT: TeamTurnInput = { task: 'Prepare a note.', role: 'writer', brief: 'Be brief.', result: null, messages: [MESSAGE] };

async function take(
  engine: Omit<ScriptedEngine, 'kind'>,
  turn = 1,
  more: { input?: TeamTurnInput; signal?: AbortSignal; clock?: TurnClock } = {},
) {
  const parts: TurnPart[] = [];
  const run = createScriptedTurn({ member: 'Writer', engine: { kind: 'scripted', ...engine }, clock: more.clock ?? jumpingClock() });
  const result = await run({
    input: more.input ?? INPUT,
    turn,
    signal: more.signal ?? new AbortController().signal,
    inputs: { city: 'Verden' },
    emitPart: (part) => parts.push(part),
  });
  return { result, parts };
}
const textOf = (parts: readonly TurnPart[]) => parts.map(({ data }) => (typeof data === 'string' ? data : JSON.stringify(data))).join('');

describe('the scripted engine', () => {
  it('answers the n-th turn with the n-th of the script, and repeats the last one', async () => {
    const turns = [{ say: 'one' }, { say: 'two' }];
    expect((await take({ turns }, 1)).result).toEqual({ summary: 'one' });
    expect((await take({ turns }, 2)).result).toEqual({ summary: 'two' });
    expect((await take({ turns }, 9)).result).toEqual({ summary: 'two' });
  });

  it('ends or fails after the last turn when the script says so', async () => {
    // oxlint-disable unicorn/no-thenable -- the document format's name
    expect((await take({ turns: [{ say: 'one' }], then: 'end' }, 2)).result).toEqual({ summary: '' });
    await expect(take({ turns: [{ say: 'one' }], then: 'fail' }, 2)).rejects.toMatchObject({
      turnFailureCode: 'EFFECT_FAILED',
      message: 'Writer was asked for turn 2, and its script ends after 1. Add a turn, or let it end or repeat the last one.',
    });
    // oxlint-enable unicorn/no-thenable
  });

  it('says role and task once without a script (decisions 33)', async () => {
    expect((await take({})).result).toEqual({ summary: 'writer: Prepare a note.' });
    expect((await take({ turns: [] }, 2)).result).toEqual({ summary: '' });
    expect(textOf((await take({ pace: 50 })).parts)).toBe('writer: Prepare a note.');
  });

  it('renders what it says, posts and keeps, once', async () => {
    const { result } = await take({
      turns: [
        {
          say: '{{messages.from.reviewer.last.text}} from {{input.city}}',
          posts: [
            { room: 'review', text: 'Re {{messages.last.id}}', mentions: ['reviewer'] },
            { room: 'hall', text: '{{turn}}' },
          ],
          data: { replyId: '{{messages.last.id}}', list: ['{{brief}}', 3, null] },
        },
      ],
    });
    expect(result).toEqual({
      summary: 'Looks good {{task}} from Verden',
      data: { replyId: 'team/reviewer/1/0', list: ['Be brief.', 3, null] },
      posts: [
        { roomId: 'review', text: 'Re team/reviewer/1/0', mentions: ['reviewer'] },
        { roomId: 'hall', text: '1', mentions: [] },
      ],
    });
  });

  it('streams nothing and waits for nothing without a pace', async () => {
    const clock = jumpingClock();
    expect((await take({ turns: [{ say: 'at once' }], pace: 0 }, 1, { clock })).parts).toEqual([]);
    expect(clock.slept).toEqual([]);
  });

  it('streams at its pace, about every 40 ms, and takes as long as the text needs', async () => {
    const clock = jumpingClock();
    const say = 'a'.repeat(100);
    const { parts, result } = await take({ turns: [{ say, delayMs: 500 }], pace: 100 }, 1, { clock });
    expect(textOf(parts)).toBe(say);
    expect(result.summary).toBe(say);
    expect(clock.slept[0]).toBe(500);
    expect(clock.at).toBe(1500);
    expect(parts.length).toBe(25);
    expect(parts.every(({ kind, data }) => kind === 'text' && typeof data === 'string' && data.length === 4)).toBe(true);
  });

  it('says its text before it fails, with the code and message of the script (decisions 54)', async () => {
    const parts: TurnPart[] = [];
    const engine: ScriptedEngine = {
      kind: 'scripted',
      pace: 1000,
      turns: [{ say: 'I begin', fail: { code: 'TIMEOUT', message: 'No answer for {{task}}' } }],
    };
    const run = createScriptedTurn({ member: 'Writer', engine, clock: jumpingClock() });
    const turn = run({ input: INPUT, turn: 1, signal: new AbortController().signal, inputs: {}, emitPart: (part) => parts.push(part) });
    await expect(turn).rejects.toMatchObject({ name: 'TurnFailure', turnFailureCode: 'TIMEOUT', message: 'No answer for Prepare a note.' });
    expect(textOf(parts)).toBe('I begin');
    await expect(take({ turns: [{ fail: {} }] })).rejects.toMatchObject({
      turnFailureCode: 'EFFECT_FAILED',
      message: 'The script of Writer lets turn 1 fail.',
    });
  });

  it('gives the same parts and result every time, however late the timers are', async () => {
    const engine = {
      turns: [{ say: 'Ä long text with 👩‍👩‍👧 and 🌊🌊🌊, said slowly.', posts: [{ room: 'r', text: '{{task}}' }] }],
      pace: 33,
    };
    const late = jumpingClock();
    const slow: TurnClock = { now: () => late.at, sleep: (ms, signal) => late.sleep(ms + 170, signal) };
    expect(await take(engine, 1, { clock: slow })).toEqual(await take(engine));
  });

  it('stops promptly when aborted, in its delay and while it speaks', async () => {
    for (const turns of [[{ delayMs: 60_000 }], [{ say: 'x'.repeat(10_000) }]]) {
      const stop = new AbortController();
      const parts: TurnPart[] = [];
      const run = createScriptedTurn({ member: 'Writer', engine: { kind: 'scripted', pace: 10, turns }, clock: systemClock });
      const turn = run({ input: INPUT, turn: 1, signal: stop.signal, inputs: {}, emitPart: (part) => parts.push(part) });
      const reason = new Error('stopped by a person');
      stop.abort(reason);
      await expect(turn).rejects.toBe(reason);
      const said = parts.length;
      await new Promise((resolve) => setImmediate(resolve));
      expect(parts).toHaveLength(said);
    }
    await expect(take({ turns: [{ say: 'never' }] }, 1, { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late');
  });

  it('leaves no timer behind when aborted: a program that only waits for one ends', () => {
    const clock = JSON.stringify(new URL('turn-clock.ts', import.meta.url).href);
    const program = `import { systemClock } from ${clock}; const stop = new AbortController();
      const slept = systemClock.sleep(600_000, stop.signal); stop.abort(new Error('stop'));
      await slept.catch((error) => console.log(error.message));`;
    const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', timeout: 20_000 });
    expect([ended.stdout.trim(), ended.status]).toEqual(['stop', 0]);
  }, 30_000);

  it('refuses to render an answer that no limit would let through', async () => {
    const input = { ...INPUT, task: 'x'.repeat(1024 * 1024) };
    await expect(take({ turns: [{ data: Array(40).fill('{{task}}') }] }, 1, { input })).rejects.toMatchObject({
      turnFailureCode: 'OUTPUT_LIMIT',
    });
  });
});
