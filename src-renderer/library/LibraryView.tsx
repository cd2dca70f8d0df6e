import { Download, FolderOpen } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TeamRow } from '../../src-shared/contract/teams-contract.ts';
import { TEMPLATE_IDS, TEMPLATES } from '../../src-shared/team-document/templates.ts';
import { Button } from '../ui/Button.tsx';
import { useOfferedCommands } from '../ui/commands.ts';
import { Empty } from '../ui/Empty.tsx';
import { RowList } from '../ui/RowList.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { StateGlyph } from '../ui/State.tsx';
import { Strip } from '../ui/Strip.tsx';
import { Toolbar } from '../ui/Toolbar.tsx';
import { useNow } from '../ui/use-now.ts';
import { useTitle } from '../ui/use-title.ts';
import { createLibrary } from './library-store.ts';
import css from './LibraryView.module.css';
import { NewTeamMenu } from './NewTeamMenu.tsx';
import { OpenFileDialog } from './OpenFileDialog.tsx';
import { RefusalPanel } from './RefusalPanel.tsx';
import { RemoveTeamDialog } from './RemoveTeamDialog.tsx';
import { RunsSection } from './RunsSection.tsx';
import { TeamLine } from './TeamLine.tsx';
import { useLibraryActs } from './use-library-acts.ts';

const SEARCH_PAUSE_MS = 120;

const firstLink = (list: HTMLElement | null) => list?.querySelector<HTMLAnchorElement>('li a[href]');

/** Teams and runs. `only` leaves the teams out. */
export function LibraryView({ only, onOpenTeam }: { only?: 'runs'; onOpenTeam: (teamId: string) => void }) {
  const [library] = useState(createLibrary);
  const { teams, runs, totalRuns, damage, error, search: shownSearch, follow } = useStore(library);
  const [search, setSearch] = useState('');
  /** The search whose first match is to be opened once it is found. */
  const wanted = useRef<string | null>(null);
  const [dialog, setDialog] = useState<'open' | TeamRow | null>(null);
  const { acts, busy, said, refusal, dismiss } = useLibraryActs(onOpenTeam);
  const scroller = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const now = useNow(true, 30_000);
  useTitle(only === 'runs' ? 'Runs' : 'Library');

  useEffect(() => {
    const leave = new AbortController();
    const timer = setTimeout(() => void follow(search, leave.signal), search === '' ? 0 : SEARCH_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [follow, search]);
  useEffect(() => {
    if (wanted.current !== shownSearch) return;
    wanted.current = null;
    firstLink(scroller.current)?.click();
  }, [shownSearch]);
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && search !== '') {
      if (search === shownSearch) firstLink(scroller.current)?.click();
      else wanted.current = search;
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      firstLink(scroller.current)?.focus();
    }
  };

  const choose = () => picker.current?.click();
  const commands = useMemo(
    () => [
      ...TEMPLATE_IDS.map((id) => ({ id: `new-${id}`, label: `New team: ${TEMPLATES[id].label}`, run: () => void acts.create(id) })),
      { id: 'import', label: 'Import a team document', run: () => picker.current?.click() },
      { id: 'open-file', label: 'Open a file of this machine', run: () => setDialog('open') },
    ],
    [acts],
  );
  useOfferedCommands('library', commands);
  const take = (file: File | undefined) => {
    if (file !== undefined && !busy) void acts.take(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  const teamActs = useMemo(
    () => ({
      open: (team: TeamRow) => onOpenTeam(team.id),
      copy: (team: TeamRow) => void acts.copy(team),
      save: (team: TeamRow, format: 'yaml' | 'json') => void acts.save(team, format),
      remove: setDialog,
    }),
    [acts, onOpenTeam],
  );
  const nothing = (what: string) =>
    shownSearch === '' ? null : (
      <Empty action={<Button onClick={() => setSearch('')}>Clear the search</Button>}>
        No {what} matches “{shownSearch}”.
      </Empty>
    );
  const newTeam = <NewTeamMenu onCreate={(template) => void acts.create(template)} disabled={busy} />;

  return (
    <div className={css['page']} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Toolbar wide>
        <h1>{only === 'runs' ? 'Runs' : 'Library'}</h1>
        <span className="grow" />
        <SearchField label="Search" value={search} onChange={setSearch} onKey={onSearchKey} shortcut="/" />
        <Button icon={<FolderOpen />} onClick={() => setDialog('open')} disabled={busy}>
          Open file
        </Button>
        <Button icon={<Download />} onClick={choose} disabled={busy}>
          Import
        </Button>
        {newTeam}
        <input
          ref={picker}
          hidden
          type="file"
          accept=".yaml,.yml,.json"
          aria-label="Team document"
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </Toolbar>
      <p role="status" className="offscreen">
        {said}
      </p>
      {damage.length > 0 && (
        <Strip tone="failed" glyph={<StateGlyph kind="failed" />} label="Damage">
          <b className="strong">Something that was saved is missing.</b> {damage[0]}
          {damage.length > 1 && <span className="dim"> And {damage.length - 1} more; "troupe doctor" lists them.</span>}
        </Strip>
      )}
      {refusal !== null && <RefusalPanel refusal={refusal} onAgain={refusal.byFile ? choose : null} onClose={dismiss} />}
      <div ref={scroller} className={css['scroller']}>
        {teams === null ? (
          error !== null && <Empty>{error.message}</Empty>
        ) : (
          <>
            {only !== 'runs' && (
              <>
                <div className={css['section']}>
                  <h2>Teams</h2>
                  <span className="label num">{teams.length}</span>
                  <span className="grow" />
                  {teams.length > 1 && <span className="label">Sorted by last change</span>}
                </div>
                <RowList<TeamRow> label="Teams" rows={teams} keyOf={({ id }) => id} heightOf={() => 36} scroller={scroller}>
                  {(team) => <TeamLine team={team} now={now} acts={teamActs} />}
                </RowList>
                {teams.length === 0 &&
                  (nothing('team') ?? (
                    <Empty action={newTeam}>
                      Teams you draw are kept here; a new one starts with scripted members and runs without an account.
                    </Empty>
                  ))}
              </>
            )}
            <RunsSection
              title={only === 'runs' ? 'All runs' : 'Runs'}
              runs={runs}
              total={totalRuns}
              now={now}
              scroller={scroller}
              nothing={nothing('run')}
            />
          </>
        )}
      </div>
      {dialog === 'open' && (
        <OpenFileDialog
          onClose={() => setDialog(null)}
          onOpened={(teamId) => {
            setDialog(null);
            onOpenTeam(teamId);
          }}
        />
      )}
      {dialog !== null && dialog !== 'open' && (
        <RemoveTeamDialog
          team={dialog}
          onClose={() => setDialog(null)}
          onRemove={() => {
            setDialog(null);
            void acts.remove(dialog);
          }}
        />
      )}
    </div>
  );
}
