import { Command } from 'cmdk';
import { ListVideo, MoonStar, SunMedium, SunMoon, Users, Zap } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { RunRow } from '../../src-shared/contract/runs-contract.ts';
import type { TeamRow } from '../../src-shared/contract/teams-contract.ts';
import { connectHost } from '../host-client/connect.ts';
import { useCommands } from '../ui/commands.ts';
import { capital } from '../ui/format-amount.ts';
import { Name } from '../ui/Name.tsx';
import { StateGlyph } from '../ui/State.tsx';
import { setTheme, type Theme } from '../ui/theme.ts';
import css from './Palette.module.css';
import { openRun, openTeam } from './route.ts';

const THEMES: readonly { theme: Theme; label: string; icon: ReactNode }[] = [
  { theme: 'system', label: 'Theme: as the system', icon: <SunMoon /> },
  { theme: 'light', label: 'Theme: light', icon: <SunMedium /> },
  { theme: 'dark', label: 'Theme: dark', icon: <MoonStar /> },
];
const MOST = 50;

/** Every command, and every team and run, by name. Open while it is mounted. */
export function Palette({ onClose }: { onClose: () => void }) {
  const offered = useCommands();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<{ teams: readonly TeamRow[]; runs: readonly RunRow[] }>({ teams: [], runs: [] });
  const [search, setSearch] = useState('');
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);
  useEffect(() => {
    const leave = new AbortController();
    const timer = setTimeout(
      () =>
        void connectHost()
          .library.next({ after: null, search: search.slice(0, 200), limit: MOST }, { signal: leave.signal })
          .then(setFound)
          // Without a host there is nothing to go to; the strip above says so.
          .catch(() => undefined),
      search === '' ? 0 : 120,
    );
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [search]);
  const pick = (act: () => void) => () => {
    dialog.current?.close();
    act();
  };
  return (
    // A click beside the palette closes it; so does Escape, which a dialog knows by itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={css['dialog']}
      aria-label="Command palette"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <Command label="Command palette" loop>
        <Command.Input
          ref={input}
          className={css['input']}
          placeholder="Go to a team or run, or do something"
          value={search}
          onValueChange={setSearch}
          maxLength={200}
        />
        <Command.List className={css['list']} label="Commands">
          <Command.Empty className={css['none']}>Nothing is called that.</Command.Empty>
          {offered.length > 0 && (
            <Command.Group heading="Here" className={css['group']}>
              {offered.map(({ id, label, shortcut, run }) => (
                <Command.Item key={id} value={`here ${label} ${id}`} className={css['item']} onSelect={pick(run)}>
                  <Zap /> <span className="grow">{label}</span>
                  {shortcut !== undefined && <kbd className="label">{shortcut}</kbd>}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          <Command.Group heading="Teams" className={css['group']}>
            {found.teams.slice(0, MOST).map((team) => (
              <Command.Item
                key={team.id}
                value={`team ${team.name} ${team.id}`}
                className={css['item']}
                onSelect={pick(() => openTeam(team.id))}
              >
                <Users />
                <span className="grow cut">
                  <Name>{team.name}</Name>
                </span>
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading="Runs" className={css['group']}>
            {found.runs.map((run) => (
              <Command.Item
                key={run.runId}
                value={`run ${run.name} ${run.task.slice(0, 80)} ${run.runId}`}
                className={css['item']}
                onSelect={pick(() => openRun(run.runId))}
              >
                <StateGlyph kind={run.status} />
                <span className="grow cut">
                  <Name>{run.name}</Name>{' '}
                  <span className="dimmer">
                    <Name>{run.task.slice(0, 80)}</Name>
                  </span>
                </span>
                <span className="label">{capital(run.status)}</span>
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading="Troupe" className={css['group']}>
            <Command.Item value="go to teams library" className={css['item']} onSelect={pick(() => location.assign('#/teams'))}>
              <Users /> Go to teams
            </Command.Item>
            <Command.Item value="go to runs" className={css['item']} onSelect={pick(() => location.assign('#/runs'))}>
              <ListVideo /> Go to runs
            </Command.Item>
            {THEMES.map(({ theme, label, icon }) => (
              <Command.Item key={theme} value={label} className={css['item']} onSelect={pick(() => setTheme(theme))}>
                {icon} {label}
              </Command.Item>
            ))}
          </Command.Group>
        </Command.List>
      </Command>
    </dialog>
  );
}
