import { changedAt, moment } from '../ui/format-day.ts';
import { useNow } from '../ui/use-now.ts';
import { useEditor } from './editor-store.ts';

const ORIGINS = { sample: 'Sample', import: 'Imported', studio: 'Saved' } as const;

/** Whether what is on screen is in the library, and since when. */
export function SavedNote() {
  const saving = useEditor((state) => state.saving.kind);
  const head = useEditor((state) => state.head);
  const now = useNow(true, 30_000);
  const words = {
    saved: `${head.version === 1 ? ORIGINS[head.origin] : 'Saved'} ${changedAt(head.updatedAt, now)}`,
    saving: 'Saving…',
    offline: 'Not saved: offline',
    failed: 'Not saved',
    removed: 'Not in the library',
  }[saving];
  return (
    <time className="small dimmer cut" dateTime={head.updatedAt} title={moment(head.updatedAt)} data-saving={saving}>
      {words}
    </time>
  );
}
