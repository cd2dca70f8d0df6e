import { PanelRight } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { tidyTeam } from '../../src-shared/team-document/edit/tidy-team.ts';
import { isRunnable } from '../../src-shared/team-document/load-team-document.ts';
import { writeDocument } from '../../src-shared/team-document/write-document.ts';
import type { CanvasView } from '../canvas/canvas-acts.ts';
import { EditorCanvas } from '../canvas/EditorCanvas.tsx';
import { connectHost } from '../host-client/connect.ts';
import { piecesOf } from '../host-client/text-pieces.ts';
import { IconButton } from '../ui/Button.tsx';
import { useOfferedCommands } from '../ui/commands.ts';
import { Dead } from '../ui/Empty.tsx';
import { FindingList } from '../ui/FindingList.tsx';
import { useTitle } from '../ui/use-title.ts';
import { visibleText } from '../ui/visible-text.ts';
import { AddToolbar } from './AddToolbar.tsx';
import { addThing, canvasActs } from './canvas-edits.ts';
import { EditorContext, type TeamEditor, useEditor, useTeamEditor } from './editor-store.ts';
import { EditorStrips } from './EditorStrips.tsx';
import { EditorToolbar } from './EditorToolbar.tsx';
import { exportTeam } from './export-team.ts';
import { Inspector } from './inspector/Inspector.tsx';
import { ProblemsPanel } from './ProblemsPanel.tsx';
import { TaskBar } from './TaskBar.tsx';
import css from './TeamView.module.css';
import type { TeamLink } from './team-link.ts';
import { duplicateSelection, useClipboard } from './use-clipboard.ts';
import { useEditorKeys } from './use-editor-keys.ts';
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
  useTitle(visibleText(name));
  const { start, starting, error } = useStartRun(teamId, onStarted);
  const run = useCallback(() => {
    if (!isRunnable(editor.check())) return setShowProblems(true);
    void start(() => link.flush());
  }, [editor, link, start]);
  const keep = useCallback(async () => {
    const { head, document } = editor.store.getState();
    const call = { fileName: `${head.id}.troupe.yaml`, uploadId: crypto.randomUUID().replaceAll('-', '') };
    let kept: string | null = null;
    for (const piece of piecesOf(writeDocument(document, 'yaml')))
      ({ teamId: kept } = await connectHost().teams.import({ ...call, ...piece }));
    if (kept !== null) onOpenTeam(kept);
  }, [editor, onOpenTeam]);
  useEditorKeys(editor, view, run);
  useClipboard(editor, view);
  useEditorCommands(editor, view, run, () => setSide('versions'));
  return (
    <div className={css['view']}>
      <EditorToolbar
        starting={starting}
        onRun={run}
        onVersions={() => setSide(shown === 'versions' ? 'inspector' : 'versions')}
        onProblems={() => setShowProblems(!showProblems)}
        onTidied={() => requestAnimationFrame(() => view.current?.fit())}
      />
      <EditorStrips startError={error} onRun={run} onRetry={() => link.retry()} onKeep={() => void keep()} />
      <div className={css['body']}>
        <div className={css['left']}>
          <Stage view={view} />
          <TaskBar />
          {showProblems && <ProblemsPanel />}
        </div>
        {shown === 'inspector' && (
          <Inspector
            onClose={() => {
              setSide('none');
              setClosedFor(selected);
            }}
          />
        )}
        {shown === 'versions' && <VersionsPanel onClose={() => setSide('inspector')} onRestore={() => link.beginVersion()} />}
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
function Stage({ view }: { view: React.RefObject<CanvasView | null> }) {
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

/** Most things of a team that the palette offers to go to. */
const MOST_PLACES = 500;

/** Everything the editor can do, in the command palette; also the way to every member and room by name. */
function useEditorCommands(editor: TeamEditor, view: React.RefObject<CanvasView | null>, run: () => void, versions: () => void): void {
  const team = useEditor((state) => state.team);
  const runnable = useEditor((state) => isRunnable(state.problems));
  const hasSelection = useEditor((state) => state.selection.size > 0);
  const [canUndo, canRedo] = [useEditor(({ history }) => history.past.length > 0), useEditor(({ history }) => history.future.length > 0)];
  const newest = useRef(versions);
  newest.current = versions;
  const commands = useMemo(() => {
    const add = (kind: 'member' | 'room' | 'note') => () => addThing(editor, kind, view.current?.freePlace(kind) ?? { x: 0, y: 0 });
    const offer = (isOffered: boolean, id: string, label: string, act: () => void, shortcut?: string) =>
      isOffered ? [{ id, label, run: act, ...(shortcut !== undefined && { shortcut }) }] : [];
    return [
      ...offer(runnable, 'run', 'Run this team', run, 'Ctrl Enter'),
      ...offer(true, 'add-member', 'Add member', add('member'), 'M'),
      ...offer(true, 'add-room', 'Add room', add('room'), 'R'),
      ...offer(true, 'add-note', 'Add note', add('note'), 'N'),
      ...offer(canUndo, 'undo', 'Undo', () => editor.undo(), 'Ctrl Z'),
      ...offer(canRedo, 'redo', 'Redo', () => editor.redo(), 'Ctrl Shift Z'),
      ...offer(hasSelection, 'duplicate', 'Duplicate what is selected', () => duplicateSelection(editor), 'Ctrl D'),
      ...offer(true, 'tidy', 'Tidy up', () => editor.edit('Tidy up', tidyTeam)),
      ...offer(true, 'fit', 'Zoom to fit', () => view.current?.fit(), '1'),
      ...offer(true, 'versions', 'Versions', () => newest.current()),
      ...offer(true, 'export-yaml', 'Export as YAML', () => void exportTeam(editor, 'yaml')),
      ...offer(true, 'export-json', 'Export as JSON', () => void exportTeam(editor, 'json')),
      ...[
        ...team.members.map(({ id, name }) => ({ key: `member:${id}` as const, name })),
        ...team.rooms.map(({ id, name }) => ({ key: `room:${id}` as const, name })),
      ]
        .slice(0, MOST_PLACES)
        .flatMap(({ key, name }) =>
          offer(true, `go ${key}`, `Go to ${visibleText(name)}`, () => {
            editor.select([key]);
            // The palette gives the keyboard back first.
            requestAnimationFrame(() => view.current?.show(key));
          }),
        ),
    ];
  }, [editor, view, run, runnable, hasSelection, canUndo, canRedo, team]);
  useOfferedCommands('team', commands);
}
