import { seat, unseat } from '../../../src-shared/team-document/edit/seating.ts';
import { Name } from '../../ui/Name.tsx';
import { useEditor, useTeamEditor } from '../editor-store.ts';
import { CheckList } from './CheckList.tsx';
import css from './Inspector.module.css';

/** The rooms a member sits in, and the ones it could; whom it writes directly. */
export function MemberRooms({ id }: { id: string }) {
  const editor = useTeamEditor();
  const rooms = useEditor(({ team }) => team.rooms);
  const open = rooms.filter(({ direct }) => !direct);
  const direct = rooms.filter((room) => room.direct && room.members.includes(id));
  const toggle = (roomId: string, isIn: boolean) => {
    const room = rooms.find((one) => one.id === roomId)?.name ?? roomId;
    editor.edit(isIn ? `Seat in ${room}` : `Take out of ${room}`, (document) => (isIn ? seat : unseat)(document, id, roomId));
  };
  return (
    <CheckList
      label="Rooms"
      items={open.map((room) => ({ id: room.id, name: room.name }))}
      checked={open.flatMap((room) => (room.members.includes(id) ? room.id : []))}
      onToggle={toggle}
      empty={direct.length > 0 ? '' : 'The team has no rooms yet. Members hear and mention each other in rooms.'}
    >
      {direct.map((room) => (
        <button key={room.id} type="button" className={css['link']} onClick={() => editor.select([`room:${room.id}`])}>
          <Name>{`Direct: ${room.name}`}</Name>
        </button>
      ))}
    </CheckList>
  );
}
