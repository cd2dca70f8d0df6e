import { useCallback, useEffect, useState } from 'react';
import type { OpenTurn } from '../../src-shared/contract/runs-contract.ts';
import { connectHost } from '../host-client/connect.ts';
import { type HostError, hostErrorOf } from '../host-client/host-error.ts';
import { Button } from '../ui/Button.tsx';
import { Name } from '../ui/Name.tsx';
import { MemberBar } from '../ui/Seats.tsx';
import css from './OpenTurns.module.css';
import { memberName, memberOf } from './member-of.ts';
import { useRunState } from './run-store.ts';

/** What a person typed as a result: JSON where it is an object, else the text is the summary. */
function resultOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Not JSON: then it is what the member says.
  }
  return { summary: text };
}

function OpenTurnLine({
  turn,
  onSettle,
  busy,
}: {
  turn: OpenTurn;
  onSettle: (choice: 'again' | 'failed' | 'result', result?: unknown) => void;
  busy: boolean;
}) {
  const team = useRunState((run) => run.team);
  const name = memberName(team, turn.member);
  const [text, setText] = useState<string | null>(null);
  return (
    <li className={css['turn']}>
      <span className={css['who']}>
        <MemberBar color={memberOf(team, turn.member)?.color} />
        <Name>{name}</Name>
      </span>
      <span className="grow dim">
        {turn.needs === 'resume'
          ? 'was in a turn; Resume runs it again.'
          : 'was in a turn whose outcome nobody knows: it may have had its effect. Say what becomes of it, then resume.'}
      </span>
      {turn.needs === 'choose' && (
        <span className={css['choices']}>
          <Button look="line" disabled={busy} onClick={() => onSettle('again')}>
            Run again
          </Button>
          <Button look="line" disabled={busy} onClick={() => onSettle('failed')}>
            Mark failed
          </Button>
          <Button look="line" disabled={busy} aria-expanded={text !== null} onClick={() => setText(text === null ? '' : null)}>
            Give the result
          </Button>
        </span>
      )}
      {text !== null && (
        <form
          className={css['form']}
          onSubmit={(event) => {
            event.preventDefault();
            onSettle('result', resultOf(text));
          }}
        >
          <textarea
            className={css['result']}
            aria-label={`Result of ${name}`}
            placeholder="What the member said, or the whole result as JSON"
            rows={2}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button look="primary" type="submit" disabled={busy || text.trim() === ''}>
            Save the result
          </Button>
        </form>
      )}
    </li>
  );
}

/** The turns that an interrupted process left open, each with its choices (decisions.md 12). */
export function OpenTurns() {
  const runId = useRunState(({ head }) => head.runId);
  const revision = useRunState(({ view }) => view.revision);
  const [turns, setTurns] = useState<readonly OpenTurn[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<HostError | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    connectHost()
      .runs.open({ runId }, { signal: leave.signal })
      .then((answer) => setTurns(answer.turns))
      .catch((failure: unknown) => {
        if (!leave.signal.aborted) setError(hostErrorOf(failure));
      });
    return () => leave.abort();
    // A revision more may mean that one of them is settled.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [runId, revision]);
  const settle = useCallback(
    async (position: string, choice: 'again' | 'failed' | 'result', result?: unknown) => {
      setBusy(true);
      setError(null);
      try {
        await connectHost().runs.recover({ runId, position, choice, ...(choice === 'result' && { result }) });
        setTurns((await connectHost().runs.open({ runId })).turns);
      } catch (failure) {
        setError(hostErrorOf(failure));
      } finally {
        setBusy(false);
      }
    },
    [runId],
  );
  if (turns.length === 0 && error === null) return null;
  return (
    <>
      {error !== null && (
        <p className={css['error']}>
          <Name>{error.message}</Name> <code className="code">{error.code}</code>
        </p>
      )}
      <ul className={css['turns']} aria-label="Open turns">
        {turns.map((turn) => (
          <OpenTurnLine
            key={turn.position}
            turn={turn}
            busy={busy}
            onSettle={(choice, result) => void settle(turn.position, choice, result)}
          />
        ))}
      </ul>
    </>
  );
}
