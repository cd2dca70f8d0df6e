import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { JsonObject } from '../../src-shared/kernel/json.ts';
import { describeChanges } from '../../src-shared/team-document/describe-changes.ts';
import { connectHost } from '../host-client/connect.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countOf } from '../ui/format-amount.ts';
import { changedAt, moment } from '../ui/format-day.ts';
import { Name } from '../ui/Name.tsx';
import { useNow } from '../ui/use-now.ts';
import { useEditor, useTeamEditor } from './editor-store.ts';
import { readVersion } from './read-team.ts';
import css from './VersionsPanel.module.css';

type Version = Awaited<ReturnType<ReturnType<typeof connectHost>['teams']['versions']>>['versions'][number];
const BY = { sample: 'as it came', import: 'imported', studio: 'edited here', file: 'changed in its file' } as const;
const MOST_LINES = 40;

/** Every saved version of the team: what differs from today's, and the way back to it. */
export function VersionsPanel({ onClose, onRestore }: { onClose: () => void; onRestore: () => void }) {
  const editor = useTeamEditor();
  const head = useEditor((state) => state.head);
  const [versions, setVersions] = useState<readonly Version[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [open, setOpen] = useState<{ version: number; document: JsonObject | null } | null>(null);
  const now = useNow(true, 30_000);
  useEffect(() => {
    const leave = new AbortController();
    connectHost()
      .teams.versions({ teamId: head.id }, { signal: leave.signal })
      .then((answer) => {
        setVersions(answer.versions);
        setError(null);
      })
      .catch((failure: unknown) => {
        if (!leave.signal.aborted) setError(hostErrorOf(failure).message);
      });
    return () => leave.abort();
    // Another text is another version to list.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [head.id, head.hash]);
  const look = (version: number) => {
    if (open?.version === version) return setOpen(null);
    readVersion(head, version)
      .then((document) => setOpen({ version, document }))
      .catch((failure: unknown) => setError(hostErrorOf(failure).message));
  };
  return (
    <aside className={css['panel']} role="region" aria-label="Versions">
      <header className={css['head']}>
        <h2 className="strong">Versions</h2>
        <span className="grow" />
        <IconButton label="Close versions" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {error !== null && <p className={css['error']}>{error}</p>}
      <ol className={css['list']} aria-label="Saved versions">
        {versions?.map(({ version, at, by, members, rooms }) => (
          <li key={version} className={classNames(css['version'], open?.version === version && css['open'])}>
            <button type="button" className={css['line']} aria-expanded={open?.version === version} onClick={() => look(version)}>
              <span className="strong num">Version {version}</span>
              <span className="small dim cut grow">{version === head.version ? 'today’s' : BY[by]}</span>
              <time className="label num" dateTime={at} title={moment(at)}>
                {changedAt(at, now)}
              </time>
              <span className={classNames('label num', css['counts'])}>
                {countOf(members, 'member')}, {countOf(rooms, 'room')}
              </span>
            </button>
            {open?.version === version && (
              <VersionDiff
                document={open.document}
                onRestore={(document) => {
                  editor.edit(`Go back to version ${version}`, () => document, { select: [] });
                  onRestore();
                }}
              />
            )}
          </li>
        ))}
      </ol>
    </aside>
  );
}

function VersionDiff({ document, onRestore }: { document: JsonObject | null; onRestore: (document: JsonObject) => void }) {
  const today = useEditor((state) => state.document);
  if (document === null) return <p className={css['lines']}>The text of this version cannot be read as a team.</p>;
  const lines = describeChanges(document, today);
  if (lines.length === 0) return <p className={css['lines']}>The same as what you see.</p>;
  return (
    <>
      <p className={css['title']}>Changed since then</p>
      <ul className={css['lines']}>
        {lines.slice(0, MOST_LINES).map((line) => (
          <li key={line}>
            <Name>{line}</Name>
          </li>
        ))}
        {lines.length > MOST_LINES && <li>and {lines.length - MOST_LINES} more</li>}
      </ul>
      <div className={css['actions']}>
        <Button look="line" onClick={() => onRestore(document)}>
          Go back to this version
        </Button>
      </div>
    </>
  );
}
