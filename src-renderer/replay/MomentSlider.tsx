import type { KeyboardEvent } from 'react';
import type { MomentTick } from '../../src-shared/contract/runs-contract.ts';
import { visibleText } from '../ui/visible-text.ts';
import { momentWords } from './moment-words.ts';
import css from './MomentSlider.module.css';
import { useReplay, useReplayed, useReplayState } from './use-replay.ts';

/** The marks of one colour as one path, in a box of the track's width and 28 high. */
const pathOf = (ticks: readonly MomentTick[], last: number, from: number, to: number): string =>
  ticks.map(({ revision }) => `M${(((revision - 1) / Math.max(1, last - 1)) * 1000).toFixed(1)} ${from}V${to}`).join('');

function Ticks({ ticks }: { ticks: readonly MomentTick[] }) {
  const last = useReplayed(({ head }) => head.lastRevision);
  const members = useReplayed(({ team }) => team.members);
  const failures = ticks.filter(({ kind }) => kind === 'failure');
  const byColor = Map.groupBy(
    ticks.filter(({ kind }) => kind !== 'failure'),
    ({ member }) => members[member]?.color ?? 0,
  );
  return (
    <svg className={css['ticks']} viewBox="0 0 1000 28" preserveAspectRatio="none" aria-hidden="true">
      {[...byColor].map(([color, own]) => (
        <path
          key={color}
          data-m={color === 0 ? undefined : color}
          className={css[color === 0 ? 'plain' : 'tick']}
          d={pathOf(own, last, 8, 20)}
        />
      ))}
      <path className={css['failure']} d={pathOf(failures, last, 4, 24)} />
    </svg>
  );
}

/** Every event of the run in a row: the moment that is shown is where the thumb stands. */
export function MomentSlider({ ticks }: { ticks: readonly MomentTick[] }) {
  const replay = useReplay();
  const last = useReplayed(({ head }) => head.lastRevision);
  const team = useReplayed((run) => run.team);
  const wanted = useReplayState((state) => state.wanted);
  const moment = useReplayState((state) => state.moment);
  const value = wanted ?? last;
  const passed = last < 2 ? 1 : (value - 1) / (last - 1);
  const words = wanted === null ? 'the end' : moment?.revision === value ? visibleText(momentWords(moment, team)) : '…';
  const jump = (event: KeyboardEvent) => {
    if (event.key !== 'PageUp' && event.key !== 'PageDown') return;
    event.preventDefault();
    void replay.seekTurn(event.key === 'PageDown');
  };
  return (
    <div className={css['slider']}>
      <i className={css['track']} />
      <i className={css['passed']} style={{ width: `calc((100% - 12px) * ${passed})` }} />
      <Ticks ticks={ticks} />
      <input
        type="range"
        className={css['input']}
        aria-label="Moment"
        aria-valuenow={value}
        aria-valuetext={`Revision ${value} of ${last}: ${words}`}
        min={1}
        max={last}
        value={value}
        onChange={(event) => void replay.moveTo(event.target.valueAsNumber)}
        onKeyDown={jump}
      />
    </div>
  );
}
