import { createContext, useContext, useEffect, useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { RunHead, RunSnapshot, RunUpdates } from '../../src-shared/contract/runs-contract.ts';
import type { RunFold } from '../../src-shared/run/run-fold.ts';
import type { RunStatus } from '../../src-shared/run/run-status.ts';
import type { MessageView, RunView, TurnView } from '../../src-shared/run/run-view.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { keptTail } from './kept-tail.ts';
import { runFoldOf } from './run-fold-of.ts';

type ByKey<Item> = Readonly<Record<string, readonly Item[]>>;

/** An open run: what the host told, folded, and what the reader looks at. */
export interface OpenRun {
  readonly head: RunHead;
  readonly status: RunStatus;
  readonly view: RunView;
  readonly team: TeamSketch;
  readonly fold: RunFold | null;
  /** Turns by member and messages by room: the view's windows and what was on screen before them. */
  readonly turns: ByKey<TurnView>;
  readonly messages: ByKey<MessageView>;
  /** Position of the turn whose detail is open. */
  readonly selected: string | null;
  /** A message to bring to the eye; a new object each time it is asked for. */
  readonly sought: { readonly roomId: string; readonly id: string } | null;
  /** A member whose panel is to be brought to the eye. */
  readonly soughtMember: { readonly id: string } | null;
}
export type RunStore = StoreApi<OpenRun>;

const positionOf = ({ position }: TurnView) => position;
const idOf = ({ id }: MessageView) => id;

/** Windows joined to what was known; entries that did not change keep their identity. */
function joined<Part, Item>(
  known: ByKey<Item>,
  before: Readonly<Record<string, Part>>,
  now: Readonly<Record<string, Part>>,
  windowOf: (part: Part) => readonly Item[],
  keyOf: (item: Item) => string,
): ByKey<Item> {
  const next: Record<string, readonly Item[]> = {};
  for (const [key, part] of Object.entries(now))
    next[key] = part === before[key] ? (known[key] ?? windowOf(part)) : keptTail(known[key] ?? [], windowOf(part), keyOf);
  return next;
}

function withView(run: Pick<OpenRun, 'turns' | 'messages'>, before: RunView | null, view: RunView) {
  return {
    view,
    turns: joined(run.turns, before?.members ?? {}, view.members, ({ turns }) => turns, positionOf),
    messages: joined(run.messages, before?.rooms ?? {}, view.rooms, ({ messages }) => messages, idOf),
  };
}

/** A store for a run whose first snapshot has arrived. */
export const createRunStore = (snapshot: RunSnapshot): RunStore =>
  createStore<OpenRun>(() => ({
    head: snapshot.head,
    status: snapshot.head.status,
    team: snapshot.team,
    fold: runFoldOf(snapshot),
    ...withView({ turns: {}, messages: {} }, null, snapshot.view),
    selected: null,
    sought: null,
    soughtMember: null,
  }));

/** Takes an answer of the host in: a snapshot replaces the view, updates are folded into it. */
export function takeAnswer(store: RunStore, answer: RunSnapshot | RunUpdates): void {
  store.setState((run) => {
    const { head } = answer;
    if (answer.kind === 'snapshot') return { head, status: head.status, team: answer.team, ...withView(run, run.view, answer.view) };
    const view = run.fold === null ? run.view : run.fold.apply(run.view, answer.items);
    return { head, status: head.status, ...(view !== run.view && withView(run, run.view, view)) };
  });
}

/** Puts older turns of a member before what is shown. */
export function prependTurns(store: RunStore, memberId: string, older: readonly TurnView[]): void {
  store.setState(({ turns }) => ({ turns: { ...turns, [memberId]: beforeThem(older, turns[memberId] ?? [], positionOf) } }));
}
/** Puts older messages of a room before what is shown. */
export function prependMessages(store: RunStore, roomId: string, older: readonly MessageView[]): void {
  store.setState(({ messages }) => ({ messages: { ...messages, [roomId]: beforeThem(older, messages[roomId] ?? [], idOf) } }));
}
function beforeThem<Item>(older: readonly Item[], shown: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const known = new Set(shown.map(keyOf));
  return [...older.filter((item) => !known.has(keyOf(item))), ...shown];
}

export const RunContext = createContext<RunStore | null>(null);
/** The store of the run that this component belongs to. */
export function useRunStore(): RunStore {
  const store = useContext(RunContext);
  if (store === null) throw new Error('This part of the run view stands outside of a run.');
  return store;
}
/** The run at its newest event, and its streamed text now and then: for what draws much of it and need not follow every frame. */
export function useSampledRun(everyMs: number): RunStore {
  const store = useRunStore();
  const [sampled] = useState(() => createStore<OpenRun>(() => store.getState()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      timer = undefined;
      sampled.setState(store.getState());
    };
    // Also what changed between the first look and this subscription.
    take();
    const stop = store.subscribe(({ view, status }) => {
      const shown = sampled.getState();
      // States and counts stand in several places at once, so all of them show the same event.
      if (view.revision !== shown.view.revision || status !== shown.status) {
        clearTimeout(timer);
        take();
      } else timer ??= setTimeout(take, everyMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, sampled, everyMs]);
  return sampled;
}
/** One question to the run, answered again only when the answer differs. */
export const useRunState = <Answer>(question: (run: OpenRun) => Answer): Answer => useStore(useRunStore(), question);
