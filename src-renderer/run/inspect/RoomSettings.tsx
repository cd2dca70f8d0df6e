import { Name } from '../../ui/Name.tsx';
import { memberName, memberOf, roomName } from '../member-of.ts';
import { select, useRunState, useRunStore } from '../run-store.ts';
import { selectMember } from '../selection.ts';
import { ChipButton } from './ChipButton.tsx';
import css from './Inspect.module.css';
import { Pane, type PaneFrame } from './Pane.tsx';
import { Shown, ShownText } from './Shown.tsx';
import { TodaysVersion } from './TodaysVersion.tsx';
import { useFrozenTeam } from './use-frozen-team.ts';

/** One room and its seats, as they were in this run. */
export function RoomSettings({ id, ...frame }: PaneFrame & { id: string }) {
  const store = useRunStore();
  const team = useRunState((run) => run.team);
  const { document, error } = useFrozenTeam();
  const room = document?.rooms?.find((one) => one.id === id);
  return (
    <Pane name="Inspector" close="Close inspector" {...frame} title={roomName(team, id)} facts="as in this run">
      {error !== null && <p className={css['error']}>{error}</p>}
      {document !== null && room !== undefined && (
        <>
          <dl className={css['group']}>
            <ShownText label="Name" text={room.name ?? room.id} of={room.id} />
            <Shown label="Members">
              <div className={css['chips']}>
                {room.members.map((member) => (
                  <ChipButton key={member} color={memberOf(team, member)?.color} onClick={() => select(store, selectMember(member))}>
                    <Name>{memberName(team, member)}</Name>
                  </ChipButton>
                ))}
              </div>
            </Shown>
          </dl>
          <TodaysVersion frozen={document} />
        </>
      )}
    </Pane>
  );
}
