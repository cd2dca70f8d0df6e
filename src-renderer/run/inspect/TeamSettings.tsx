import { Name } from '../../ui/Name.tsx';
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
  // The parts that the canvas shows have panes of their own.
  const { members: _members, rooms: _rooms, notes: _notes, groups: _groups, task, name: _name, ...rest } = document ?? {};
  return (
    <Pane
      name="Inspector"
      close="Close inspector"
      {...frame}
      head={
        <>
          <h2 className="strong cut">
            <Name>{name}</Name>
          </h2>
          <span className={css['fact']}>as in this run</span>
        </>
      }
    >
      {error !== null && <p className={css['error']}>{error}</p>}
      {document !== null && (
        <>
          <dl className={css['group']}>
            <ShownText label="Task" text={task} of={name} />
            <Shown label="Settings">
              <ValueTree value={rest} title={`Settings of ${name}`} />
            </Shown>
          </dl>
          <TodaysVersion frozen={document} />
        </>
      )}
    </Pane>
  );
}
