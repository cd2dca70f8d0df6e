import { History } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { TurnDetail } from '../../../src-shared/contract/runs-contract.ts';
import { connectHost } from '../../host-client/connect.ts';
import { hostErrorOf } from '../../host-client/host-error.ts';
import { IconButton } from '../../ui/Button.tsx';
import { memberName, memberOf } from '../member-of.ts';
import { useGoToMoment } from '../moment-context.ts';
import { useRunState } from '../run-store.ts';
import css from './Inspect.module.css';
import { Pane, type PaneFrame } from './Pane.tsx';
import { TurnInput, TurnOutput } from './TurnContent.tsx';
import { TurnEvents } from './TurnEvents.tsx';
import { Group, TurnFacts } from './TurnFacts.tsx';

/** How long a turn is looked at before it is asked for: who walks through many asks for the last one. */
const ASK_MS = 60;

/** What a turn was given, what it answered, and what it used of its limits. */
export function TurnInspector({ position, member, ...frame }: PaneFrame & { position: string; member: string }) {
  const runId = useRunState(({ head }) => head.runId);
  const team = useRunState((run) => run.team);
  const go = useGoToMoment();
  const turn = useRunState(({ turns }) => turns[member]?.findLast((one) => one.position === position));
  const revision = useRunState(({ moment }) => moment?.revision ?? null);
  const [detail, setDetail] = useState<TurnDetail | null>(null);
  const [error, setError] = useState<string | null>(null);
  // Asked again when the turn settles or is tried again, and of another moment.
  useEffect(() => {
    const leave = new AbortController();
    const ask = () =>
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
    const timer = setTimeout(() => void ask(), ASK_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [runId, position, turn?.state, turn?.attempt, revision]);
  const began = turn?.revision ?? detail?.revisions[0];
  return (
    <Pane
      name="Turn"
      close="Close turn"
      {...frame}
      color={memberOf(team, member)?.color}
      title={memberName(team, member)}
      facts={[turn === undefined ? 'turn' : `turn ${turn.turn}`, detail?.state].filter(Boolean).join(' · ')}
      actions={
        began !== undefined && (
          <IconButton label="Go to this moment" onClick={() => go(began)}>
            <History />
          </IconButton>
        )
      }
    >
      {error !== null && detail === null && <p className={css['error']}>{error}</p>}
      {detail !== null && (
        <>
          <Group title="Input">
            <TurnInput detail={detail} turn={turn} />
          </Group>
          <Group title="Output">
            <TurnOutput detail={detail} />
          </Group>
          <TurnFacts detail={detail} />
          <TurnEvents detail={detail} />
        </>
      )}
    </Pane>
  );
}
