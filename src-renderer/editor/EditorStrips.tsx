import { X } from 'lucide-react';
import { Button, IconButton } from '../ui/Button.tsx';
import { Name } from '../ui/Name.tsx';
import { StateGlyph } from '../ui/State.tsx';
import { Strip } from '../ui/Strip.tsx';
import type { HostError } from '../host-client/host-error.ts';
import { useEditor, useTeamEditor } from './editor-store.ts';

/** What stands between the person and a saved, running team, with what can be done about it. */
export function EditorStrips({
  startError,
  onRun,
  onRetry,
  onKeep,
  onUnlink,
}: {
  startError: HostError | null;
  onRun: () => void;
  onRetry: () => void;
  onKeep: () => void;
  onUnlink: () => void;
}) {
  const editor = useTeamEditor();
  const saving = useEditor((state) => state.saving);
  const notice = useEditor((state) => state.notice);
  const file = useEditor((state) => state.head.file);
  return (
    <>
      {startError !== null && (
        <Strip
          tone="failed"
          glyph={<StateGlyph kind="failed" />}
          label="Not started"
          actions={
            <Button look="line" onClick={onRun}>
              Try again
            </Button>
          }
        >
          <b className="strong">The run did not start.</b> {startError.message} <code className="code dim">{startError.code}</code>
        </Strip>
      )}
      {saving.kind === 'failed' && (
        <Strip
          tone="failed"
          glyph={<StateGlyph kind="failed" />}
          label="Not saved"
          actions={
            <Button look="line" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          <b className="strong">Your last changes are not saved.</b> {saving.message} They stay here while this page is open.
        </Strip>
      )}
      {saving.kind === 'removed' && (
        <Strip
          tone="failed"
          glyph={<StateGlyph kind="failed" />}
          label="Removed"
          actions={
            <Button look="line" onClick={onKeep}>
              Put it back
            </Button>
          }
        >
          <b className="strong">This team was taken out of the library</b> in another window. What you see is only on this page.
        </Strip>
      )}
      {file !== null && file.message !== null && (
        <Strip
          tone="waiting"
          glyph={<StateGlyph kind="waiting" />}
          label="Linked file"
          actions={
            <Button look="line" onClick={onUnlink}>
              Unlink
            </Button>
          }
        >
          <Name>{file.message}</Name>
        </Strip>
      )}
      {notice !== null && (
        <Strip
          tone="waiting"
          glyph={<StateGlyph kind="waiting" />}
          label="Changed outside"
          actions={
            <IconButton label="Close this message" onClick={() => editor.store.setState({ notice: null })}>
              <X />
            </IconButton>
          }
        >
          {notice}
        </Strip>
      )}
    </>
  );
}
