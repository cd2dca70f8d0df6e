import { memo, useEffect, useRef, useState } from 'react';
import { isFinalStatus } from '../../src-shared/run/run-status.ts';
import { shownState } from '../canvas/run-source.ts';
import type { MemberView } from '../../src-shared/run/run-view.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { shortTime } from '../ui/format-amount.ts';
import { Name } from '../ui/Name.tsx';
import { State } from '../ui/State.tsx';
import { visibleText } from '../ui/visible-text.ts';
import { NewerPill } from './NewerPill.tsx';
import { loadEarlierTurns } from './load-earlier.ts';
import { memberOf } from './member-of.ts';
import css from './MemberPanel.module.css';
import { select, useRunState, useRunStore } from './run-store.ts';
import { selectMember } from './selection.ts';
import { Turn } from './Turn.tsx';
import { useFollowTail } from './use-follow-tail.ts';
import { useRunNow } from './use-run-now.ts';

/** Time the member spent in turns; it ticks while one runs. */
function ActiveTime({ member, live }: { member: MemberView; live: boolean }) {
  const running = live && member.state === 'running' ? member.turns.at(-1) : undefined;
  const now = useRunNow(running !== undefined, 200);
  const since = running === undefined ? 0 : Math.max(0, now - Date.parse(running.startedAt));
  return <>{shortTime(member.activeMs + since)}</>;
}

/** One member's turns, newest at the bottom, in a scroller of its own. */
export const MemberPanel = memo(function MemberPanel({ id }: { id: string }) {
  const store = useRunStore();
  const sketch = useRunState(({ team }) => memberOf(team, id));
  const member = useRunState(({ view }) => view.members[id]);
  const turns = useRunState((run) => run.turns[id]) ?? [];
  const status = useRunState((run) => run.status);
  const selected = useRunState((run) => (run.selected?.member === id ? run.selected : null));
  const [earlierError, setEarlierError] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const { scroller, content, onScroll, unseen, toEnd } = useFollowTail(turns.length, turns[0]?.position);
  useEffect(() => {
    if (selected === null) return;
    panel.current?.scrollIntoView({ block: 'nearest' });
    if (selected.position !== null)
      scroller.current?.querySelector(`[data-position="${CSS.escape(selected.position)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selected, scroller]);
  if (member === undefined) return null;
  const name = visibleText(sketch?.name ?? id);
  const live = status === 'running' || status === 'starting' || status === 'paused';
  const first = turns[0];
  const earlier = () => {
    setLoading(true);
    setEarlierError(null);
    loadEarlierTurns(store, id)
      .catch((failure: unknown) => setEarlierError(hostErrorOf(failure).message))
      .finally(() => setLoading(false));
  };
  return (
    <section
      ref={panel}
      className={classNames(css['panel'], selected !== null && css['looked'])}
      aria-label={`${name} panel`}
      data-m={sketch?.color}
    >
      <header className={css['head']}>
        <div className={css['line']}>
          <h2 className={css['title']}>
            <button
              type="button"
              className={css['name']}
              aria-pressed={selected?.kind === 'member'}
              onClick={() => select(store, selected?.kind === 'member' ? null : selectMember(id))}
            >
              <Name>{sketch?.name ?? id}</Name>
            </button>
          </h2>
          <State kind={shownState(member.state, status)} />
        </div>
        <div className={css['line']}>
          <span className="small dim cut">
            <Name>{[sketch?.engine.kind, sketch?.engine.detail].filter(Boolean).join(' · ')}</Name>
          </span>
          <span className={css['numbers']}>
            turn {member.turnCount}
            {member.turnCap !== null && ` of ${member.turnCap}`}
            {member.turnCount > 0 && (
              <>
                {' · '}
                <ActiveTime member={member} live={live} />
              </>
            )}
          </span>
        </div>
      </header>
      <div
        ref={scroller}
        className={css['log']}
        role="log"
        aria-label={`Turns of ${name}`}
        aria-live="off"
        // A log that scrolls is reached and scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content}>
          {first !== undefined && first.turn > 1 && (
            <div className={css['earlier']}>
              <Button onClick={earlier} disabled={loading}>
                Show earlier turns
              </Button>
              <span className="label num">{first.turn - 1} more</span>
              {earlierError !== null && <span className={css['error']}>{earlierError}</span>}
            </div>
          )}
          {turns.length === 0 && (
            <p className={css['none']}>
              {isFinalStatus(status)
                ? member.state === 'queued'
                  ? 'Was asked for a turn; the run ended before it.'
                  : 'Had no turn: nobody asked for one.'
                : member.state === 'queued'
                  ? 'Queued for its first turn.'
                  : 'Has no turn yet. Speaks when someone mentions it.'}
            </p>
          )}
          {turns.map((turn) => (
            <Turn key={turn.position} turn={turn} memberId={id} live={live} />
          ))}
        </div>
      </div>
      <NewerPill count={unseen} onClick={toEnd} />
    </section>
  );
});
