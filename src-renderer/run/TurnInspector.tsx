import { History, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TurnDetail } from '../../src-shared/contract/runs-contract.ts';
import { connectHost } from '../host-client/connect.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import { IconButton } from '../ui/Button.tsx';
import { Name } from '../ui/Name.tsx';
import { MemberBar } from '../ui/Seats.tsx';
import { memberName, memberOf } from './member-of.ts';
import { useGoToMoment } from './moment-context.ts';
import { useRunState, useRunStore } from './run-store.ts';
import { TurnInput, TurnOutput } from './TurnContent.tsx';
import { Group, TurnFacts } from './TurnFacts.tsx';
import css from './TurnInspector.module.css';

/** What a turn was given, what it answered, and what it used of its limits. */
export function TurnInspector({ position }: { position: string }) {
  const store = useRunStore();
  const runId = useRunState(({ head }) => head.runId);
  const team = useRunState((run) => run.team);
  const go = useGoToMoment();
  const [owner] = useState(
    () => Object.entries(store.getState().turns).find(([, turns]) => turns.some((one) => one.position === position))?.[0],
  );
  const turn = useRunState(({ turns }) => (owner === undefined ? undefined : turns[owner]?.findLast((one) => one.position === position)));
  const state = turn?.state;
  const revision = useRunState(({ moment }) => moment?.revision ?? null);
  const [detail, setDetail] = useState<TurnDetail | null>(null);
  const [error, setError] = useState<string | null>(null);
  const region = useRef<HTMLElement>(null);
  // Asked again when the turn settles or is tried again, and of another moment.
  useEffect(() => {
    const leave = new AbortController();
    connectHost()
      .runs.turn({ runId, position, ...(revision !== null && { revision }) }, { signal: leave.signal })
      .then((answer) => {
        setDetail(answer);
        setError(null);
      })
      .catch((failure: unknown) => {
        if (leave.signal.aborted) return;
        const { code, message } = hostErrorOf(failure);
        setDetail(null);
        setError(code === 'UNKNOWN_TURN' && revision !== null ? 'This turn had not begun at the moment that is shown.' : message);
      });
    return () => leave.abort();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [runId, position, state, turn?.attempt, revision]);
  useEffect(() => region.current?.focus(), []);
  const close = useCallback(() => store.setState({ selected: null }), [store]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null) close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [close]);
  const shown = detail;
  const member = shown?.member ?? owner ?? '';
  return (
    <section ref={region} className={css['inspector']} aria-label="Turn" tabIndex={-1}>
      <header className={css['head']}>
        <MemberBar color={memberOf(team, member)?.color} />
        <h2 className="strong cut">
          <Name>{member === '' ? position : memberName(team, member)}</Name>
        </h2>
        {turn !== undefined && <span className={css['fact']}>turn {turn.turn}</span>}
        {shown !== null && <span className={css['fact']}>{shown.state}</span>}
        <span className="grow" />
        {turn !== undefined && (
          <IconButton label="Go to this moment" onClick={() => go(turn.revision)}>
            <History />
          </IconButton>
        )}
        <IconButton label="Close turn" shortcut="Esc" onClick={close}>
          <X />
        </IconButton>
      </header>
      {/* What scrolls is scrolled by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css['body']} tabIndex={0}>
        {error !== null && shown === null && <p className={css['error']}>{error}</p>}
        {shown !== null && (
          <>
            <Group title="Input">
              {shown.input === null ? (
                <p className="dim">The log no longer gives the input of this turn.</p>
              ) : (
                <TurnInput input={shown.input} />
              )}
              {shown.inputDigest !== null && (
                <p className="small dimmer cut" title={shown.inputDigest}>
                  <code className="code">{shown.inputDigest}</code>
                </p>
              )}
            </Group>
            <Group title="Output">
              <TurnOutput detail={shown} />
            </Group>
            <TurnFacts detail={shown} />
            {shown.cut && <p className={css['note']}>Long texts are shown as their beginning.</p>}
          </>
        )}
      </div>
    </section>
  );
}
