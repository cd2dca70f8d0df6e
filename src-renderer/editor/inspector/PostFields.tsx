import { Trash2 } from 'lucide-react';
import { stringOf, pointerOf } from '../../../src-shared/kernel/json.ts';
import { isList } from '../../../src-shared/team-document/document-path.ts';
import { IconButton } from '../../ui/Button.tsx';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import { useEditor } from '../editor-store.ts';
import { CheckList } from './CheckList.tsx';
import css from './Script.module.css';
import { isWithin, type Place, useFinding, useSetter, useValue } from './places.ts';
import { TemplateField } from './TemplateField.tsx';

/** What a turn posts to one room, and whom it mentions there. */
export function PostFields({ place, memberId }: { place: Place; memberId: string }) {
  const number = Number(place.at(-1)) + 1;
  const room = stringOf(useValue([...place, 'room']));
  const mentioned = useValue([...place, 'mentions']);
  const mentions = isList(mentioned) ? mentioned : [];
  const rooms = useEditor(({ team }) => team.rooms);
  const members = useEditor(({ team }) => team.members);
  const problems = useEditor((state) => state.problems);
  const setRoom = useSetter('Change the room', [...place, 'room']);
  const setMentions = useSetter('Change mentions', [...place, 'mentions']);
  const remove = useSetter(`Remove post ${number}`, place);
  const finding = useFinding([...place, 'room']);
  const seated = new Set(rooms.find(({ id }) => id === room)?.members);
  const isIn = (id: string) => rooms.some((one) => one.id === id && one.members.includes(memberId));
  // Members who are mentioned without a seat stay to be seen, and to be taken out.
  const offered = members.filter(({ id }) => (seated.has(id) && id !== memberId) || mentions.includes(id));
  return (
    <div className={css['post']} role="group" aria-label={`Post ${number}`}>
      <div className={css['postHead']}>
        <ChoiceField
          label="Room"
          at={pointerOf([...place, 'room'])}
          finding={finding}
          value={room}
          choices={rooms
            .toSorted((left, right) => Number(isIn(right.id)) - Number(isIn(left.id)))
            .map(({ id, name }) => ({ value: id, label: isIn(id) ? name : `${name} (has no seat there)` }))}
          onChange={setRoom}
        />
        <IconButton label={`Remove post ${number}`} onClick={() => remove(undefined)}>
          <Trash2 />
        </IconButton>
      </div>
      <TemplateField label="Text" place={[...place, 'text']} isRequired />
      <CheckList
        isInner
        label="Mentions"
        at={pointerOf([...place, 'mentions'])}
        items={offered}
        checked={mentions}
        findingOf={(pointer) => problems.find(({ path }) => isWithin(path, pointer))}
        onToggle={(id, isChecked) => {
          const now = isChecked ? [...mentions, id] : mentions.filter((one) => one !== id);
          setMentions(now.length === 0 ? undefined : now);
        }}
        empty="Nobody else sits in this room."
      />
    </div>
  );
}
