import { type RefObject, useMemo } from 'react';
import type { RunRow } from '../../src-shared/contract/runs-contract.ts';
import { Empty } from '../ui/Empty.tsx';
import { dayGroup } from '../ui/format-day.ts';
import { RowList } from '../ui/RowList.tsx';
import css from './LibraryView.module.css';
import { RunLine } from './RunLine.tsx';

type RunListRow = { day: string } | { run: RunRow };
const withDays = (runs: readonly RunRow[], now: number): RunListRow[] => {
  let last = '';
  return runs.flatMap((run) => {
    const day = dayGroup(run.startedAt, now);
    const head: RunListRow[] = day === last ? [] : [{ day }];
    last = day;
    return [...head, { run }];
  });
};

/** Runs by day, the newest first. `nothing` stands there when a search finds none. */
export function RunsSection({
  title,
  runs,
  total,
  now,
  scroller,
  nothing,
}: {
  title: string;
  runs: readonly RunRow[];
  total: number;
  now: number;
  scroller: RefObject<HTMLElement | null>;
  nothing: React.ReactNode;
}) {
  const rows = useMemo(() => withDays(runs, now), [runs, now]);
  return (
    <>
      <div className={css['section']}>
        <h2>{title}</h2>
        <span className="label num">{total}</span>
      </div>
      {runs.length > 0 && (
        <div className={`${css['line']} ${css['run']} ${css['columns']}`} aria-hidden="true">
          <span>Status</span>
          <span>Team</span>
          <span>Task</span>
          <span className={css['right']}>Started</span>
          <span className={css['right']}>Duration</span>
          <span className={css['right']}>Tokens</span>
          <span className={css['right']}>Cost</span>
        </div>
      )}
      <RowList label="Runs" rows={rows} keyOf={(row) => ('day' in row ? row.day : row.run.runId)} heightOf={() => 28} scroller={scroller}>
        {(row) => ('day' in row ? <h3 className={css['day']}>{row.day}</h3> : <RunLine run={row.run} now={now} />)}
      </RowList>
      {runs.length === 0 &&
        (nothing ?? <Empty>Every run is saved here, event by event, so that you can look at it and replay it later.</Empty>)}
      {total > runs.length && runs.length > 0 && (
        <p className={css['more']}>
          These are the newest {runs.length} of {total} runs. Search finds the others.
        </p>
      )}
    </>
  );
}
