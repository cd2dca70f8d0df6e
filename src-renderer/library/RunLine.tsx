import type { RunRow } from '../../src-shared/contract/runs-contract.ts';
import { classNames } from '../ui/class-names.ts';
import { Elapsed } from '../ui/Elapsed.tsx';
import { capital, money, shortNumber } from '../ui/format-amount.ts';
import { moment, startedAt } from '../ui/format-day.ts';
import { Name } from '../ui/Name.tsx';
import { State } from '../ui/State.tsx';
import css from './LibraryView.module.css';

const NOTHING = <span className="dimmer">–</span>;

function Amount({ value, unknown, format }: { value: number | null; unknown: number; format: (value: number) => string }) {
  if (value !== null) return format(value);
  return unknown > 0 ? <span className="dimmer">unknown</span> : NOTHING;
}

/** One run of the library; the whole row leads to it. A failed one says in its row why. */
export function RunLine({ run, now }: { run: RunRow; now: number }) {
  const { inputTokens, outputTokens, costMicroUsd, unknown } = run.usage;
  const tokens = inputTokens === null && outputTokens === null ? null : (inputTokens ?? 0) + (outputTokens ?? 0);
  return (
    <div className={classNames(css['line'], css['run'])}>
      <State kind={run.status}>{capital(run.status)}</State>
      <a className={classNames(css['link'], 'cut')} href={`#/runs/${encodeURIComponent(run.runId)}`}>
        <Name>{run.name}</Name>
      </a>
      <span className="row dim">
        <span className="cut">
          <Name>{run.task}</Name>
        </span>
        {run.status === 'failed' && run.message !== null && (
          <span className={classNames(css['why'], 'small', 'cut')}>
            <Name>{run.message}</Name>
          </span>
        )}
      </span>
      <time className={classNames(css['right'], 'dim')} dateTime={run.startedAt} title={moment(run.startedAt)}>
        {startedAt(run.startedAt, now)}
      </time>
      <span className={css['right']}>
        <Elapsed from={run.startedAt} to={run.endedAt} lessMs={run.awayMs} />
      </span>
      <span className={classNames(css['right'], 'dim')}>
        <Amount value={tokens} unknown={0} format={shortNumber} />
      </span>
      <span className={css['right']}>
        <Amount value={costMicroUsd} unknown={unknown} format={money} />
      </span>
    </div>
  );
}
