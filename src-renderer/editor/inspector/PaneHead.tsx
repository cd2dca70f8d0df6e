import { Ellipsis, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { stringOf } from '../../../src-shared/kernel/json.ts';
import { removeThings } from '../../../src-shared/team-document/edit/remove-things.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { Name } from '../../ui/Name.tsx';
import { useTeamEditor } from '../editor-store.ts';
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
      label="More"
      trigger={
        <IconButton label="More">
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => duplicateSelection(editor)}>Duplicate</MenuItem>
      <MenuItem onSelect={() => removeSelection(editor, title)}>Remove</MenuItem>
      {id !== '' && <MenuItem onSelect={() => void navigator.clipboard.writeText(id)}>Copy id</MenuItem>}
    </Menu>
  );
}

/** Removes everything that is selected. */
export function removeSelection(editor: ReturnType<typeof useTeamEditor>, title: string): void {
  const { selection } = editor.store.getState();
  editor.edit(`Remove ${title}`, (document) => removeThings(document, selection), { select: [] });
}
