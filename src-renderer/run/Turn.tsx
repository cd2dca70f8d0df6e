import { FileJson } from 'lucide-react';
import { memo } from 'react';
import { awayWithin } from '../../src-shared/run/run-time.ts';
import type { TurnView } from '../../src-shared/run/run-view.ts';
import { classNames } from '../ui/class-names.ts';
import { shortTime } from '../ui/format-amount.ts';
import { moment } from '../ui/format-day.ts';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { Name } from '../ui/Name.tsx';
import { MemberBar } from '../ui/Seats.tsx';
import { StateGlyph } from '../ui/State.tsx';
import { visibleText } from '../ui/visible-text.ts';
import { LongTextButton } from './LongText.tsx';
import { memberName, memberOf, roomName } from './member-of.ts';
import { select, useRunState, useRunStore } from './run-store.ts';
import { SaidText } from './SaidText.tsx';
import { selectMessage, selectTurn } from './selection.ts';
import css from './Turn.module.css';
import { TurnFailure } from './TurnFailure.tsx';
import { useRunNow } from './use-run-now.ts';

/** How long a turn took, or takes. */
function TurnTime({ turn, ticking }: { turn: Pick<TurnView, 'startedAt' | 'endedAt'>; ticking: boolean }) {
  const now = useRunNow(ticking && turn.endedAt === null, 200);
  const away = useRunState(({ view }) => view.away);
  if (turn.endedAt === null && !ticking) return null;
  const [start, end] = [Date.parse(turn.startedAt), turn.endedAt === null ? now : Date.parse(turn.endedAt)];
  return <>{shortTime(end - start - awayWithin(away, start, end))}</>;
}

type Trigger = TurnView['triggers'][number];

function TriggerWords({ trigger }: { trigger: Trigger }) {
  const team = useRunState((run) => run.team);
  return (
    <>
      <MemberBar color={memberOf(team, trigger.sender)?.color} />
      <span className="cut">
        <Name>{memberName(team, trigger.sender)}</Name> in <Name>{roomName(team, trigger.roomId)}</Name>
      </span>
    </>
  );
}

/** What asked for a turn: a chip that jumps to the message; further ones in a menu. */
function Triggers({ triggers: [first, ...others] }: { triggers: readonly Trigger[] }) {
  const store = useRunStore();
  if (first === undefined) return null;
  const seek = (trigger: Trigger) => select(store, selectMessage(trigger));
  return (
    <>
      <button type="button" className={css['chip']} onClick={() => seek(first)}>
        <TriggerWords trigger={first} />
      </button>
      {others.length > 0 && (
        <Menu
          label="What else asked for this turn"
          trigger={
            <button type="button" className={classNames(css['chip'], css['plain'])} aria-label={`+${others.length} more`}>
              +{others.length}
            </button>
          }
        >
          {others.map((trigger) => (
            <MenuItem key={trigger.id} onSelect={() => seek(trigger)}>
              <TriggerWords trigger={trigger} />
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

/** What a turn came to, where that is not its text. */
function Remark({ turn, memberId, live }: { turn: TurnView; memberId: string; live: boolean }) {
  switch (turn.state) {
    case 'running':
      return live ? null : <p className={css['remark']}>Interrupted here: its process ended before the turn was saved.</p>;
    case 'waiting':
      return (
        <p className={css['remark']}>
          {turn.reason === null || turn.reason === 'awaiting-person' ? (
            'Waits for a person.'
          ) : (
            <>
              Waits for a person: <Name>{turn.reason}</Name>
            </>
          )}
        </p>
      );
    case 'failed':
      return <TurnFailure turn={turn} memberId={memberId} />;
    case 'cancelled':
      return <p className={css['remark']}>Stopped before it ended; what it had said is no answer.</p>;
    case 'interrupted':
      return <p className={css['remark']}>Interrupted: its process ended before the turn was saved.</p>;
    case 'completed':
      return turn.text.trim() === '' ? <p className={css['remark']}>Said nothing.</p> : null;
  }
}

function Body({ turn, memberId, live }: { turn: TurnView; memberId: string; live: boolean }) {
  const growing = turn.state === 'running' && live;
  return (
    <>
      {(growing || turn.text.trim() !== '') && (
        <SaidText text={turn.text} growing={growing} struck={turn.state === 'failed' || turn.state === 'cancelled'} />
      )}
      {turn.cut && turn.settledRevision !== null && turn.state === 'completed' && (
        <LongTextButton title={`Turn ${turn.turn} of ${memberId}`} from={{ revision: turn.settledRevision, pointer: '/result/summary' }} />
      )}
      <Remark turn={turn} memberId={memberId} live={live} />
    </>
  );
}

/** One turn in a member's panel: what asked for it, what was said, what came of it. */
export const Turn = memo(function Turn({ turn, memberId, live }: { turn: TurnView; memberId: string; live: boolean }) {
  const store = useRunStore();
  const team = useRunState((run) => run.team);
  const selected = useRunState((run) => run.selected?.position === turn.position);
  const name = visibleText(memberName(team, memberId));
  return (
    <article
      className={classNames(css['turn'], selected && css['selected'])}
      aria-label={`Turn ${turn.turn}`}
      data-position={turn.position}
    >
      <div className={css['head']}>
        <button
          type="button"
          className={css['number']}
          aria-label={`Turn ${turn.turn} of ${name}: input, output and limits`}
          aria-pressed={selected}
          onClick={() => select(store, selected ? null : selectTurn(memberId, turn))}
        >
          Turn {turn.turn}
        </button>
        <span className={css['chips']}>
          {turn.triggers.length === 0 && turn.turn === 1 && <span className={classNames(css['chip'], css['plain'])}>first turn</span>}
          <Triggers triggers={turn.triggers} />
        </span>
        {turn.attempt > 1 && <span className={css['attempt']}>attempt {turn.attempt}</span>}
        <time className={css['time']} dateTime={turn.startedAt} title={moment(turn.startedAt)}>
          <TurnTime turn={turn} ticking={live && turn.state === 'running'} />
        </time>
      </div>
      <Body turn={turn} memberId={memberId} live={live} />
      {(turn.posts.length > 0 || turn.hasData) && (
        <div className={css['after']}>
          {turn.posts.map((post) => (
            <button
              key={post.id}
              type="button"
              className={css['chip']}
              onClick={() => select(store, selectMessage({ ...post, sender: memberId }, turn.settledRevision))}
            >
              <span className="cut">
                posted in <Name>{roomName(team, post.roomId)}</Name>
              </span>
            </button>
          ))}
          {turn.hasData && (
            <button type="button" className={css['chip']} onClick={() => select(store, selectTurn(memberId, turn))}>
              <FileJson /> data
            </button>
          )}
        </div>
      )}
    </article>
  );
});

/** A glyph for a turn's state where only a mark has room. */
export const turnGlyph = (state: TurnView['state'], live: boolean) =>
  state === 'running' && !live ? (
    <StateGlyph kind="interrupted" size={12} />
  ) : state === 'completed' ? null : (
    <StateGlyph kind={state === 'waiting' ? 'waiting' : state} size={12} />
  );
