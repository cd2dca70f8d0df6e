import { useRef } from 'react';
import { indexOfKey } from './index-of-key.ts';
import css from './Inspector.module.css';
import { readKey } from '../../../src-shared/team-document/edit/thing-key.ts';
import { useEditor } from '../editor-store.ts';
import { GroupPane } from './GroupPane.tsx';
import { MemberPane } from './MemberPane.tsx';
import { NotePane } from './NotePane.tsx';
import { RoomPane } from './RoomPane.tsx';
import { SeveralPane } from './SeveralPane.tsx';
import { TeamPane } from './TeamPane.tsx';
import { useAskedFocus } from './use-asked-focus.ts';

const PANES = { member: MemberPane, room: RoomPane, note: NotePane, group: GroupPane } as const;

/** Every field of what is selected, or of the team itself. */
export function Inspector({ onClose }: { onClose: () => void }) {
  const region = useRef<HTMLElement>(null);
  const selection = useEditor((state) => state.selection);
  const [key] = selection;
  const index = useEditor(({ document }) => (key === undefined ? -1 : indexOfKey(document, key)));
  useAskedFocus(region);
  const kind = key === undefined || index < 0 ? null : readKey(key).kind;
  // A thing keeps its place in the list while its address changes, so the keyboard stays where it is; another thing begins at its head.
  const shown = selection.size > 1 ? 'several' : `${kind} ${index}`;
  const Pane = kind === null ? null : PANES[kind];
  return (
    <aside key={shown} ref={region} className={css['inspector']} role="region" aria-label="Inspector" tabIndex={-1}>
      {selection.size > 1 ? (
        <SeveralPane onClose={onClose} />
      ) : Pane === null ? (
        <TeamPane onClose={onClose} />
      ) : (
        <Pane index={index} onClose={onClose} />
      )}
    </aside>
  );
}
