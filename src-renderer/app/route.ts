import { useSyncExternalStore } from 'react';

/** Where a person is: the same addresses in both shells. */
export type Route =
  | { view: 'teams' }
  | { view: 'team'; teamId: string }
  | { view: 'runs' }
  | { view: 'run'; runId: string }
  | { view: 'nowhere' };

function idOf(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Reads the fragment of an address. */
export function routeOf(hash: string): Route {
  const [path = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, segment, ...rest] = path.split('/');
  const id = segment === undefined || segment === '' ? undefined : idOf(segment);
  if (rest.length > 0 || id === null) return { view: 'nowhere' };
  if (view === '' || (view === 'teams' && id === undefined)) return { view: 'teams' };
  if (view === 'runs' && id === undefined) return { view: 'runs' };
  if (view === 'teams' && id !== undefined) return { view: 'team', teamId: id };
  if (view === 'runs' && id !== undefined) return { view: 'run', runId: id };
  return { view: 'nowhere' };
}

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};
/** The fragment of the page's address, as it changes; without its query, which belongs to the page that is open. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash.split('?')[0] ?? '');

export const openTeam = (teamId: string): void => location.assign(`#/teams/${encodeURIComponent(teamId)}`);
export const openRun = (runId: string): void => location.assign(`#/runs/${encodeURIComponent(runId)}`);
