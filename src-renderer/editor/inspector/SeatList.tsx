import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type JsonValue, pointerOf } from '../../../src-shared/kernel/json.ts';
import { setField } from '../../../src-shared/team-document/edit/set-field.ts';
import { IconButton } from '../../ui/Button.tsx';
import { FieldMessage, type FieldFinding } from '../../ui/Field.tsx';
import { Name } from '../../ui/Name.tsx';
import { MemberBar } from '../../ui/Seats.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { useEditor, useTeamEditor } from '../editor-store.ts';
import { glimpseOf } from './fields.tsx';
import css from './Inspector.module.css';
import type { Place } from './places.ts';

/** Most seats that are listed. */
const MOST = 200;

/** Who sits in a room, in order. */
export function SeatList({ place, seats, finding }: { place: Place; seats: readonly JsonValue[]; finding: FieldFinding | undefined }) {
  const editor = useTeamEditor();
  const members = useEditor(({ team }) => team.members);
  const byId = new Map(members.map((member) => [member.id, member]));
  const set = (label: string, now: readonly JsonValue[]) => editor.edit(label, (document) => setField(document, place, now));
  const move = (index: number, to: number, name: string) =>
    set(`Move the seat of ${name}`, seats.toSpliced(index, 1).toSpliced(to, 0, seats[index] ?? ''));
  return (
    <div className={css['group']} role="group" aria-label="Seats">
      <span className={css['groupName']}>Seats, in order</span>
      {finding !== undefined && <FieldMessage finding={finding} />}
      <p className="small dim">
        {seats.length < 2
          ? 'With two or more, everyone here can mention the others.'
          : 'Everyone here reads all messages and can mention any of the others.'}
      </p>
      <ol>
        {seats.slice(0, MOST).map((id, index) => {
          const member = typeof id === 'string' ? byId.get(id) : undefined;
          const name = member?.name ?? glimpseOf(id);
          const label = visibleText(name);
          return (
            // One member may have two seats: a problem, to be mended here.
            <li key={`${name} ${seats.indexOf(id) === index ? '' : index}`} className={css['seat']}>
              <MemberBar color={member?.color} />
              <span className="cut">
                <Name>{name}</Name>
              </span>
              {member === undefined && <span className="small dim">no such member</span>}
              <span className="grow" />
              <IconButton label={`Move ${label} up`} disabled={index === 0} onClick={() => move(index, index - 1, name)}>
                <ArrowUp />
              </IconButton>
              <IconButton label={`Move ${label} down`} disabled={index === seats.length - 1} onClick={() => move(index, index + 1, name)}>
                <ArrowDown />
              </IconButton>
              <IconButton
                label={`Remove ${label}`}
                data-at={pointerOf([...place, index])}
                onClick={() => set(`Take out ${name}`, seats.toSpliced(index, 1))}
              >
                <X />
              </IconButton>
            </li>
          );
        })}
      </ol>
      {seats.length > MOST && <p className="small dim">{seats.length - MOST} more sit here; they are checked above.</p>}
    </div>
  );
}
