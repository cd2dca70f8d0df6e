import { PanelRight } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { isRunnable } from '../../src-shared/team-document/load-team-document.ts';
import { writeDocument } from '../../src-shared/team-document/write-document.ts';
import type { CanvasView } from '../canvas/canvas-acts.ts';
import { EditorCanvas } from '../canvas/EditorCanvas.tsx';
import { importText } from '../host-client/import-text.ts';
import { IconButton } from '../ui/Button.tsx';
import { Dead } from '../ui/Empty.tsx';
import { FindingList } from '../ui/FindingList.tsx';
import { useTitle } from '../ui/use-title.ts';
import { visibleText } from '../ui/visible-text.ts';
import { AddToolbar } from './AddToolbar.tsx';
import { canvasActs } from './canvas-edits.ts';
import { tidyUp } from './editor-commands.ts';
import { EditorContext, useEditor, useTeamEditor } from './editor-store.ts';
import { EditorStrips } from './EditorStrips.tsx';
import { unlink } from './unlink.ts';
import { EditorToolbar } from './EditorToolbar.tsx';
import { Inspector } from './inspector/Inspector.tsx';
import { ProblemsPanel } from './ProblemsPanel.tsx';
import { TaskBar } from './TaskBar.tsx';
import css from './TeamView.module.css';
import type { TeamLink } from './team-link.ts';
import { useClipboard } from './use-clipboard.ts';
import { useEditorCommands } from './use-editor-commands.ts';
import { useStartRun } from './use-start-run.ts';
import { useOpenTeam } from './use-team-editor.ts';
import { VersionsPanel } from './VersionsPanel.tsx';

interface Ways {
  readonly onStarted: (runId: string) => void;
  readonly onOpenTeam: (teamId: string) => void;
}

/** One team of the library, to be drawn and run. */
export function TeamView({ teamId, ...ways }: Ways & { teamId: string }) {
  const opened = useOpenTeam(teamId);
  const library = (
    <a className={css['back']} href="#/teams">
      Go to the library
    </a>
  );
  switch (opened.kind) {
    case 'opening':
      return <div className={css['view']} aria-busy="true" />;
    case 'failed':
      return (
        <Dead title="Team" action={library}>
          {opened.error.message}
        </Dead>
      );
    case 'unreadable':
      return (
        <Dead title={visibleText(opened.head.name)} action={library}>
          This document cannot be drawn until what is wrong with its text is mended.
          <FindingList findings={opened.problems} />
        </Dead>
      );
    case 'open':
      return (
        <EditorContext value={opened.editor}>
          <Editor link={opened.link} {...ways} />
        </EditorContext>
      );
  }
}

type Side = 'inspector' | 'versions' | 'none';

function Editor({ link, onStarted, onOpenTeam }: Ways & { link: TeamLink }) {
  const editor = useTeamEditor();
  const view = useRef<CanvasView>(null);
  const teamId = useEditor((state) => state.head.id);
  const name = useEditor((state) => state.team.name);
  const selected = useEditor((state) => state.selection);
  const [side, setSide] = useState<Side>('inspector');
  const [showProblems, setShowProblems] = useState(true);
  // What is selected wants to be looked at: the inspector comes back for another selection.
  const [closedFor, setClosedFor] = useState<ReadonlySet<string> | null>(null);
  const shown: Side = side === 'none' && closedFor !== selected && selected.size > 0 ? 'inspector' : side;
  // Whoever asks for a field, to mend it or to name something new, wants to see it.
  const isAsked = useEditor((state) => state.asked !== null || state.naming !== null);
  if (isAsked && shown !== 'inspector') setSide('inspector');
  useTitle(visibleText(name));
  const { start, starting, error } = useStartRun(teamId, onStarted);
  const run = useCallback(() => {
    if (!isRunnable(editor.check())) return setShowProblems(true);
    void start(() => link.flush());
  }, [editor, link, start]);
  const toCanvas = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // A field that is left may still change the document, and with it the address of what is selected.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    requestAnimationFrame(() => {
      // The next key may have come within this frame, and what it did has the keyboard.
      if (document.activeElement !== document.body) return;
      const [key] = editor.store.getState().selection;
      if (key === undefined) view.current?.focus();
      else view.current?.show(key);
    });
  };
  const keep = useCallback(async () => {
    const { head, document } = editor.store.getState();
    const { teamId: kept } = await importText(`${head.id}.troupe.yaml`, writeDocument(document, 'yaml'));
    if (kept !== null) onOpenTeam(kept);
  }, [editor, onOpenTeam]);
  useClipboard(editor, view);
  const showVersions = useCallback(() => setSide('versions'), []);
  useEditorCommands(link, view, run, showVersions);
  return (
    <div className={css['view']}>
      <EditorToolbar
        link={link}
        starting={starting}
        onRun={run}
        onVersions={() => setSide(shown === 'versions' ? 'inspector' : 'versions')}
        onProblems={() => setShowProblems(!showProblems)}
        onTidy={() => tidyUp(editor, () => view.current)}
      />
      <EditorStrips
        startError={error}
        onRun={run}
        onRetry={() => link.retry()}
        onKeep={() => void keep()}
        onUnlink={() => void unlink(editor)}
      />
      <div className={css['body']}>
        <div className={css['left']}>
          <Stage view={view} />
          <TaskBar />
          {showProblems && <ProblemsPanel />}
        </div>
        {/* Escape leads from the fields back to the thing they are about. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div className={css['side']} onKeyDown={toCanvas}>
          {shown === 'inspector' && (
            <Inspector
              onClose={() => {
                setSide('none');
                setClosedFor(selected);
              }}
            />
          )}
          {shown === 'versions' && <VersionsPanel onClose={() => setSide('inspector')} onRestore={() => link.beginVersion()} />}
        </div>
        {shown === 'none' && (
          <div className={css['closed']}>
            <IconButton label="Open inspector" onClick={() => setSide('inspector')}>
              <PanelRight />
            </IconButton>
          </div>
        )}
      </div>
    </div>
  );
}

/** The canvas with its palette; an empty one says what to do first. */
function Stage({ view }: { view: RefObject<CanvasView | null> }) {
  const editor = useTeamEditor();
  const team = useEditor((state) => state.team);
  const selection = useEditor((state) => state.selection);
  const problems = useEditor((state) => state.problems);
  const acts = useMemo(() => canvasActs(editor), [editor]);
  const errors = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { severity, member } of problems)
      if (severity === 'error' && member !== undefined) counts.set(member, (counts.get(member) ?? 0) + 1);
    return counts;
  }, [problems]);
  const isEmpty = team.members.length + team.rooms.length + team.notes.length === 0;
  return (
    <div className={css['stage']}>
      <EditorCanvas ref={view} team={team} selection={selection} problems={errors} acts={acts} />
      <AddToolbar view={view} />
      {isEmpty && <p className={css['empty']}>Add a member to begin: drag one here, or press M.</p>}
      {team.omittedMembers > 0 && (
        <p className={css['omitted']}>{team.omittedMembers} more members are not drawn; they take part in a run all the same.</p>
      )}
    </div>
  );
}
