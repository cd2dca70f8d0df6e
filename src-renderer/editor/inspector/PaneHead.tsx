import { Ellipsis, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { stringOf } from '../../../src-shared/kernel/json.ts';
import { removeThings } from '../../../src-shared/team-document/edit/remove-things.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { Name } from '../../ui/Name.tsx';
import { type TeamEditor, useTeamEditor } from '../editor-store.ts';
import { duplicateSelection } from '../use-clipboard.ts';
import css from './Inspector.module.css';
import { type Place, useValue } from './places.ts';

/** Who or what is looked at, and what can be done with it as a whole. */
export function PaneHead({
  title,
  kind,
  place,
  bar,
  onClose,
}: {
  title: string;
  kind: string;
  /** Of a thing that can be removed and has an id to be copied. */
  place?: Place;
  bar?: ReactNode;
  onClose: () => void;
}) {
  return (
    <header className={css['head']}>
      {bar}
      <h2 className="cut strong">
        <Name>{title}</Name>
      </h2>
      <span className={css['kind']}>{kind}</span>
      <span className="grow" />
      {place !== undefined && <MoreMenu place={place} title={title} />}
      <IconButton label="Close inspector" onClick={onClose}>
        <X />
      </IconButton>
    </header>
  );
}

function MoreMenu({ place, title }: { place: Place; title: string }) {
  const editor = useTeamEditor();
  const id = stringOf(useValue([...place, 'id']));
  return (
    <Menu
      label="More actions"
      trigger={
        <IconButton label="More actions">
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => duplicateAndName(editor)}>Duplicate</MenuItem>
      <MenuItem onSelect={() => removeSelection(editor, title)}>Remove</MenuItem>
      {id !== '' && <MenuItem onSelect={() => void navigator.clipboard.writeText(id)}>Copy id</MenuItem>}
    </Menu>
  );
}

/** Makes a copy, and puts the keyboard into its name. */
function duplicateAndName(editor: TeamEditor): void {
  duplicateSelection(editor);
  const [copy] = editor.store.getState().selection;
  if (copy !== undefined) editor.name(copy);
}

/** Removes everything that is selected; the keyboard stays in the inspector. */
export function removeSelection(editor: TeamEditor, title: string): void {
  const { selection } = editor.store.getState();
  editor.edit(`Remove ${title}`, (document) => removeThings(document, selection));
  editor.goTo('/members');
}
