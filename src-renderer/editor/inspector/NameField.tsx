import { useEffect, useRef } from 'react';
import { stringOf, pointerOf } from '../../../src-shared/kernel/json.ts';
import { valueIn, withValue } from '../../../src-shared/team-document/document-path.ts';
import { renameThing } from '../../../src-shared/team-document/edit/rename-thing.ts';
import { keyOf } from '../../../src-shared/team-document/edit/thing-key.ts';
import { DraftField, type Reading } from '../../ui/DraftField.tsx';
import { useTeamEditor } from '../editor-store.ts';
import { type Place, useFinding, useSetter, useValue } from './places.ts';

/**
 * The name of the team or of a thing. It changes with each letter; the first name a person gives a member or room makes its address, and that
 * waits until the name is whole.
 */
export function NameField({
  of,
  place,
  canBeEmpty = false,
}: {
  of: 'team' | 'member' | 'room' | 'group';
  place: Place;
  canBeEmpty?: boolean;
}) {
  const editor = useTeamEditor();
  const at = [...place, 'name'];
  const name = stringOf(useValue(at));
  const id = stringOf(useValue([...place, 'id']));
  const set = useSetter('Rename', at, 'typing');
  const before = useRef<{ id: string; name: string } | null>(null);

  const finish = () => {
    const { document } = editor;
    const start = before.current;
    const typed = stringOf(valueIn(document, at));
    before.current = null;
    // By now another thing may stand here.
    if (start === null || (of !== 'member' && of !== 'room') || valueIn(document, [...place, 'id']) !== start.id || typed === '') return;
    const renamed = renameThing(withValue(document, at, start.name), of, start.id, typed);
    if (renamed.id === start.id) return;
    const select = [...editor.store.getState().selection].map((key) => (key === keyOf(of, start.id) ? keyOf(of, renamed.id) : key));
    editor.edit(`Rename ${typed}`, () => renamed.document, { merge: pointerOf(at), select });
  };
  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  });
  useEffect(() => () => latest.current(), []);

  const read = (text: string): Reading =>
    text.trim() === '' && !canBeEmpty
      ? { refusal: `A ${of} needs a name. It keeps the one it had.` }
      : {
          text,
          save: () => {
            before.current ??= { id, name };
            set(text === '' ? undefined : text);
          },
        };
  return (
    <DraftField
      label="Name"
      at={pointerOf(at)}
      finding={useFinding(at)}
      value={name}
      read={read}
      refused="goes"
      isProse={false}
      placeholder={id}
      onLeave={finish}
    />
  );
}
