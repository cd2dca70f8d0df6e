import { stringOf, pointerOf } from '../../../src-shared/kernel/json.ts';
import { isList } from '../../../src-shared/team-document/document-path.ts';
import { useEditor } from '../editor-store.ts';
import { CheckList } from './CheckList.tsx';
import css from './Inspector.module.css';
import { NameField } from './NameField.tsx';
import { PaneHead } from './PaneHead.tsx';
import type { PaneProps } from './pane-props.ts';
import { useSetter, useValue } from './places.ts';

/** A frame round some members on the canvas. */
export function GroupPane({ index, onClose }: PaneProps) {
  const place = ['groups', index];
  const members = useEditor(({ team }) => team.members);
  const value = useValue([...place, 'members']);
  const set = useSetter('Change members', [...place, 'members']);
  const ids = isList(value) ? value : [];
  const [name, id] = [stringOf(useValue([...place, 'name'])), stringOf(useValue([...place, 'id']))];
  return (
    <>
      <PaneHead title={name || id} kind="Group" place={place} onClose={onClose} />
      <div className={css['group']}>
        <NameField of="group" place={place} />
      </div>
      <CheckList
        label="Members"
        at={pointerOf([...place, 'members'])}
        items={members}
        checked={ids}
        onToggle={(member, isIn) => set(isIn ? [...ids, member] : ids.filter((one) => one !== member))}
      />
    </>
  );
}
