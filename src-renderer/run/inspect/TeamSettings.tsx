import { useRunState } from '../run-store.ts';
import css from './Inspect.module.css';
import { Pane, type PaneFrame } from './Pane.tsx';
import { Shown, ShownText } from './Shown.tsx';
import { TodaysVersion } from './TodaysVersion.tsx';
import { useFrozenTeam } from './use-frozen-team.ts';
import { ValueTree } from './ValueTree.tsx';

/** The team as a whole, as it was in this run. */
export function TeamSettings(frame: PaneFrame) {
  const name = useRunState(({ head }) => head.name);
  const { document, error } = useFrozenTeam();
  const { task, limits, tailMessages, workspace, budget, inputs } = document ?? {};
  // What stands there; the parts that the canvas shows have panes of their own.
  const settings = Object.entries({ limits, tailMessages, workspace, budget, inputs }).filter(([, value]) => value !== undefined);
  return (
    <Pane name="Inspector" close="Close inspector" {...frame} title={name} facts="as in this run">
      {error !== null && <p className={css['error']}>{error}</p>}
      {document !== null && (
        <>
          <dl className={css['group']}>
            <ShownText label="Task" text={task} of={name} />
            <Shown label="Settings">
              <ValueTree value={Object.fromEntries(settings)} title={`Settings of ${name}`} />
            </Shown>
          </dl>
          <TodaysVersion frozen={document} />
        </>
      )}
    </Pane>
  );
}
