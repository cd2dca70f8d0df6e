import { type ReactNode, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { TeamCanvas } from '../canvas/TeamCanvas.tsx';
import { useOfferedCommands } from '../ui/commands.ts';
import { classNames } from '../ui/class-names.ts';
import { Dead } from '../ui/Empty.tsx';
import { Toolbar } from '../ui/Toolbar.tsx';
import { BottomViews } from './BottomViews.tsx';
import { MemberPanels } from './MemberPanels.tsx';
import { type GoToMoment, MomentContext } from './moment-context.ts';
import { RoomLogs } from './RoomLogs.tsx';
import { RunInspector } from './inspect/RunInspector.tsx';
import { RunActsContext } from './run-acts-context.ts';
import { RunContext, type RunStore, select, useRunState, useRunStore, useSampledRun } from './run-store.ts';
import { RunStrip } from './RunStrip.tsx';
import { selectedNodes, selectNode } from './selection.ts';
import { RunToolbar } from './RunToolbar.tsx';
import css from './RunView.module.css';
import { useOpenRun } from './use-open-run.ts';
import { useRunActs } from './use-run-acts.ts';

/** How often the canvas is drawn anew; its lines of last words need not flicker with every token. */
const CANVAS_MS = 150;

/** Opens a run, or says why it cannot be. */
export function OpenedRun({ runId, children }: { runId: string; children: (run: RunStore) => ReactNode }) {
  const { store, error } = useOpenRun(runId);
  if (store !== null) return <RunContext value={store}>{children(store)}</RunContext>;
  if (error === null || error.code === 'OFFLINE')
    // The lines of what comes, so that nothing flashes.
    return (
      <div className={css['view']} aria-busy="true">
        <Toolbar>{null}</Toolbar>
        <div className={css['run']}>
          <div className={css['left']} />
        </div>
      </div>
    );
  return (
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
}

interface RunViewProps {
  readonly onStarted: (runId: string) => void;
  readonly onMoment: GoToMoment;
  /** What stands above the run while a moment of it is shown, and what leads to one. */
  readonly banner: ReactNode;
  readonly transport: ReactNode;
}

/** One run, live or saved, or a moment of it. */
export function RunView({ onStarted, onMoment, banner, transport }: RunViewProps) {
  const store = useRunStore();
  const team = useRunState((run) => run.team);
  const nodes = useRunState(useShallow(({ selected }) => (selected === null ? [] : selectedNodes(selected))));
  const isInspecting = useRunState(({ selected }) => selected !== null);
  const past = useRunState(({ moment }) => moment !== null);
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
      <MomentContext value={onMoment}>
        <div className={css['view']} data-past={past || undefined}>
          {banner}
          <RunToolbar acts={acts} />
          <RunStrip acts={acts} />
          <div className={classNames(css['run'], isInspecting && css['inspecting'])}>
            <div className={css['left']}>
              <TeamCanvas
                team={team}
                run={drawn}
                selected={nodes}
                onSelect={(key) => select(store, key === null ? null : selectNode(key))}
              />
              {team.rooms.length > 0 && <RoomLogs />}
            </div>
            <MemberPanels />
            <RunInspector />
          </div>
          {transport}
          <BottomViews />
        </div>
      </MomentContext>
    </RunActsContext>
  );
}
