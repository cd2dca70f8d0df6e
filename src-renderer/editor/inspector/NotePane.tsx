import type { PaneProps } from './pane-props.ts';
import { TextAt } from './fields.tsx';
import css from './Inspector.module.css';
import { PaneHead } from './PaneHead.tsx';

/** A note on the canvas. */
export function NotePane({ index, onClose }: PaneProps) {
  const place = ['notes', index];
  return (
    <>
      <PaneHead title="Note" kind="" place={place} onClose={onClose} />
      <div className={css['group']}>
        <TextAt label="Text" place={[...place, 'text']} lines={6} isRequired />
      </div>
    </>
  );
}
