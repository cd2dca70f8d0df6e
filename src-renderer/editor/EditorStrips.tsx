import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../ui/Button.tsx';
import { Name } from '../ui/Name.tsx';
import { StateGlyph } from '../ui/State.tsx';
import { Strip } from '../ui/Strip.tsx';
import type { HostError } from '../host-client/host-error.ts';
import { useEditor, useTeamEditor } from './editor-store.ts';

/** A strip with the one thing that can be done. */
function WayOut({
  tone,
  label,
  act,
  onAct,
  children,
}: {
  tone: 'failed' | 'waiting';
  label: string;
  act: string;
  onAct: () => void;
  children: ReactNode;
}) {
  return (
    <Strip
      tone={tone}
      glyph={<StateGlyph kind={tone} />}
      label={label}
      actions={
        <Button look="line" onClick={onAct}>
          {act}
        </Button>
      }
    >
      {children}
    </Strip>
  );
}

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
        <WayOut tone="failed" label="Not started" act="Try again" onAct={onRun}>
          <b className="strong">The run did not start.</b> {startError.message} <code className="code dim">{startError.code}</code>
        </WayOut>
      )}
      {saving.kind === 'failed' && (
        <WayOut tone="failed" label="Not saved" act="Try again" onAct={onRetry}>
          <b className="strong">Your last changes are not saved.</b> {saving.message} They stay here while this page is open.
        </WayOut>
      )}
      {saving.kind === 'removed' && (
        <WayOut tone="failed" label="Removed" act="Put it back" onAct={onKeep}>
          <b className="strong">This team was taken out of the library</b> in another window. What you see is only on this page.
        </WayOut>
      )}
      {file !== null && file.message !== null && (
        <WayOut tone="waiting" label="Linked file" act="Unlink" onAct={onUnlink}>
          <Name>{file.message}</Name>
        </WayOut>
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
