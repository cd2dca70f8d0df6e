import { Download } from 'lucide-react';
import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RunRow } from '../../src-shared/contract/runs-contract.ts';
import type { TeamRow } from '../../src-shared/contract/teams-contract.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import { Button } from '../ui/Button.tsx';
import { useOfferedCommands } from '../ui/commands.ts';
import { Empty } from '../ui/Empty.tsx';
import { dayGroup } from '../ui/format-day.ts';
import { RowList } from '../ui/RowList.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { StateGlyph } from '../ui/State.tsx';
import { Strip } from '../ui/Strip.tsx';
import { Toolbar } from '../ui/Toolbar.tsx';
import { useNow } from '../ui/use-now.ts';
import { useTitle } from '../ui/use-title.ts';
import { type ImportResult, importDocument } from './import-document.ts';
import { ImportResultPanel } from './ImportResultPanel.tsx';
import { createLibrary } from './library-store.ts';
import css from './LibraryView.module.css';
import { RunLine } from './RunLine.tsx';
import { TeamLine } from './TeamLine.tsx';

const SEARCH_PAUSE_MS = 120;

type RunListRow = { day: string } | { run: RunRow };
const withDays = (runs: readonly RunRow[], now: number): RunListRow[] => {
  let last = '';
  return runs.flatMap((run) => {
    const day = dayGroup(run.startedAt, now);
    const head: RunListRow[] = day === last ? [] : [{ day }];
    last = day;
    return [...head, { run }];
  });
};

/** Teams and runs. `only` leaves the teams out. */
export function LibraryView({ only, onOpenTeam }: { only?: 'runs'; onOpenTeam: (teamId: string) => void }) {
  const [library] = useState(createLibrary);
  const { teams, runs, totalRuns, damage, error, search: shownSearch, follow } = useStore(library);
  const [search, setSearch] = useState('');
  const [result, setResult] = useState<ImportResult | null>(null);
  const [busy, setBusy] = useState(false);
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

  const take = async (file: File | undefined) => {
    if (file === undefined || busy) return;
    setBusy(true);
    setResult(null);
    try {
      const taken = await importDocument(file);
      if (taken.teamId === null) setResult(taken);
      else onOpenTeam(taken.teamId);
    } catch (failure) {
      const { code, message } = hostErrorOf(failure);
      setResult({ fileName: file.name, teamId: null, problems: [{ code, severity: 'error', path: '', message }] });
    } finally {
      setBusy(false);
    }
  };
  const choose = () => picker.current?.click();
  const commands = useMemo(() => [{ id: 'import', label: 'Import a team document', run: () => picker.current?.click() }], []);
  useOfferedCommands('library', commands);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  const rows = useMemo(() => withDays(runs, now), [runs, now]);
  const nothing = (what: string) => (
    <Empty action={<Button onClick={() => setSearch('')}>Clear the search</Button>}>
      No {what} matches “{shownSearch}”.
    </Empty>
  );

  return (
    <div className={css['page']} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Toolbar wide>
        <h1>{only === 'runs' ? 'Runs' : 'Library'}</h1>
        <span className="grow" />
        <SearchField label="Search" value={search} onChange={setSearch} shortcut="/" />
        <Button icon={<Download />} onClick={choose} disabled={busy}>
          Import
        </Button>
        <input
          ref={picker}
          hidden
          type="file"
          accept=".yaml,.yml,.json"
          aria-label="Team document"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </Toolbar>
      {damage.length > 0 && (
        <Strip tone="failed" glyph={<StateGlyph kind="failed" />} label="Damage">
          <b className="strong">Something that was saved is missing.</b> {damage[0]}
          {damage.length > 1 && <span className="dim"> And {damage.length - 1} more; "troupe doctor" lists them.</span>}
        </Strip>
      )}
      {result !== null && <ImportResultPanel result={result} onAgain={choose} onClose={() => setResult(null)} />}
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
                  {(team) => <TeamLine team={team} now={now} />}
                </RowList>
                {teams.length === 0 &&
                  (shownSearch !== '' ? (
                    nothing('team')
                  ) : (
                    <Empty
                      action={
                        <Button look="primary" icon={<Download />} onClick={choose}>
                          Import a team
                        </Button>
                      }
                    >
                      Teams are kept here; one comes in as a document (.troupe.yaml or .troupe.json), and a team of scripted members runs
                      without an account.
                    </Empty>
                  ))}
              </>
            )}
            <div className={css['section']}>
              <h2>{only === 'runs' ? 'All runs' : 'Runs'}</h2>
              <span className="label num">{totalRuns}</span>
            </div>
            {runs.length > 0 && (
              <div className={`${css['line']} ${css['run']} ${css['columns']}`} aria-hidden="true">
                <span>Status</span>
                <span>Team</span>
                <span>Task</span>
                <span className={css['right']}>Started</span>
                <span className={css['right']}>Duration</span>
                <span className={css['right']}>Tokens</span>
                <span className={css['right']}>Cost</span>
              </div>
            )}
            <RowList
              label="Runs"
              rows={rows}
              keyOf={(row) => ('day' in row ? row.day : row.run.runId)}
              heightOf={() => 28}
              scroller={scroller}
            >
              {(row) => ('day' in row ? <h3 className={css['day']}>{row.day}</h3> : <RunLine run={row.run} now={now} />)}
            </RowList>
            {runs.length === 0 &&
              (shownSearch !== '' ? (
                nothing('run')
              ) : (
                <Empty>Every run is saved here, event by event, so that you can look at it again later.</Empty>
              ))}
            {totalRuns > runs.length && runs.length > 0 && (
              <p className={css['more']}>
                These are the newest {runs.length} of {totalRuns} runs. Search finds the others.
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}
