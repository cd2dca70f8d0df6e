import { useStore } from 'zustand';
import { useCallback, useEffect, useRef, useState } from 'react';
import { connectHost } from '../host-client/connect.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import { useRunState, useSampledRun } from './run-store.ts';

export type RunEvent = Awaited<ReturnType<ReturnType<typeof connectHost>['runs']['events']>>['events'][number];

const PAGE = 100;
const AGAIN_MS = 1000;
/** How often the table looks how long the run has become. */
const SAMPLE_MS = 400;

/** Rows of the events table: how many, which are here, and the asking for those that come to the eye. */
export interface Events {
  readonly count: number;
  readonly at: (index: number) => RunEvent | undefined;
  readonly want: (first: number, last: number) => void;
  readonly error: string | null;
}

/** Every event up to the moment that is shown, read in pages as they come to the eye. */
export function useAllEvents(enabled: boolean): Events {
  const { head, moment } = useStore(useSampledRun(SAMPLE_MS));
  const { runId } = head;
  const count = moment?.revision ?? head.lastRevision;
  // Of a moment the whole pages are read: playing on shows more of them.
  const { lastRevision } = head;
  const [pages, setPages] = useState<ReadonlyMap<number, readonly RunEvent[]>>(new Map());
  const [error, setError] = useState<string | null>(null);
  const asked = useRef(new Map<number, number>());
  const want = useCallback(
    (first: number, last: number) => {
      if (!enabled) return;
      for (let page = Math.floor(first / PAGE); page <= Math.floor(Math.max(first, last) / PAGE); page += 1) {
        const full = Math.min(PAGE, lastRevision - page * PAGE);
        if (full <= 0 || (asked.current.get(page) ?? 0) >= full) continue;
        asked.current.set(page, full);
        connectHost()
          .runs.events({ runId, after: page * PAGE, limit: PAGE, search: '' })
          .then(({ events }) => {
            setError(null);
            setPages((before) => new Map(before).set(page, events));
          })
          .catch((failure: unknown) => {
            asked.current.delete(page);
            setError(hostErrorOf(failure).message);
          });
      }
    },
    [enabled, runId, lastRevision],
  );
  const at = useCallback((index: number) => pages.get(Math.floor(index / PAGE))?.[index % PAGE], [pages]);
  return { count, at, want, error };
}

/** Events up to the moment that is shown that match a search, read on as the end comes to the eye or the run grows. */
export function useFoundEvents(search: string): Events {
  const { head, moment } = useStore(useSampledRun(SAMPLE_MS));
  const { runId, lastRevision } = head;
  const [found, setFound] = useState<{ search: string; events: readonly RunEvent[]; more: boolean; upTo: number }>({
    search: '',
    events: [],
    more: false,
    upTo: 0,
  });
  const [error, setError] = useState<string | null>(null);
  const busy = useRef(false);
  const read = useCallback(
    async (before: readonly RunEvent[], signal?: AbortSignal) => {
      busy.current = true;
      try {
        const after = before.at(-1)?.revision ?? 0;
        const answer = await connectHost().runs.events({ runId, after, limit: PAGE, search }, signal === undefined ? {} : { signal });
        setError(null);
        setFound({ search, events: [...before, ...answer.events], more: answer.more, upTo: answer.lastRevision });
      } catch (failure) {
        if (signal?.aborted !== true) setError(hostErrorOf(failure).message);
      } finally {
        busy.current = false;
      }
    },
    [runId, search],
  );
  useEffect(() => {
    if (search === '') return undefined;
    const leave = new AbortController();
    const timer = setTimeout(() => void read([], leave.signal), 150);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [read, search]);
  useEffect(() => {
    if (search === '' || found.search !== search || found.more || found.upTo >= lastRevision) return undefined;
    const timer = setTimeout(() => void read(found.events), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [found, lastRevision, read, search]);
  const until = moment?.revision ?? Number.POSITIVE_INFINITY;
  const events = found.search === search ? found.events.filter(({ revision }) => revision <= until) : [];
  return {
    count: events.length,
    at: (index) => events[index],
    want: (_first, last) => {
      if (found.more && found.search === search && last > events.length - 20 && !busy.current) void read(events);
    },
    error,
  };
}

/** One event by its revision; null until it is here. */
export function useOneEvent(revision: number | null): RunEvent | null {
  const runId = useRunState(({ head }) => head.runId);
  const [found, setFound] = useState<RunEvent | null>(null);
  useEffect(() => {
    if (revision === null) return undefined;
    const leave = new AbortController();
    connectHost()
      .runs.events({ runId, after: revision - 1, limit: 1, search: '' }, { signal: leave.signal })
      .then(({ events: [event] }) => setFound(event ?? null))
      // The table says what stands in the way of reading events.
      .catch(() => undefined);
    return () => leave.abort();
  }, [runId, revision]);
  return revision === null ? null : found;
}
