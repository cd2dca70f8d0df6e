import { stringOf, pointerOf } from '../../../src-shared/kernel/json.ts';
import { idsIn } from '../../../src-shared/team-document/edit/free-id.ts';
import { renameId } from '../../../src-shared/team-document/edit/rename-thing.ts';
import { keyOf } from '../../../src-shared/team-document/edit/thing-key.ts';
import { DraftField, type Reading } from '../../ui/DraftField.tsx';
import { useTeamEditor } from '../editor-store.ts';
import { type Place, useFinding, useValue } from './places.ts';

/** The address of a member or room. Changing it changes it wherever it is named. */
export function IdField({ of, place }: { of: 'member' | 'room'; place: Place }) {
  const editor = useTeamEditor();
  const at = [...place, 'id'];
  const id = stringOf(useValue(at));
  const read = (text: string): Reading => {
    if (text !== id && !/^[a-z][a-z0-9_-]{0,63}$/u.test(text))
      return { refusal: 'Use lower-case letters, digits, "-" and "_", at most 64, a letter first.' };
    if (text !== id && idsIn(editor.document).has(text)) return { refusal: `Something in this team has the id ${text} already.` };
    const save = () => editor.edit(`Change the id of ${id}`, (document) => renameId(document, of, id, text), { select: [keyOf(of, text)] });
    return { text, save };
  };
  return <DraftField label="Id" at={pointerOf(at)} finding={useFinding(at)} value={id} read={read} saves="leaving" isCode />;
}
