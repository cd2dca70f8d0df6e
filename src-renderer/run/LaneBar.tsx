import type { TurnView } from '../../src-shared/run/run-view.ts';
import { classNames } from '../ui/class-names.ts';
import { shortTime } from '../ui/format-amount.ts';
import type { LaneScale } from './lane-scale.ts';
import css from './Lanes.module.css';
import { select, useRunState, useRunStore } from './run-store.ts';
import { selectTurn } from './selection.ts';
import { turnGlyph } from './Turn.tsx';

interface LaneBarProps {
  readonly turn: TurnView;
  readonly member: string;
  readonly name: string;
  readonly lane: number;
  readonly scale: LaneScale;
  /** Where the names end and the axis begins. */
  readonly left: number;
  /** Until when an open turn reaches. */
  readonly now: number;
  readonly live: boolean;
  /** The one bar that is a tab stop. */
  readonly entry: boolean;
}

const placeOf = ({ startedAt, endedAt }: TurnView, { x }: LaneScale, now: number) => {
  const start = Date.parse(startedAt);
  const end = endedAt === null ? Math.max(start, now) : Date.parse(endedAt);
  return { start, end, from: x(start), length: Math.max(3, x(end) - x(start)) };
};

/** A number that does not fit is left out, so that no other one is read. */
const hasRoom = ({ turn }: TurnView, length: number): boolean => length > 9 + 7 * String(turn).length;

/** One turn in its member's lane. */
export function LaneBar({ turn, member, name, lane, scale, left, now, live, entry }: LaneBarProps) {
  const store = useRunStore();
  const selected = useRunState((run) => run.selected?.position === turn.position);
  const past = useRunState(({ moment }) => moment !== null);
  const { start, end, from, length } = placeOf(turn, scale, now);
  // At a moment its line says that the turn goes on.
  const glyph = past && turn.state === 'running' ? null : turnGlyph(turn.state, live);
  const inside = turn.state === 'running' && live && length > 30;
  return (
    <>
      <button
        type="button"
        className={classNames(css['bar'], turn.state === 'waiting' && css['asks'], selected && css['selected'])}
        style={{ left: left + from, width: length }}
        data-lane={lane}
        tabIndex={entry ? 0 : -1}
        aria-label={`${name}, turn ${turn.turn}, ${turn.state}, ${shortTime(end - start)}`}
        aria-pressed={selected}
        onClick={() => select(store, selected ? null : selectTurn(member, turn))}
      >
        {hasRoom(turn, length) && <span className={css['turnNumber']}>{turn.turn}</span>}
        {inside && glyph}
      </button>
      {!inside && glyph !== null && (
        <span className={css['mark']} style={{ left: left + from + length + 4 }}>
          {glyph}
        </span>
      )}
    </>
  );
}

/** A turn as it came later than the moment that is shown: faint, and not there yet for who acts. */
export function FutureBar({ turn, scale, left, now }: Pick<LaneBarProps, 'turn' | 'scale' | 'left' | 'now'>) {
  const { from, length } = placeOf(turn, scale, now);
  return (
    <span className={css['future']} aria-hidden="true">
      <i className={classNames(css['bar'], turn.state === 'waiting' && css['asks'])} style={{ left: left + from, width: length }}>
        {hasRoom(turn, length) && <span className={css['turnNumber']}>{turn.turn}</span>}
      </i>
      <span className={css['mark']} style={{ left: left + from + length + 4 }}>
        {turnGlyph(turn.state, true)}
      </span>
    </span>
  );
}
