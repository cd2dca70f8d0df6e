import { Command, ListVideo, Users } from 'lucide-react';
import css from './Rail.module.css';
import type { Route } from './route.ts';

/** The way between the main places. */
export function Rail({ route, onPalette }: { route: Route; onPalette: () => void }) {
  const current = (...views: Route['view'][]) => (views.includes(route.view) ? 'page' : undefined);
  return (
    <nav className={css['rail']} aria-label="Troupe">
      <span className={css['mark']} aria-hidden="true">
        <svg width="20" height="20" viewBox="0 0 20 20">
          <circle cx="10" cy="4.5" r="3" fill="currentColor" />
          <circle cx="4.5" cy="14" r="3" fill="currentColor" />
          <circle cx="15.5" cy="14" r="3" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M8.5 7 6 11.5M11.5 7l2.5 4.5M7.5 14h5" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </span>
      <a className={css['item']} href="#/teams" aria-current={current('teams', 'team')}>
        <Users /> Teams
      </a>
      <a className={css['item']} href="#/runs" aria-current={current('runs', 'run')}>
        <ListVideo /> Runs
      </a>
      <span className="grow" />
      <button type="button" className={css['item']} aria-label="Command palette" title="Command palette (Ctrl K)" onClick={onPalette}>
        <Command /> <span className={css['keys']} data-keys="Ctrl K" />
      </button>
    </nav>
  );
}
