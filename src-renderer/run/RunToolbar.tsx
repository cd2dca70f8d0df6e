import { Pause, Play, RotateCcw, Square } from 'lucide-react';
import { Button, IconButton } from '../ui/Button.tsx';
import { capital, countOf, money, shortNumber } from '../ui/format-amount.ts';
import { Meter } from '../ui/Meter.tsx';
import { Name } from '../ui/Name.tsx';
import { State } from '../ui/State.tsx';
import { Divider, Toolbar } from '../ui/Toolbar.tsx';
import { useTitle } from '../ui/use-title.ts';
import { visibleText } from '../ui/visible-text.ts';
import { RunClock } from './RunClock.tsx';
import css from './RunView.module.css';
import { useRunState } from './run-store.ts';
import type { RunActs } from './use-run-acts.ts';

function Meters() {
  const turns = useRunState(({ view }) => view.turns);
  const { inputTokens, outputTokens, costMicroUsd, unknown } = useRunState(({ view }) => view.usage);
  const tokens = inputTokens === null && outputTokens === null ? null : (inputTokens ?? 0) + (outputTokens ?? 0);
  return (
    <span className={css['meters']}>
      <Meter
        label="Turns"
        used={turns.used}
        cap={turns.cap}
        text={String(turns.used)}
        words={turns.cap === null ? `${turns.used}, no limit known` : `${turns.used} of ${turns.cap}`}
      />
      {tokens !== null && <Meter label="Tokens" used={tokens} cap={null} text={shortNumber(tokens)} words={`${tokens} tokens`} />}
      {costMicroUsd !== null && (
        <Meter label="Cost" used={costMicroUsd} cap={null} text={money(costMicroUsd)} words={money(costMicroUsd)} />
      )}
      {unknown > 0 && (
        <span className="label" title={`${countOf(unknown, 'turn')} did not report a cost`}>
          {costMicroUsd === null ? 'Cost' : '+'} {unknown} unknown
        </span>
      )}
    </span>
  );
}

/** Which run this is, how it stands, what it used, and what can be done with it. */
export function RunToolbar({ acts }: { acts: RunActs }) {
  const head = useRunState((run) => run.head);
  const status = useRunState((run) => run.status);
  const past = useRunState(({ moment }) => moment !== null);
  useTitle(`${past ? 'Replay' : capital(status)} · ${visibleText(head.name)}`);
  return (
    <Toolbar>
      <h1 className="cut">
        {head.teamId === null ? (
          <Name>{head.name}</Name>
        ) : (
          <a className={css['title']} href={`#/teams/${encodeURIComponent(head.teamId)}`}>
            <Name>{head.name}</Name>
          </a>
        )}
      </h1>
      <span className="small dimmer num">run {head.number}</span>
      <Divider />
      <span role="status" aria-label="Run status" className={css['status']}>
        <State kind={status} className={css['statusWord']}>
          {capital(status)}
        </State>
      </span>
      <span className="num dim">
        <RunClock />
      </span>
      <span className="grow" />
      <Meters />
      {(acts.pause ?? acts.resume ?? acts.stop ?? acts.again) !== null && <Divider />}
      {acts.pause !== null && (
        <IconButton label="Pause" onClick={acts.pause} disabled={acts.busy}>
          <Pause size={14} fill="currentColor" strokeWidth={0} />
        </IconButton>
      )}
      {acts.resume !== null && (
        <Button look="primary" icon={<Play fill="currentColor" />} onClick={acts.resume} disabled={acts.busy}>
          Resume
        </Button>
      )}
      {acts.stop !== null && (
        <IconButton label="Stop" onClick={acts.stop} disabled={acts.busy}>
          <Square size={14} fill="currentColor" strokeWidth={0} />
        </IconButton>
      )}
      {acts.again !== null && (
        <Button icon={<RotateCcw />} onClick={acts.again} disabled={acts.busy}>
          Run again
        </Button>
      )}
    </Toolbar>
  );
}
