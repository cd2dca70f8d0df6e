import { ReplayBanner } from '../replay/ReplayBanner.tsx';
import { ReplayScope } from '../replay/ReplayScope.tsx';
import { Transport } from '../replay/Transport.tsx';
import { showMoment, showNewest } from '../run/run-store.ts';
import { OpenedRun, RunView } from '../run/RunView.tsx';
import { openRun } from './route.ts';

/** A run with its moments. */
export function RunPage({ runId }: { runId: string }) {
  return (
    <OpenedRun runId={runId}>
      {(run) => (
        <ReplayScope run={run} show={(view, at, played) => showMoment(run, view, at, played)} showNewest={() => showNewest(run)}>
          {(replay) => (
            <RunView
              onStarted={openRun}
              onMoment={(revision) => void replay.moveTo(revision)}
              banner={<ReplayBanner />}
              transport={<Transport />}
            />
          )}
        </ReplayScope>
      )}
    </OpenedRun>
  );
}
