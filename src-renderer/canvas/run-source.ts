import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { isFinalStatus, type RunStatus } from '../../src-shared/run/run-status.ts';
import type { MemberState, MemberView, MessageView, RoomView, RunView } from '../../src-shared/run/run-view.ts';

/** What the canvas reads of a live run. */
interface RunState {
  readonly view: RunView;
  readonly status: RunStatus;
  /** Messages that came with this state while someone looked: not those of the past. */
  readonly arrived: readonly MessageView[];
}
export type RunSource = Pick<StoreApi<RunState>, 'getState' | 'getInitialState' | 'subscribe'>;

export const RunSourceContext = createContext<RunSource | null>(null);

const NO_RUN = createStore<RunState | null>(() => null);

/** One question to the run that the canvas shows, answered again only when the answer differs; undefined where no run is shown. */
function useRun<Answer>(question: (state: RunState) => Answer): Answer | undefined {
  const source: Pick<StoreApi<RunState | null>, keyof RunSource> = useContext(RunSourceContext) ?? NO_RUN;
  return useStore(source, (state) => (state === null ? undefined : question(state)));
}

export const useMember = (id: string): MemberView | undefined => useRun((state) => state.view.members[id]);
export const useRoom = (id: string): RoomView | undefined => useRun((state) => state.view.rooms[id]);
/** True while the newest message of the room is the member's. */
export const useSpokeLast = (memberId: string, roomId: string): boolean =>
  useRun((state) => state.view.rooms[roomId]?.messages.at(-1)?.sender === memberId) ?? false;
export const useRunStatus = (): RunStatus | undefined => useRun((state) => state.status);

/** A member's state as it stands when nobody drives the run any more: what was running is interrupted, and nobody is asked for a turn when it is over. */
export const shownState = (state: MemberState, status: RunStatus | undefined): MemberState =>
  state === 'running' && status === 'interrupted'
    ? 'interrupted'
    : state === 'queued' && status !== undefined && isFinalStatus(status)
      ? 'idle'
      : state;
