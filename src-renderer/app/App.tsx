import { useEffect, useRef } from 'react';
import { TeamView } from '../editor/TeamView.tsx';
import { LibraryView } from '../library/LibraryView.tsx';
import { Dead } from '../ui/Empty.tsx';
import { closePalette, openPalette, togglePalette, usePaletteOpen } from '../ui/commands.ts';
import { TipScope } from '../ui/Tip.tsx';
import css from './App.module.css';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { OfflineStrip } from './OfflineStrip.tsx';
import { Palette } from './Palette.tsx';
import { Rail } from './Rail.tsx';
import { openRun, openTeam, type Route, routeOf, useHash } from './route.ts';
import { RunPage } from './RunPage.tsx';

function View({ route }: { route: Route }) {
  switch (route.view) {
    case 'teams':
      return <LibraryView key="teams" onOpenTeam={openTeam} />;
    case 'runs':
      return <LibraryView key="runs" only="runs" onOpenTeam={openTeam} />;
    case 'team':
      return <TeamView key={route.teamId} teamId={route.teamId} onStarted={openRun} onOpenTeam={openTeam} />;
    case 'run':
      return <RunPage key={route.runId} runId={route.runId} />;
    case 'nowhere':
      return (
        <Dead title="Nothing is here" action={<a href="#/teams">Go to the library</a>}>
          This address leads to no team, run or page.
        </Dead>
      );
  }
}

/** The studio. */
export function App() {
  const hash = useHash();
  const palette = usePaletteOpen();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      togglePalette();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  // Another page: the keyboard starts at its beginning.
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [hash]);
  return (
    <TipScope>
      <div className={css['app']}>
        <Rail route={routeOf(hash)} onPalette={openPalette} />
        <main ref={main} className={css['main']} tabIndex={-1}>
          <OfflineStrip />
          <ErrorBoundary scope={hash}>
            <View route={routeOf(hash)} />
          </ErrorBoundary>
        </main>
        {palette && <Palette onClose={closePalette} />}
      </div>
    </TipScope>
  );
}
