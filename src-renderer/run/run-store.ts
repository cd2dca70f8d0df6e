import { createContext, useContext, useEffect, useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { RunHead, RunSnapshot, RunUpdates } from '../../src-shared/contract/runs-contract.ts';
import type { RunFold } from '../../src-shared/run/run-fold.ts';
import { type RunStatus, statusThen } from '../../src-shared/run/run-status.ts';
import type { MessageView, RunView, TurnView } from '../../src-shared/run/run-view.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { keptTail } from './kept-tail.ts';
import { arrivals } from './arrivals.ts';
import { runFoldOf } from './run-fold-of.ts';
import type { Selected } from './selection.ts';

type ByKey<Item> = Readonly<Record<string, readonly Item[]>>;

/** A state of the run as it is drawn. */
interface Drawn {
  readonly view: RunView;
  /** Turns by member and messages by room: the view's windows and what was on screen before them. */
  readonly turns: ByKey<TurnView>;
  readonly messages: ByKey<MessageView>;
}

/** An open run: what the host told, folded, and what the reader looks at. What is drawn is the newest state, or that of a moment. */
export interface OpenRun extends Drawn {
  readonly head: RunHead;
  readonly team: TeamSketch;
  readonly fold: RunFold | null;
  /** As it stands, or stood at the moment. */
  readonly status: RunStatus;
  readonly newest: Drawn;
  /** The saved moment that is shown, with its time in milliseconds since 1970; null at the end, where the run goes on. */
  readonly moment: { readonly revision: number; readonly at: number } | null;
  /** What is looked at, here and at any moment; a new object each time it is asked for, to be brought to the eye. */
  readonly selected: Selected | null;
  /** Messages that came with what is drawn now: live, or by playing on; none that were there before someone looked. */
  readonly arrived: readonly MessageView[];
}
export type RunStore = StoreApi<OpenRun>;

const NONE: readonly MessageView[] = [];
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

function withView(before: Drawn | null, view: RunView): Drawn {
  return {
    view,
    turns: joined(before?.turns ?? {}, before?.view.members ?? {}, view.members, ({ turns }) => turns, positionOf),
    messages: joined(before?.messages ?? {}, before?.view.rooms ?? {}, view.rooms, ({ messages }) => messages, idOf),
  };
}

/** A store for a run whose first snapshot has arrived. */
export const createRunStore = (snapshot: RunSnapshot): RunStore =>
  createStore<OpenRun>(() => {
    const { head, team, view } = snapshot;
    const newest = withView(null, view);
    const fold = runFoldOf(snapshot);
    return { head, team, fold, newest, ...newest, status: head.status, moment: null, selected: null, arrived: NONE };
  });

/** Takes an answer of the host in: a snapshot replaces the view, updates are folded into it. */
export function takeAnswer(store: RunStore, answer: RunSnapshot | RunUpdates): void {
  store.setState((run) => {
    const { head } = answer;
    const before = run.newest;
    const view = answer.kind === 'snapshot' ? answer.view : (run.fold?.apply(before.view, answer.items) ?? before.view);
    const newest = view === before.view ? before : withView(before, view);
    return {
      head,
      newest,
      ...(answer.kind === 'snapshot' && { team: answer.team }),
      ...(run.moment === null && {
        status: head.status,
        ...newest,
        arrived: answer.kind === 'updates' ? arrivals(before.view, view) : NONE,
      }),
    };
  });
}

/**
 * Shows the run as it was at a moment (`at`: its time in milliseconds since 1970); what comes meanwhile is taken in and not shown. `played`:
 * it went on from the moment that was shown before.
 */
export function showMoment(store: RunStore, view: RunView, at: number, played: boolean): void {
  store.setState((run) => ({
    moment: { revision: view.revision, at },
    status: statusThen(view),
    ...withView(run, view),
    arrived: played ? arrivals(run.view, view) : NONE,
  }));
}
/** Shows the run as it is. */
export function showNewest(store: RunStore): void {
  store.setState(({ head, newest }) => ({ moment: null, status: head.status, ...newest, arrived: NONE }));
}
/** Looks at something, or at nothing. */
export function select(store: RunStore, selected: Selected | null): void {
  store.setState({ selected });
}

/** Puts older turns of a member before what is shown. */
export function prependTurns(store: RunStore, memberId: string, older: readonly TurnView[]): void {
  store.setState(({ turns, moment, newest }) => {
    const more = { ...turns, [memberId]: beforeThem(older, turns[memberId] ?? [], positionOf) };
    return { turns: more, ...(moment === null && { newest: { ...newest, turns: more } }) };
  });
}
/** Puts older messages of a room before what is shown. */
export function prependMessages(store: RunStore, roomId: string, older: readonly MessageView[]): void {
  store.setState(({ messages, moment, newest }) => {
    const more = { ...messages, [roomId]: beforeThem(older, messages[roomId] ?? [], idOf) };
    return { messages: more, ...(moment === null && { newest: { ...newest, messages: more } }) };
  });
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
    const stop = store.subscribe(({ view, status, moment, selected }) => {
      const shown = sampled.getState();
      const isSameMoment = view.revision === shown.view.revision && (moment === null) === (shown.moment === null);
      // States, counts and what is looked at stand in several places at once, so all of them show the same.
      if (!isSameMoment || status !== shown.status || selected !== shown.selected) {
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
