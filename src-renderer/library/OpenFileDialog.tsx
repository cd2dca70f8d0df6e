import { CornerLeftUp, FileText, Folder } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import { connectHost } from '../host-client/connect.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FindingList } from '../ui/FindingList.tsx';
import { Name } from '../ui/Name.tsx';
import css from './OpenFileDialog.module.css';

type Listed = Awaited<ReturnType<ReturnType<typeof connectHost>['teams']['folder']>>;

const listOf = (path: string | null) => connectHost().teams.folder({ path });
const TEAM_FILE = /\.(?:ya?ml|json)$/iu;
/** The folder that was looked into last, while this window is open. */
let lastFolder: string | null = null;

const inFolder = (folder: string, name: string): string =>
  folder.endsWith('/') || folder.endsWith('\\') ? folder + name : `${folder}/${name}`;

/** Arrow keys walk the entries. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  const entries = [...event.currentTarget.querySelectorAll('button')];
  const at = entries.findIndex((entry) => entry === event.target);
  if (step === undefined || at < 0) return;
  entries[Math.min(entries.length - 1, Math.max(0, at + step))]?.focus();
  event.preventDefault();
}

/** Looks through the folders of the machine that Troupe runs on for a file to open, or takes its path. */
export function OpenFileDialog({ onOpened, onClose }: { onOpened: (teamId: string) => void; onClose: () => void }) {
  const [folder, setFolder] = useState<Listed | null>(null);
  const [path, setPath] = useState('');
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);

  const tell = useCallback((error: unknown) => {
    const { code, message } = hostErrorOf(error);
    setProblems([{ code, severity: 'error', path: '', message }]);
  }, []);
  const attempt = async (work: () => Promise<void>) => {
    setProblems([]);
    await work().catch(tell);
  };
  const show = useCallback((listed: Listed) => {
    lastFolder = listed.path;
    setFolder(listed);
    setPath(listed.path);
    list.current?.scrollTo(0, 0);
  }, []);
  const open = async (file: string) => {
    const { teamId, problems: found } = await connectHost().teams.openFile({ path: file });
    if (teamId === null) setProblems(found);
    else onOpened(teamId);
  };
  const go = (wanted: string) => attempt(() => (TEAM_FILE.test(wanted) ? open(wanted) : listOf(wanted).then(show)));
  useEffect(() => {
    listOf(lastFolder)
      .catch(() => listOf(null))
      .then(show, tell);
    input.current?.focus();
  }, [show, tell]);
  /** Into a folder; the keyboard goes on in its list. */
  const enter = (wanted: string) =>
    void attempt(async () => {
      show(await listOf(wanted));
      requestAnimationFrame(() => list.current?.querySelector('button')?.focus());
    });

  return (
    <Dialog
      title="Open file"
      wide
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" onClick={() => void go(path)} disabled={path.trim() === ''}>
            {TEAM_FILE.test(path) ? 'Open' : 'Go to folder'}
          </Button>
        </>
      }
    >
      <p className={css['about']}>
        The team stays linked to its file: what you change here is written there, and what is changed there shows here.
      </p>
      <form
        className={css['path']}
        onSubmit={(event) => {
          event.preventDefault();
          void go(path);
        }}
      >
        <input
          ref={input}
          className={css['input']}
          aria-label="Path"
          value={path}
          maxLength={4096}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setPath(event.target.value)}
        />
      </form>
      {problems.length > 0 && (
        <section className={css['problems']} aria-label="Problems" aria-live="polite">
          <FindingList findings={problems} />
        </section>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys are an addition to the buttons inside */}
      <ul ref={list} className={css['list']} aria-label="Folders and files" onKeyDown={walk}>
        {folder !== null && folder.parent !== null && (
          <li>
            <button type="button" className={css['entry']} onClick={() => enter(folder.parent ?? '')}>
              <CornerLeftUp /> <span className="dim">Folder above</span>
            </button>
          </li>
        )}
        {folder?.folders.map((name) => (
          <li key={`folder ${name}`}>
            <button type="button" className={css['entry']} onClick={() => enter(inFolder(folder.path, name))}>
              <Folder />
              <span className="cut">
                <Name>{name}</Name>
              </span>
            </button>
          </li>
        ))}
        {folder?.files.map((name) => (
          <li key={`file ${name}`}>
            <button type="button" className={css['entry']} onClick={() => void attempt(() => open(inFolder(folder.path, name)))}>
              <FileText />
              <span className="cut strong">
                <Name>{name}</Name>
              </span>
            </button>
          </li>
        ))}
        {folder !== null && folder.files.length === 0 && (
          <li className={css['none']}>No team files here (.yaml, .yml or .json). Go into another folder, or type a path.</li>
        )}
        {folder?.more === true && <li className={css['none']}>Not everything is listed. Type the path of what is missing.</li>}
      </ul>
    </Dialog>
  );
}
