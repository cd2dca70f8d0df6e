import { CircleAlert, Download, History, LayoutGrid, Play, Redo2, SquareX, TriangleAlert, Undo2 } from 'lucide-react';
import { stringOf } from '../../src-shared/kernel/json.ts';
import { FormIcon, formName } from '../canvas/FormIcon.tsx';
import { Button, IconButton } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { Name } from '../ui/Name.tsx';
import { Divider, Toolbar } from '../ui/Toolbar.tsx';
import { useEditor, useTeamEditor } from './editor-store.ts';
import { exportTeam } from './export-team.ts';
import { SavedNote } from './SavedNote.tsx';
import type { TeamLink } from './team-link.ts';

/** The head of the editor: what the team is, its history, its ways out, and Run. */
export function EditorToolbar({
  link,
  starting,
  onRun,
  onVersions,
  onProblems,
  onTidy,
}: {
  link: TeamLink;
  starting: boolean;
  onRun: () => void;
  onVersions: () => void;
  onProblems: () => void;
  onTidy: () => void;
}) {
  const editor = useTeamEditor();
  const name = useEditor((state) => state.team.name);
  const form = useEditor(({ document }) => stringOf(document['form']));
  const undo = useEditor(({ history }) => history.past.at(-1)?.label);
  const redo = useEditor(({ history }) => history.future.at(-1)?.label);
  const errors = useEditor(({ problems }) => problems.filter(({ severity }) => severity === 'error').length);
  const count = useEditor(({ problems }) => problems.length);
  const path = useEditor(({ head }) => head.file?.path);
  return (
    <Toolbar>
      <span className="dim">
        <FormIcon form={form} />
      </span>
      <h1 className="cut" title={path}>
        <Name>{name}</Name>
      </h1>
      <Chip>{formName(form)}</Chip>
      <SavedNote />
      <span className="grow" />
      <IconButton
        label="Undo"
        shortcut={undo === undefined ? 'Ctrl Z' : `${undo} · Ctrl Z`}
        disabled={undo === undefined}
        onClick={() => editor.undo()}
      >
        <Undo2 />
      </IconButton>
      <IconButton
        label="Redo"
        shortcut={redo === undefined ? 'Ctrl Shift Z' : `${redo} · Ctrl Shift Z`}
        disabled={redo === undefined}
        onClick={() => editor.redo()}
      >
        <Redo2 />
      </IconButton>
      <Divider />
      <Button icon={<LayoutGrid />} onClick={onTidy}>
        Tidy up
      </Button>
      <Button icon={<History />} onClick={onVersions}>
        Versions
      </Button>
      <Menu label="Export" trigger={<Button icon={<Download />}>Export</Button>}>
        <MenuItem onSelect={() => void exportTeam(editor, link, 'yaml')}>YAML</MenuItem>
        <MenuItem onSelect={() => void exportTeam(editor, link, 'json')}>JSON</MenuItem>
      </Menu>
      <Divider />
      <Button
        icon={errors > 0 ? <SquareX color="var(--failed)" /> : count > 0 ? <TriangleAlert color="var(--waiting-mark)" /> : <CircleAlert />}
        onClick={onProblems}
      >
        Problems <span className="num">{count}</span>
      </Button>
      <Button
        look="primary"
        icon={<Play fill="currentColor" />}
        onClick={onRun}
        disabled={errors > 0 || starting}
        title={errors > 0 ? 'A run starts when no error is left' : 'Run (Ctrl Enter)'}
        aria-describedby={errors > 0 ? 'why-no-run' : undefined}
      >
        Run
      </Button>
    </Toolbar>
  );
}
