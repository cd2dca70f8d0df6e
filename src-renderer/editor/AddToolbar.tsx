import { RectangleEllipsis, SquareUserRound, StickyNote } from 'lucide-react';
import type { RefObject } from 'react';
import { type CanvasView, DRAGGED_KIND, type NewKind } from '../canvas/canvas-acts.ts';
import { Tip } from '../ui/Tip.tsx';
import { addWhereFree } from './canvas-edits.ts';
import css from './AddToolbar.module.css';
import { useTeamEditor } from './editor-store.ts';

const KINDS = [
  { kind: 'member', word: 'Member', key: 'M', icon: <SquareUserRound /> },
  { kind: 'room', word: 'Room', key: 'R', icon: <RectangleEllipsis /> },
  { kind: 'note', word: 'Note', key: 'N', icon: <StickyNote /> },
] as const satisfies readonly { kind: NewKind; word: string; key: string; icon: unknown }[];

/** What can be put on the canvas: a click puts it where there is room, a drag where it is dropped. */
export function AddToolbar({ view }: { view: RefObject<CanvasView | null> }) {
  const editor = useTeamEditor();
  return (
    <div className={css['palette']} role="toolbar" aria-label="Palette" aria-orientation="vertical">
      {KINDS.map(({ kind, word, key, icon }) => (
        <Tip key={kind} text={`Add ${kind}`} shortcut={key}>
          <button
            type="button"
            className={css['tool']}
            aria-label={`Add ${kind}`}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(DRAGGED_KIND, kind);
              event.dataTransfer.effectAllowed = 'copy';
            }}
            onClick={() => addWhereFree(editor, view.current, kind)}
          >
            {icon}
            {word}
          </button>
        </Tip>
      ))}
    </div>
  );
}
