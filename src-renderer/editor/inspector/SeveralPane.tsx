import type { JsonObject } from '../../../src-shared/kernel/json.ts';
import { seat } from '../../../src-shared/team-document/edit/seating.ts';
import { readKey } from '../../../src-shared/team-document/edit/thing-key.ts';
import { Button } from '../../ui/Button.tsx';
import { countOf } from '../../ui/format-amount.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { Name } from '../../ui/Name.tsx';
import { useEditor, useTeamEditor } from '../editor-store.ts';
import { duplicateSelection } from '../use-clipboard.ts';
import { ColorMenu } from './ColorMenu.tsx';
import css from './Inspector.module.css';
import { PaneHead, removeSelection } from './PaneHead.tsx';

const KINDS = ['member', 'room', 'note', 'group'] as const;

/** Several things at once: how many, and what can be done with all of them. */
export function SeveralPane({ onClose }: { onClose: () => void }) {
  const editor = useTeamEditor();
  const selection = useEditor((state) => state.selection);
  const rooms = useEditor(({ team }) => team.rooms);
  const keys = [...selection];
  const members = keys.map(readKey).filter(({ kind }) => kind === 'member');
  const counts = KINDS.flatMap((kind) => {
    const count = keys.filter((key) => readKey(key).kind === kind).length;
    return count === 0 ? [] : countOf(count, kind);
  });
  const seatIn = (roomId: string, name: string) =>
    editor.edit(`Seat ${countOf(members.length, 'member')} in ${name}`, (document) =>
      members.reduce<JsonObject>((changed, { id }) => seat(changed, id, roomId), document),
    );
  const open = rooms.filter(({ direct }) => !direct);
  return (
    <>
      <PaneHead title={`${keys.length} things`} kind={counts.join(', ')} onClose={onClose} />
      <div className={css['group']}>
        <div className={css['acts']}>
          <Button look="line" onClick={() => duplicateSelection(editor)}>
            Duplicate
          </Button>
          <Button look="line" onClick={() => removeSelection(editor, `${keys.length} things`)}>
            Remove
          </Button>
          {members.length > 0 && open.length > 0 && (
            <Menu label="Seat in room" trigger={<Button look="line">Seat in room</Button>}>
              {open.map(({ id, name }) => (
                <MenuItem key={id} onSelect={() => seatIn(id, name)}>
                  <span className="cut">
                    <Name>{name}</Name>
                  </span>
                </MenuItem>
              ))}
            </Menu>
          )}
          {members.length > 0 && <ColorMenu color={null} memberIds={members.map(({ id }) => id)} />}
        </div>
      </div>
    </>
  );
}
