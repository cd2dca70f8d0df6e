import { addGroup } from '../../src-shared/team-document/edit/add-things.ts';
import { readKey, type ThingKey } from '../../src-shared/team-document/edit/thing-key.ts';
import { tidyTeam } from '../../src-shared/team-document/edit/tidy-team.ts';
import { isRunnable } from '../../src-shared/team-document/load-team-document.ts';
import type { CanvasView, NewKind } from '../canvas/canvas-acts.ts';
import { openPalette } from '../ui/commands.ts';
import { addWhereFree } from './canvas-edits.ts';
import type { EditorState, TeamEditor } from './editor-store.ts';
import { exportTeam } from './export-team.ts';
import type { TeamLink } from './team-link.ts';
import { unlink } from './unlink.ts';
import { duplicateSelection } from './use-clipboard.ts';

/** Something the editor does by shortcut, from the palette, or both. */
interface EditorCommand {
  readonly id: string;
  /** As the palette calls it; absent there without. */
  readonly label?: string;
  /** As it is shown. */
  readonly shortcut?: string;
  /** Keys that do it: `ctrl+shift+z`; Cmd counts as Ctrl. */
  readonly keys?: readonly string[];
  /** Also where text is typed. */
  readonly whileTyping?: boolean;
  readonly isOffered?: (state: EditorState) => boolean;
  readonly run: () => void;
}

/** Selects everything on the canvas. */
function selectAll(editor: TeamEditor): void {
  const { team } = editor.store.getState();
  editor.select([
    ...team.members.map(({ id }) => `member:${id}` as const),
    ...team.rooms.map(({ id }) => `room:${id}` as const),
    ...team.notes.map(({ id }) => `note:${id}` as const),
    ...team.groups.map(({ id }) => `group:${id}` as const),
  ]);
}

const membersIn = (selection: Iterable<ThingKey>): string[] =>
  [...selection].map(readKey).flatMap(({ kind, id }) => (kind === 'member' ? [id] : []));

/** A frame round the selected members. */
function groupSelection(editor: TeamEditor): void {
  const members = membersIn(editor.store.getState().selection);
  if (members.length === 0) return;
  const { document, key } = addGroup(editor.document, members);
  editor.edit('Group', () => document);
  editor.name(key);
}

/** Puts everything in order and shows all of it. */
export function tidyUp(editor: TeamEditor, view: () => CanvasView | null): void {
  editor.edit('Tidy up', tidyTeam);
  requestAnimationFrame(() => view()?.fit());
}

interface Around {
  readonly editor: TeamEditor;
  readonly link: TeamLink;
  readonly view: () => CanvasView | null;
  readonly run: () => void;
  readonly showVersions: () => void;
}

/** Everything the editor can do. */
export function editorCommands({ editor, link, view, run, showVersions }: Around): readonly EditorCommand[] {
  const add = (kind: NewKind) => () => addWhereFree(editor, view(), kind);
  return [
    {
      id: 'run',
      label: 'Run this team',
      shortcut: 'Ctrl Enter',
      keys: ['ctrl+enter'],
      whileTyping: true,
      isOffered: ({ problems }) => isRunnable(problems),
      run,
    },
    { id: 'add-member', label: 'Add member', shortcut: 'M', keys: ['m'], run: add('member') },
    { id: 'add-room', label: 'Add room', shortcut: 'R', keys: ['r'], run: add('room') },
    { id: 'add-note', label: 'Add note', shortcut: 'N', keys: ['n'], run: add('note') },
    // Also in a field: what is typed there is an edit of the document like any other.
    {
      id: 'undo',
      label: 'Undo',
      shortcut: 'Ctrl Z',
      keys: ['ctrl+z'],
      whileTyping: true,
      isOffered: ({ history }) => history.past.length > 0,
      run: () => editor.undo(),
    },
    {
      id: 'redo',
      label: 'Redo',
      shortcut: 'Ctrl Shift Z',
      keys: ['ctrl+shift+z', 'ctrl+y'],
      whileTyping: true,
      isOffered: ({ history }) => history.future.length > 0,
      run: () => editor.redo(),
    },
    {
      id: 'duplicate',
      label: 'Duplicate what is selected',
      shortcut: 'Ctrl D',
      keys: ['ctrl+d'],
      isOffered: ({ selection }) => selection.size > 0,
      run: () => duplicateSelection(editor),
    },
    {
      id: 'group',
      label: 'Group what is selected',
      shortcut: 'Ctrl G',
      keys: ['ctrl+g'],
      isOffered: ({ selection }) => membersIn(selection).length > 0,
      run: () => groupSelection(editor),
    },
    { id: 'all', label: 'Select all', shortcut: 'Ctrl A', keys: ['ctrl+a'], run: () => selectAll(editor) },
    { id: 'find', keys: ['ctrl+f'], whileTyping: true, run: openPalette },
    { id: 'tidy', label: 'Tidy up', run: () => tidyUp(editor, view) },
    { id: 'fit', label: 'Zoom to fit', shortcut: '1', keys: ['1'], run: () => view()?.fit() },
    { id: 'zoom-in', label: 'Zoom in', shortcut: '+', keys: ['+', '='], run: () => view()?.zoom(1) },
    { id: 'zoom-out', label: 'Zoom out', shortcut: '-', keys: ['-'], run: () => view()?.zoom(-1) },
    { id: 'versions', label: 'Versions', run: showVersions },
    { id: 'unlink', label: 'Unlink from its file', isOffered: ({ head }) => head.file !== null, run: () => void unlink(editor) },
    { id: 'export-yaml', label: 'Export as YAML', run: () => void exportTeam(editor, link, 'yaml') },
    { id: 'export-json', label: 'Export as JSON', run: () => void exportTeam(editor, link, 'json') },
  ];
}
