import { seat, seatEveryone, unseat } from '../../../src-shared/team-document/edit/seating.ts';
import { freeName } from '../../../src-shared/team-document/edit/free-id.ts';
import { setField } from '../../../src-shared/team-document/edit/set-field.ts';
import { isJsonObject, stringOf, pointerOf } from '../../../src-shared/kernel/json.ts';
import { isDirectRoom } from '../../../src-shared/team-document/direct-room.ts';
import { isList } from '../../../src-shared/team-document/document-path.ts';
import { Button } from '../../ui/Button.tsx';
import { useEditor, useTeamEditor } from '../editor-store.ts';
import { CheckList } from './CheckList.tsx';
import { IdField } from './IdField.tsx';
import css from './Inspector.module.css';
import { NameField } from './NameField.tsx';
import { PaneHead } from './PaneHead.tsx';
import type { PaneProps } from './pane-props.ts';
import { isWithin, useFinding, useValue } from './places.ts';
import { SeatList } from './SeatList.tsx';
import { UnknownKeys } from './UnknownKeys.tsx';

/** Everything about one room, or about the direct message between two members. */
export function RoomPane({ index, onClose }: PaneProps) {
  const editor = useTeamEditor();
  const place = ['rooms', index];
  const room = useValue(place);
  const fields = isJsonObject(room) ? room : {};
  const id = stringOf(fields['id']);
  const isDirect = isDirectRoom(fields);
  const title = useEditor(({ team }) => team.rooms.find((one) => one.id === id)?.name ?? id);
  const members = useEditor(({ team }) => team.members);
  const problems = useEditor((state) => state.problems);
  const seats = isList(fields['members']) ? fields['members'] : [];
  const at = [...place, 'members'];
  const finding = useFinding(at);
  const nameOf = (memberId: string) => members.find((member) => member.id === memberId)?.name ?? memberId;
  const toggle = (memberId: string, isIn: boolean) =>
    editor.edit(`${isIn ? 'Seat' : 'Take out'} ${nameOf(memberId)}`, (document) => (isIn ? seat : unseat)(document, memberId, id));
  const makeRoom = () => {
    editor.edit('Make it a room', (document) => setField(document, [...place, 'name'], freeName(document, 'room', title)));
    editor.name(`room:${id}`);
  };
  return (
    <>
      <PaneHead title={title} kind={isDirect ? 'Direct message' : 'Room'} place={place} onClose={onClose} />
      <div className={css['group']}>
        {isDirect ? (
          <>
            <p className="small dim">
              Only the two of them read it and can mention each other here. As a room it has a name, and more can sit in it.
            </p>
            <div>
              <Button look="line" onClick={makeRoom}>
                Make it a room
              </Button>
            </div>
          </>
        ) : (
          <NameField of="room" place={place} />
        )}
        <IdField of="room" place={place} />
      </div>
      <CheckList
        label="Members"
        at={pointerOf(at)}
        items={members}
        checked={seats}
        findingOf={(pointer) => problems.find(({ path }) => isWithin(path, pointer))}
        onToggle={toggle}
        empty="The team has no members yet."
      >
        <Button
          data-at={pointerOf(at)}
          disabled={members.every((member) => seats.includes(member.id))}
          onClick={() => editor.edit(`Seat everyone in ${title}`, (document) => seatEveryone(document, id))}
        >
          Seat everyone
        </Button>
      </CheckList>
      <SeatList place={at} seats={seats} finding={seats.length === 0 ? finding : undefined} />
      <UnknownKeys under={pointerOf(place)} />
    </>
  );
}
