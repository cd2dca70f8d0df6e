import { stringOf } from '../../../src-shared/kernel/json.ts';
import { useEditor } from '../editor-store.ts';
import { ColorMenu } from './ColorMenu.tsx';
import { EngineFields } from './EngineFields.tsx';
import { CheckAt, TextAt } from './fields.tsx';
import css from './Inspector.module.css';
import { MemberMore } from './MemberMore.tsx';
import { MemberRooms } from './MemberRooms.tsx';
import { NameField } from './NameField.tsx';
import { PaneHead } from './PaneHead.tsx';
import type { PaneProps } from './pane-props.ts';
import { useValue } from './places.ts';

/** Everything about one member. */
export function MemberPane({ index, onClose }: PaneProps) {
  const place = ['members', index];
  const id = stringOf(useValue([...place, 'id']));
  const name = stringOf(useValue([...place, 'name'])) || id;
  const color = useEditor(({ team }) => team.members[index]?.color ?? 1);
  return (
    <>
      <PaneHead title={name} kind="Member" place={place} bar={<ColorMenu color={color} memberIds={[id]} />} onClose={onClose} />
      <div className={css['group']}>
        <div className={css['two']}>
          <NameField of="member" place={place} />
          <TextAt label="Role" place={[...place, 'role']} />
        </div>
        <TextAt label="Brief" place={[...place, 'brief']} lines={3} />
        <CheckAt label="First turn" place={[...place, 'initialTurn']} fallback hint="speaks before anyone mentions it" />
      </div>
      <MemberRooms id={id} />
      <EngineFields place={place} memberId={id} />
      <MemberMore place={place} />
    </>
  );
}
