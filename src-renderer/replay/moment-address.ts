import type { Replay } from './replay.ts';

/** Browsers limit how often an address may be replaced. */
const WRITE_MS = 250;

const pathOf = (hash: string): string => hash.split('?')[0] ?? '';
const askedIn = (hash: string): string | null => new URLSearchParams(hash.split('?')[1] ?? '').get('at');

/**
 * Keeps the moment and the address in step: `?at=<revision>` leads to that moment, and the address names the moment that is shown, so that
 * it can be copied at any time. `opened` resolves when the moment that the address named at first is shown.
 */
export function followAddress(replay: Replay): { readonly opened: Promise<void>; readonly leave: () => void } {
  const { run } = replay.of;
  const path = pathOf(location.hash);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    timer = undefined;
    const { moment } = run.getState();
    const hash = moment === null ? path : `${path}?at=${moment.revision}`;
    if (location.hash !== hash && pathOf(location.hash) === path) history.replaceState(history.state, '', hash);
  };
  const read = async () => {
    const asked = askedIn(location.hash);
    const { head, moment } = run.getState();
    if (asked === null) return moment === null ? undefined : replay.toEnd();
    const revision = /^\d{1,9}$/.test(asked) ? Number(asked) : 0;
    if (revision >= 1 && revision <= head.lastRevision) return await replay.moveTo(revision);
    replay.toEnd();
    replay.tell(`This run has no moment “${asked.slice(0, 40)}”: its revisions go from 1 to ${head.lastRevision}. The end is shown.`);
  };
  /** To the moment that the address names; of the last one, or of none, it then names the end. */
  const follow = async () => {
    await read();
    write();
  };
  const onHash = () => {
    if (pathOf(location.hash) === path) void follow();
  };

  window.addEventListener('hashchange', onHash);
  const unsubscribe = run.subscribe((now, before) => {
    if (now.moment?.revision !== before.moment?.revision) timer ??= setTimeout(write, WRITE_MS);
  });
  return {
    opened: follow(),
    leave: () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('hashchange', onHash);
    },
  };
}
