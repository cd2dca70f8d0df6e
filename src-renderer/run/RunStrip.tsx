import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { countOf } from '../ui/format-amount.ts';
import { Name } from '../ui/Name.tsx';
import { StateGlyph } from '../ui/State.tsx';
import { Strip } from '../ui/Strip.tsx';
import css from './FailedMembers.module.css';
import { FailedMembers } from './FailedMembers.tsx';
import { memberName } from './member-of.ts';
import { OpenTurns } from './OpenTurns.tsx';
import { type OpenRun, select, useRunState, useRunStore } from './run-store.ts';
import { selectMember } from './selection.ts';
import type { RunActs } from './use-run-acts.ts';

const PAUSE_REASONS: Record<string, string> = {
  person: 'No new turn starts.',
  budget: 'The budget is used up.',
  disk: 'The disk is full. Free some space, then resume.',
  'needs-review': 'The record does not agree with what the team would decide now. Look at its events before you resume.',
};

/** Members in one state, by id. */
const inState = (run: OpenRun, state: 'failed' | 'waiting') =>
  Object.values(run.view.members)
    .filter((member) => member.state === state)
    .map(({ id }) => id)
    .join('\n');

function MemberButtons({ ids }: { ids: readonly string[] }) {
  const store = useRunStore();
  const team = useRunState((run) => run.team);
  return (
    <>
      {ids.slice(0, 3).map((id) => (
        <Button key={id} look="line" onClick={() => select(store, selectMember(id))}>
          <Name>{`Show ${memberName(team, id)}`}</Name>
        </Button>
      ))}
    </>
  );
}

function Names({ ids }: { ids: readonly string[] }) {
  const team = useRunState((run) => run.team);
  const named = ids.slice(0, 3).map((id) => memberName(team, id));
  return (
    <b className="strong">
      <Name>{named.join(', ')}</Name>
      {ids.length > named.length && ` and ${countOf(ids.length - named.length, 'other')}`}
    </b>
  );
}

/** What can be done about a run that failed. */
function NextSteps({ teamId, acts }: { teamId: string | null; acts: RunActs }) {
  return (
    <>
      {teamId !== null && (
        <a className={css['link']} href={`#/teams/${encodeURIComponent(teamId)}`}>
          Open the team
        </a>
      )}
      {acts.again !== null && (
        <Button look="line" onClick={acts.again} disabled={acts.busy}>
          Run again
        </Button>
      )}
    </>
  );
}

/** Why the run does not go on by itself, and what can be done: one strip, while that is so. */
export function RunStrip({ acts }: { acts: RunActs }) {
  const head = useRunState((run) => run.head);
  const status = useRunState((run) => run.status);
  const past = useRunState(({ moment }) => moment !== null);
  const reason = useRunState(({ view }) => view.pauseReason);
  const pausing = useRunState(({ view }) => view.control === 'paused');
  const failed = useRunState((run) => inState(run, 'failed'))
    .split('\n')
    .filter(Boolean);
  const waiting = useRunState((run) => inState(run, 'waiting'))
    .split('\n')
    .filter(Boolean);
  if (acts.error !== null)
    return (
      <Strip
        tone="failed"
        glyph={<StateGlyph kind="failed" />}
        label="Not done"
        actions={
          <Button look="line" onClick={acts.forget}>
            Close
          </Button>
        }
      >
        <Name>{acts.error.message}</Name> <code className="code dim">{acts.error.code}</code>
      </Strip>
    );
  const strip = (tone: 'failed' | 'waiting' | 'plain', children: ReactNode, actions?: ReactNode) => (
    <Strip tone={tone} glyph={<StateGlyph kind={status} />} label={`Why the run is ${status}`} actions={actions}>
      {children}
    </Strip>
  );
  switch (status) {
    case 'running':
      return failed.length > 0
        ? strip('failed', <FailedMembers ids={failed} />)
        : pausing
          ? strip('plain', <b className="strong">Pausing: running turns finish, no new one starts.</b>)
          : null;
    case 'starting':
    case 'complete':
      return null;
    case 'failed':
      return strip(
        'failed',
        failed.length > 0 ? (
          <FailedMembers ids={failed} />
        ) : (
          <>
            <b className="strong">The run failed.</b> {head.message !== null && <Name>{head.message}</Name>}{' '}
            {head.code !== null && <code className="code dim">{head.code}</code>}
          </>
        ),
        past ? undefined : <NextSteps teamId={head.teamId} acts={acts} />,
      );
    case 'paused':
      return strip(
        'plain',
        <>
          <b className="strong">Paused.</b> {PAUSE_REASONS[reason ?? 'person'] ?? <Name>{reason ?? ''}</Name>}{' '}
          {!past && <span className="dim">Resume goes on from here; nothing is lost by closing the window.</span>}
        </>,
      );
    case 'waiting':
      return strip(
        'waiting',
        waiting.length > 0 ? (
          <>
            <Names ids={waiting} /> {waiting.length === 1 ? 'waits' : 'wait'} for a person.{' '}
            <span className="dim">The others hold still until then.</span>
            {!past && <OpenTurns />}
          </>
        ) : (
          <b className="strong">The run waits for a person.</b>
        ),
        waiting.length > 0 ? <MemberButtons ids={waiting} /> : undefined,
      );
    case 'stopped':
      return strip(
        'plain',
        <>
          <b className="strong">Stopped by a person.</b>{' '}
          <span className="dim">Turns that were running ended as cancelled; a stopped run does not go on.</span>
        </>,
      );
    case 'interrupted':
      return strip(
        'plain',
        <>
          <b className="strong">
            {head.message === null ? 'Interrupted: the process that drove this run is gone.' : 'Interrupted: the run could not go on.'}
          </b>{' '}
          {head.message !== null && (
            <>
              <Name>{head.message}</Name> <code className="code dim">{head.code}</code>{' '}
            </>
          )}
          <span className="dim">Everything up to the last event is here.</span>
          <OpenTurns />
        </>,
      );
  }
}
