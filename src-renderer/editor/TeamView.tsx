import { Play } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { FormIcon, formName } from '../canvas/FormIcon.tsx';
import { TeamCanvas } from '../canvas/TeamCanvas.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { useOfferedCommands } from '../ui/commands.ts';
import { Dead } from '../ui/Empty.tsx';
import { changedAt, moment } from '../ui/format-day.ts';
import { Name } from '../ui/Name.tsx';
import { StateGlyph } from '../ui/State.tsx';
import { Strip } from '../ui/Strip.tsx';
import { Toolbar } from '../ui/Toolbar.tsx';
import { useNow } from '../ui/use-now.ts';
import { useTitle } from '../ui/use-title.ts';
import { visibleText } from '../ui/visible-text.ts';
import { MemberInspector } from './MemberInspector.tsx';
import { ProblemsPanel } from './ProblemsPanel.tsx';
import css from './TeamView.module.css';
import { useStartRun } from './use-start-run.ts';
import { type TeamAnswer, useTeam } from './use-team.ts';

const ORIGINS = { sample: 'Sample', import: 'Imported', studio: 'Saved' } as const;

/** One team of the library. */
export function TeamView({ teamId, onStarted }: { teamId: string; onStarted: (runId: string) => void }) {
  const state = useTeam(teamId);
  switch (state.kind) {
    case 'opening':
      return <div className={css['view']} aria-busy="true" />;
    case 'failed':
      return (
        <Dead
          title="Team"
          action={
            <a className={css['back']} href="#/teams">
              Go to the library
            </a>
          }
        >
          {state.error.message}
        </Dead>
      );
    case 'open':
      return <OpenTeam answer={state.answer} onStarted={onStarted} />;
  }
}

function OpenTeam({ answer, onStarted }: { answer: TeamAnswer; onStarted: (runId: string) => void }) {
  const { team, problems } = answer;
  const now = useNow(true, 30_000);
  useTitle(visibleText(answer.name));
  const whole = answer.task;
  const [task, setTask] = useState<string | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const { start, starting, error } = useStartRun(answer.id, onStarted);
  const blocked = team === null || problems.some(({ severity }) => severity === 'error');
  const member = team?.members.find(({ id }) => id === selected);
  const run = useCallback(() => {
    if (!blocked) void start(task === whole ? null : task);
  }, [blocked, start, task, whole]);
  const commands = useMemo(() => (blocked ? [] : [{ id: 'run', label: 'Run this team', shortcut: 'Ctrl Enter', run }]), [blocked, run]);
  useOfferedCommands('team', commands);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [run]);
  const errorsByMember = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { severity, member: id } of problems)
      if (severity === 'error' && id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }, [problems]);

  return (
    <div className={css['view']}>
      <Toolbar>
        <span className="dim">
          <FormIcon form={answer.form} />
        </span>
        <h1 className="cut">
          <Name>{answer.name}</Name>
        </h1>
        <Chip>{formName(answer.form)}</Chip>
        <time className="small dimmer cut" dateTime={answer.updatedAt} title={moment(answer.updatedAt)}>
          {ORIGINS[answer.origin]} {changedAt(answer.updatedAt, now)}
        </time>
        <span className="grow" />
        <Button
          look="primary"
          icon={<Play fill="currentColor" />}
          onClick={run}
          disabled={blocked || starting}
          title={blocked ? 'A run starts when no error is left' : 'Run (Ctrl Enter)'}
          aria-describedby={blocked ? 'why-no-run' : undefined}
        >
          Run
        </Button>
      </Toolbar>
      {error !== null && (
        <Strip
          tone="failed"
          glyph={<StateGlyph kind="failed" />}
          label="Not started"
          actions={
            <Button look="line" onClick={run}>
              Try again
            </Button>
          }
        >
          <b className="strong">The run did not start.</b> {error.message} <code className="code dim">{error.code}</code>
        </Strip>
      )}
      <div className={css['body']}>
        <div className={css['left']}>
          {team === null ? (
            <p className={css['unreadable']}>
              This document cannot be drawn until the problems below are solved. Mend it and import it again.
            </p>
          ) : (
            <TeamCanvas key={team.id} team={team} selected={selected} onSelect={setSelected} problems={errorsByMember} />
          )}
          {team !== null && team.omittedMembers > 0 && (
            <p className={css['omitted']}>{team.omittedMembers} more members are not drawn; they take part in a run all the same.</p>
          )}
          {team !== null && (
            <div className={css['taskbar']}>
              <label htmlFor="task">Task</label>
              <textarea
                id="task"
                className={css['task']}
                rows={1}
                maxLength={262_144}
                dir="auto"
                readOnly={whole === null}
                value={task ?? whole ?? `${team.task}…`}
                onChange={(event) => setTask(event.target.value)}
              />
              {task !== null && task !== whole && (
                <>
                  <span className="small dimmer">for the next run</span>
                  <Button onClick={() => setTask(null)}>As in the document</Button>
                </>
              )}
            </div>
          )}
          <ProblemsPanel problems={problems} team={team} onSelect={setSelected} />
        </div>
        {team !== null && member !== undefined && <MemberInspector team={team} member={member} onClose={() => setSelected(null)} />}
      </div>
    </div>
  );
}
