import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompiledGraph } from '../kernel/graph-type.ts';
import type { TeamDefinition } from '../graph-types/team/team-definition.ts';
import { askingRound, circle, compileTeam, errorPart, LogBuilder, play, textPart, updateOf, wander } from './conversation.fixture.ts';
import { fitView } from './fit-view.ts';
import { createRunFold, type RunFold } from './run-fold.ts';
import { RunView, type RunItem } from './run-view.ts';
import { slimDefinition } from './slim-definition.ts';

const names = ['ann', 'bob', 'cid'];
const started = new LogBuilder().events[0];
function opened(graph: CompiledGraph): { fold: RunFold; view: RunView } {
  const fold = createRunFold(graph);
  if (started === undefined) throw new Error('a log has a beginning');
  return { fold, view: fold.open(started) };
}
const bytes = (text: string) => Buffer.byteLength(text);
const choices = fc.array(fc.nat(1000), { maxLength: 400 });

/** A view with the windows that two views can have in common, and without the state that only the fold reads. */
function comparable(view: RunView, turns = 20, messages = 60) {
  return {
    ...view,
    graph: null,
    members: Object.fromEntries(Object.entries(view.members).map(([id, member]) => [id, { ...member, turns: member.turns.slice(-turns) }])),
    rooms: Object.fromEntries(Object.entries(view.rooms).map(([id, room]) => [id, { ...room, messages: room.messages.slice(-messages) }])),
  };
}

describe('folding in batches', () => {
  it('of any size gives what folding one by one gives', () => {
    fc.assert(
      fc.property(choices, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 30 }), (walk, sizes) => {
        const { graph, items } = wander(names, walk);
        const { fold, view } = opened(graph);
        const byOne = items.reduce((before, item) => fold.apply(before, [item]), view);
        let batched = view;
        for (let from = 0, turn = 0; from < items.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          batched = fold.apply(batched, items.slice(from, from + size));
          from += size;
        }
        expect(batched).toEqual(byOne);
        expect(fold.apply(view, items)).toEqual(byOne);
        expect(RunView.parse(byOne)).toEqual(byOne);
      }),
      { numRuns: 150 },
    );
  });

  it('changes no view that was given out', () => {
    fc.assert(
      fc.property(choices, (walk) => {
        const { graph, items } = wander(names, walk);
        const { fold, view } = opened(graph);
        let before = view;
        for (const item of items) {
          const copy = structuredClone(before);
          const after = fold.apply(before, [item]);
          expect(before).toEqual(copy);
          before = after;
        }
      }),
      { numRuns: 25 },
    );
  });

  it('ignores an event that it has folded already', () => {
    const { graph, items } = wander(
      names,
      Array.from({ length: 80 }, (_none, index) => (index * 37) % 1000),
    );
    const { fold, view } = opened(graph);
    const folded = fold.apply(view, items);
    const events = items.filter(({ type }) => type === 'team:state-update');
    expect(fold.apply(folded, events)).toEqual(folded);
    expect(fold.apply(folded, [])).toBe(folded);
  });
});

describe('a snapshot on its way to a window', () => {
  /** What the studio does: the snapshot as JSON, a definition without its long texts, the fold compiled from that. */
  function asStudio(graph: CompiledGraph, view: RunView, sizeOf = bytes): { fold: RunFold; view: RunView } {
    const definition = JSON.parse(JSON.stringify(slimDefinition(graph.definition.value))) as TeamDefinition;
    return { fold: createRunFold(compileTeam(definition)), view: RunView.parse(JSON.parse(JSON.stringify(fitView(view, sizeOf)))) };
  }

  it('is folded on as the host folds on, wherever it is taken', () => {
    fc.assert(
      fc.property(choices, fc.nat(400), (walk, cut) => {
        const { graph, items } = wander(names, walk);
        const live = opened(graph);
        const middle = live.fold.apply(live.view, items.slice(0, cut));
        const end = live.fold.apply(middle, items.slice(cut));
        const studio = asStudio(graph, middle);
        expect(comparable(studio.fold.apply(studio.view, items.slice(cut)))).toEqual(comparable(end));
      }),
      { numRuns: 150 },
    );
  });

  it('is so in every window a frame may leave it, but for what the window left out', () => {
    const counts = (view: RunView) => ({
      ...view,
      graph: null,
      rooms: Object.values(view.rooms).map(({ id, messageCount }) => [id, messageCount]),
      members: Object.values(view.members).map((member) => ({ ...member, turns: member.turns.at(-1)?.state ?? null })),
    });
    fc.assert(
      fc.property(choices, fc.nat(400), fc.nat(5), (walk, cut, window) => {
        const { graph, items } = wander(names, walk);
        const live = opened(graph);
        const middle = live.fold.apply(live.view, items.slice(0, cut));
        let asked = 0;
        const studio = asStudio(graph, middle, () => ((asked += 1), asked > window ? 0 : Number.POSITIVE_INFINITY));
        const end = live.fold.apply(middle, items.slice(cut));
        const theirs = counts(studio.fold.apply(studio.view, items.slice(cut)));
        const ours = counts(end);
        // A member whose turns all lie before a window of none has no last turn there.
        const known = ours.members.map((member, index) => (theirs.members[index]?.turns === null ? { ...member, turns: null } : member));
        expect(theirs).toEqual({ ...ours, members: known });
      }),
      { numRuns: 150 },
    );
  });

  it.each([5, 100, 333, 700])('is so after %i turns of a long talk, up to its 1,000th', (taken) => {
    const graph = compileTeam(circle(names));
    const { events } = play(graph, 1000, askingRound(names));
    const items = events.slice(1).map(updateOf);
    const live = opened(graph);
    const middle = live.fold.apply(live.view, items.slice(0, taken * 3));
    const studio = asStudio(graph, middle);
    const [ours, theirs] = [live.fold.apply(middle, items.slice(taken * 3)), studio.fold.apply(studio.view, items.slice(taken * 3))];
    expect(comparable(theirs)).toEqual(comparable(ours));
  });
});

describe('windows', () => {
  it('keep the newest, and count all, over 1,000 turns', () => {
    const graph = compileTeam(circle(names));
    const { events, commands } = play(graph, 1000, askingRound(names));
    const { fold, view } = opened(graph);
    const end = fold.apply(view, events.slice(1).map(updateOf));
    expect(end.turns).toEqual({ used: 1000, cap: 30_000 });
    expect(end.revision).toBe(events.length);
    expect(end.rooms['all']?.messageCount).toBe(1000);
    expect(end.rooms['all']?.messages.length).toBeLessThanOrEqual(180);
    expect(end.rooms['all']?.messages.at(-1)?.text).toBe('Message 1000.');
    for (const name of names) {
      const member = end.members[name];
      const own = commands.filter(({ nodeId }) => nodeId === name);
      expect(member?.turnCount).toBe(own.length);
      expect(member?.turns.length).toBeLessThanOrEqual(60);
      expect(member?.turns.map(({ position }) => position)).toEqual(
        own.slice(-(member?.turns.length ?? 0)).map(({ position }) => position),
      );
      expect(member?.turns.map(({ turn }) => turn)).toEqual(own.map((_command, index) => index + 1).slice(-(member?.turns.length ?? 0)));
    }
    expect(Object.values(end.open)).toEqual([]);
  });

  it('cost the same for the 2,000th turn as for the 1,000th: elements read by the fold', () => {
    const graph = compileTeam(circle(names));
    const { events } = play(graph, 2000, askingRound(names));
    let reads = 0;
    // Every element of the state's messages that the view's fold or the reducer touches is counted.
    const counting = (state: unknown): unknown => {
      const { messages, ...rest } = state as { messages: readonly unknown[] };
      return {
        ...rest,
        messages: new Proxy(messages, {
          get(list, key, receiver) {
            if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
            return Reflect.get(list, key, receiver) as unknown;
          },
        }),
      };
    };
    const watched: CompiledGraph = { ...graph, reduce: (state, event) => counting(graph.reduce(state, event)) };
    const { fold, view } = opened(watched);
    let current = view;
    const marks: number[] = [];
    for (const [index, event] of events.slice(1).entries()) {
      current = fold.apply(current, [updateOf(event)]);
      if (index % 1200 === 1199) marks.push(reads);
    }
    const perWindow = marks.map((mark, index) => mark - (marks[index - 1] ?? 0));
    expect(perWindow).toHaveLength(5);
    // A window is cut back every 400 messages, so that stretches of 400 turns are alike.
    const [, , middle = 0, , last = 0] = perWindow;
    expect(last).toBeGreaterThan(0);
    expect(last).toBeLessThan(middle * 1.05);
  }, 60_000);

  it('share what did not change', () => {
    const graph = compileTeam(
      circle(names, {
        globalConcurrency: 1,
        communication: {
          rooms: [
            { id: 'all', members: names },
            { id: 'side', members: names },
          ],
          tailMessages: 3,
        },
      }),
    );
    const { events, commands } = play(graph, 10, askingRound(names));
    const { fold, view } = opened(graph);
    const before = fold.apply(view, events.slice(1, -1).map(updateOf));
    const position = 'team/ann/1';
    const after = fold.apply(before, [textPart(position, 1, 'x')]);
    for (const name of names) expect(after.members[name]).toBe(before.members[name]);
    const speaker = commands.at(-1)?.nodeId ?? '';
    const settled = fold.apply(before, events.slice(-1).map(updateOf));
    const asked = names[(names.indexOf(speaker) + 1) % names.length];
    for (const name of names) expect(settled.members[name] === before.members[name]).toBe(name !== speaker && name !== asked);
    expect(settled.rooms['side']).toBe(before.rooms['side']);
    expect(settled.rooms['all']).not.toBe(before.rooms['all']);
    const [oldTurns, newTurns] = [before.members[speaker]?.turns ?? [], settled.members[speaker]?.turns ?? []];
    for (const [index, turn] of oldTurns.slice(0, -1).entries()) expect(newTurns[index]).toBe(turn);
  });
});

describe('one turn', () => {
  const graph = compileTeam(circle(names, { globalConcurrency: 1 }));
  const position = 'team/ann/1';
  function begun() {
    const log = new LogBuilder().dispatch('ann', position).start('ann', position);
    const { fold, view } = opened(graph);
    const take = (before: RunView, ...items: (RunItem | { type: string; payload: object })[]) =>
      fold.apply(
        before,
        items.map((item) => ('payload' in item ? updateOf(log.add(item.type, item.payload as never)) : item)),
      );
    return { fold, take, view: fold.apply(view, log.events.slice(1).map(updateOf)) };
  }
  const turnOf = (view: RunView) => view.members['ann']?.turns[0];
  const resumed = { type: 'graph:node-resumed', payload: { nodeId: 'ann', position } };
  const paused = { type: 'graph:node-paused', payload: { nodeId: 'ann', position, reason: 'May I?', request: null } };
  const failed = (code: string) => ({ type: 'graph:node-failed', payload: { nodeId: 'ann', position, code } });
  const completed = (result: object) => ({ type: 'graph:node-completed', payload: { nodeId: 'ann', position, result } });

  it('runs, streams, and is done with what was saved', () => {
    const { take, view } = begun();
    expect(view.members['ann']).toMatchObject({ state: 'running', turnCount: 1 });
    expect(view.members['bob']?.state).toBe('queued');
    const streamed = take(view, textPart(position, 1, 'Hel'), textPart(position, 1, 'lo'));
    expect(turnOf(streamed)).toMatchObject({ text: 'Hello', state: 'running', cut: false });
    const posts = [{ roomId: 'all', text: 'Look.', mentions: ['ann', 'bob'] }];
    const end = take(streamed, completed({ summary: 'Saved.', data: { x: 1 }, posts }));
    expect(turnOf(end)).toMatchObject({
      state: 'completed',
      text: 'Saved.',
      hasData: true,
      revision: 2,
      settledRevision: 4,
      posts: [{ id: 'team/ann/1/0', roomId: 'all', mentions: ['ann', 'bob'] }],
    });
    expect(end.members['ann']).toMatchObject({ state: 'queued', activeMs: 1000 });
    expect(end.rooms['all']?.messages).toMatchObject([{ id: 'team/ann/1/0', sender: 'ann', text: 'Look.', revision: 4 }]);
    expect(end.open).toEqual({});
    // What comes late belongs to nothing.
    expect(take(end, textPart(position, 1, 'late'))).toEqual(end);
  });

  it('says why it was asked for', () => {
    const { take, view } = begun();
    const asked = take(view, completed({ summary: '', posts: [{ roomId: 'all', text: 'You too.', mentions: ['bob'] }] }));
    const next = take(asked, { type: 'graph:node-dispatched', payload: { nodeId: 'bob', position: 'team/bob/1' } });
    expect(next.members['bob']?.turns[0]?.triggers).toEqual([{ id: 'team/ann/1/0', sender: 'ann', roomId: 'all' }]);
  });

  it('fails with its code and cause, and keeps what it had said', () => {
    const { take, view } = begun();
    const end = take(view, textPart(position, 1, 'I was about'), errorPart(position, 1, 'The line went dead.'), failed('EFFECT_FAILED'));
    expect(turnOf(end)).toMatchObject({ state: 'failed', code: 'EFFECT_FAILED', cause: 'The line went dead.', text: 'I was about' });
    expect(end.members['ann']).toMatchObject({ state: 'failed', code: 'EFFECT_FAILED' });
  });

  it.each(['CANCELLED', 'ABORTED'])('is cancelled with %s', (code) => {
    const { take, view } = begun();
    expect(take(view, failed(code)).members['ann']).toMatchObject({ state: 'cancelled', code: null });
  });

  it('waits for a person, and that time does not count', () => {
    const { take, view } = begun();
    const waiting = take(view, textPart(position, 1, 'Shall I?'), paused);
    expect(turnOf(waiting)).toMatchObject({ state: 'waiting', reason: 'May I?', text: 'Shall I?' });
    expect(waiting.members['ann']).toMatchObject({ state: 'waiting', activeMs: 1000 });
    const later = take(waiting, { type: 'host:usage', payload: {} }, { type: 'host:usage', payload: {} }, resumed);
    expect(turnOf(later)).toMatchObject({ state: 'running', reason: null, attempt: 2, text: '' });
    expect(take(later, completed({ summary: 'So be it.' })).members['ann']).toMatchObject({ state: 'done', activeMs: 2000 });
  });

  it('cancelled while it waits has worked no longer', () => {
    const { take, view } = begun();
    expect(take(view, paused, failed('CANCELLED')).members['ann']).toMatchObject({ state: 'cancelled', activeMs: 1000 });
  });

  it('takes no text of an older attempt', () => {
    const { take, view } = begun();
    const second = take(
      view,
      textPart(position, 1, 'first try'),
      resumed,
      textPart(position, 1, ' goes on'),
      textPart(position, 2, 'second'),
    );
    expect(turnOf(second)).toMatchObject({ attempt: 2, text: 'second' });
    expect(turnOf(take(second, errorPart(position, 1, 'old news')))).toMatchObject({ cause: null });
  });

  it('an answer that the graph does not take is a failure, not a completion', () => {
    const { take, view } = begun();
    const end = take(view, textPart(position, 1, 'Hm.'), completed({ summary: 7 }));
    expect(turnOf(end)).toMatchObject({ state: 'failed', code: 'RESULT_INVALID', text: 'Hm.' });
  });

  it('restart puts the saved parts in place of what running turns streamed, and leaves waiting ones alone', () => {
    const { fold, take, view } = begun();
    const streamed = take(view, textPart(position, 1, 'half, twi'));
    expect(turnOf(fold.restart(streamed, [textPart(position, 1, 'half, twice')]))?.text).toBe('half, twice');
    expect(turnOf(fold.restart(streamed, []))?.text).toBe('');
    const waiting = take(streamed, paused);
    expect(turnOf(fold.restart(waiting, [textPart(position, 1, 'half, twi')]))?.text).toBe('half, twi');
  });

  it('keeps the first 64 KiB of a long stream, without a hole, and says so', () => {
    const { take, view } = begun();
    const chunk = '0123456789abcdef'.repeat(1024);
    const long = take(view, ...Array.from({ length: 6 }, () => textPart(position, 1, chunk)));
    expect(turnOf(long)).toMatchObject({ text: chunk.repeat(4), cut: true });
    expect(turnOf(take(long, textPart(position, 1, 'more')))?.text).toBe(chunk.repeat(4));
    const end = take(long, completed({ summary: chunk.repeat(5) }));
    expect(turnOf(end)).toMatchObject({ text: chunk.repeat(4), cut: true });
  });

  it('goes on with no stream that a small window has cut: its text stays a beginning', () => {
    const { fold, take, view } = begun();
    const streamed = take(view, textPart(position, 1, 'x'.repeat(1000)));
    let asked = 0;
    const small = fitView(streamed, () => ((asked += 1), asked > 3 ? 0 : Number.POSITIVE_INFINITY));
    expect(turnOf(small)).toMatchObject({ text: 'x'.repeat(512), cut: true });
    expect(turnOf(fold.apply(small, [textPart(position, 1, 'y')]))?.text).toBe('x'.repeat(512));
  });

  it('an answer with huge data is still an answer', () => {
    const { take, view } = begun();
    const data = Array.from({ length: 60_000 }, (_none, index) => ({ index, text: 'row' }));
    const end = take(view, completed({ summary: 'Here.', data, posts: [{ roomId: 'all', text: 'See data.', mentions: ['bob'] }] }));
    expect(turnOf(end)).toMatchObject({ state: 'completed', text: 'Here.', hasData: true, posts: [{ id: 'team/ann/1/0' }] });
  });

  it('names that objects have by birth are names like others', () => {
    const odd = ['__proto__', 'constructor', 'toString'];
    const strange = compileTeam(circle(odd));
    const { events } = play(strange, 30, askingRound(odd));
    const { fold, view } = opened(strange);
    const end = fold.apply(view, events.slice(1).map(updateOf));
    expect(Object.keys(end.members)).toEqual(odd);
    for (const name of odd) expect(Object.getOwnPropertyDescriptor(end.members, name)?.value).toMatchObject({ id: name, turnCount: 10 });
  });
});

describe('the run as a whole', () => {
  it('knows controls, reasons and usage', () => {
    const { fold, view } = opened(compileTeam(circle(names)));
    const log = new LogBuilder();
    const take = (before: RunView, type: string, payload: object) => fold.apply(before, [updateOf(log.add(type, payload as never))]);
    const paused = take(view, 'host:paused', { reason: 'budget' });
    expect(paused).toMatchObject({ control: 'paused', pauseReason: 'budget', revision: 2 });
    expect(take(paused, 'host:resumed', {})).toMatchObject({ control: 'none', pauseReason: null });
    const used = take(paused, 'host:usage', { inputTokens: 5, outputTokens: 7, costMicroUsd: null });
    expect(used.usage).toEqual({ inputTokens: 5, outputTokens: 7, costMicroUsd: null, unknown: 1 });
    const stopped = take(used, 'host:stopped', { by: 'person' });
    expect(take(take(stopped, 'host:resumed', {}), 'host:paused', {}).control).toBe('stopped');
  });
});
