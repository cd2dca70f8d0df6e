import { useMemo } from 'react';
import { TeamCanvas } from '../canvas/TeamCanvas.tsx';
import { useOfferedCommands } from '../ui/commands.ts';
import { Dead } from '../ui/Empty.tsx';
import { BottomViews } from './BottomViews.tsx';
import { MemberPanels } from './MemberPanels.tsx';
import { RoomLogs } from './RoomLogs.tsx';
import { RunActsContext } from './run-acts-context.ts';
import { RunContext, useRunState, useRunStore, useSampledRun } from './run-store.ts';
import { RunStrip } from './RunStrip.tsx';
import { RunToolbar } from './RunToolbar.tsx';
import css from './RunView.module.css';
import { TurnInspector } from './TurnInspector.tsx';
import { useOpenRun } from './use-open-run.ts';
import { useRunActs } from './use-run-acts.ts';

/** How often the canvas is drawn anew; its lines of last words need not flicker with every token. */
const CANVAS_MS = 150;

/** One run, live or saved. */
export function RunView({ runId, onStarted }: { runId: string; onStarted: (runId: string) => void }) {
  const { store, error } = useOpenRun(runId);
  if (store === null)
    return error === null || error.code === 'OFFLINE' ? (
      <div className={css['view']} aria-busy="true" />
    ) : (
      <Dead
        title="Run"
        action={
          <a className={css['back']} href="#/runs">
            Go to all runs
          </a>
        }
      >
        {error.message}
      </Dead>
    );
  return (
    <RunContext value={store}>
      <OpenedRun onStarted={onStarted} />
    </RunContext>
  );
}

function OpenedRun({ onStarted }: { onStarted: (runId: string) => void }) {
  const store = useRunStore();
  const team = useRunState((run) => run.team);
  const selected = useRunState((run) => run.selected);
  const acts = useRunActs(onStarted);
  const drawn = useSampledRun(CANVAS_MS);
  const { pause, resume, stop, again } = acts;
  const commands = useMemo(
    () =>
      [
        { id: 'pause', label: 'Pause this run', run: pause },
        { id: 'resume', label: 'Resume this run', run: resume },
        { id: 'stop', label: 'Stop this run', run: stop },
        { id: 'again', label: 'Run this team again', run: again },
      ].flatMap(({ run, ...command }) => (run === null ? [] : [{ ...command, run }])),
    [pause, resume, stop, again],
  );
  useOfferedCommands('run', commands);
  return (
    <RunActsContext value={acts}>
      <div className={css['view']}>
        <RunToolbar acts={acts} />
        <RunStrip acts={acts} />
        <div className={css['run']}>
          {selected === null ? (
            <div className={css['left']}>
              <TeamCanvas
                team={team}
                run={drawn}
                selected={null}
                onSelect={(id) => {
                  if (id !== null) store.setState({ soughtMember: { id } });
                }}
              />
              {team.rooms.length > 0 && <RoomLogs />}
            </div>
          ) : (
            <TurnInspector key={selected} position={selected} />
          )}
          <MemberPanels />
        </div>
        <BottomViews />
      </div>
    </RunActsContext>
  );
}
