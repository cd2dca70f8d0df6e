import { useStore } from 'zustand';
import { type KeyboardEvent, useRef } from 'react';
import type { TurnView } from '../../src-shared/run/run-view.ts';
import { classNames } from '../ui/class-names.ts';
import { clock, shortTime } from '../ui/format-amount.ts';
import { Name } from '../ui/Name.tsx';
import { MemberBar } from '../ui/Seats.tsx';
import { useNow } from '../ui/use-now.ts';
import { useSize } from '../ui/use-size.ts';
import { visibleText } from '../ui/visible-text.ts';
import { type LaneScale, laneScale } from './lane-scale.ts';
import css from './Lanes.module.css';
import { useSampledRun, useRunState, useRunStore } from './run-store.ts';
import { turnGlyph } from './Turn.tsx';
import { useVirtual } from '../ui/use-virtual.ts';

const LANE = 24;
const NAMES = 148;
const RIGHT = 24;
const ALL = 24;
const SAMPLE_MS = 250;

/** Left and right walk the turns of a lane, up and down go to the lane beside it. */
function walkTurns(event: KeyboardEvent<HTMLElement>) {
  const bar = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-lane]') : null;
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (bar === null || step === undefined) return;
  event.preventDefault();
  const [lanes = 0, turns = 0] = step;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-lane]')];
  if (turns !== 0) {
    const own = all.filter((other) => other.dataset['lane'] === bar.dataset['lane']);
    own[own.indexOf(bar) + turns]?.focus();
    return;
  }
  const left = bar.offsetLeft;
  const own = Number(bar.dataset['lane']);
  const beyond = all.filter((other) => Math.sign(Number(other.dataset['lane']) - own) === lanes);
  const nearest =
    lanes > 0
      ? Math.min(...beyond.map((other) => Number(other.dataset['lane'])))
      : Math.max(...beyond.map((other) => Number(other.dataset['lane'])));
  beyond
    .filter((other) => Number(other.dataset['lane']) === nearest)
    .toSorted((a, b) => Math.abs(a.offsetLeft - left) - Math.abs(b.offsetLeft - left))[0]
    ?.focus();
}

function Bar({
  turn,
  name,
  lane,
  scale,
  width,
  now,
  live,
  entry,
}: {
  turn: TurnView;
  name: string;
  lane: number;
  scale: LaneScale;
  width: number;
  now: number;
  live: boolean;
  entry: boolean;
}) {
  const store = useRunStore();
  const selected = useRunState((run) => run.selected === turn.position);
  const start = Date.parse(turn.startedAt);
  const end = turn.endedAt === null ? Math.max(start, now) : Date.parse(turn.endedAt);
  const x = ((start - scale.from) / scale.length) * width;
  const length = Math.max(3, ((end - start) / scale.length) * width);
  const glyph = turnGlyph(turn.state, live);
  const inside = turn.state === 'running' && live && length > 30;
  return (
    <>
      <button
        type="button"
        className={classNames(css['bar'], turn.state === 'waiting' && css['asks'], selected && css['selected'])}
        style={{ left: NAMES + x, width: length }}
        data-lane={lane}
        tabIndex={entry ? 0 : -1}
        aria-label={`${name}, turn ${turn.turn}, ${turn.state}, ${shortTime(end - start)}`}
        aria-pressed={selected}
        onClick={() => store.setState({ selected: selected ? null : turn.position })}
      >
        {length > 14 && <span className={css['turnNumber']}>{turn.turn}</span>}
        {inside && glyph}
      </button>
      {!inside && glyph !== null && (
        <span className={css['mark']} style={{ left: NAMES + x + length + 4 }}>
          {glyph}
        </span>
      )}
    </>
  );
}

/** Who worked when: a lane per member, a bar per turn. */
export function Lanes() {
  const { team, turns, view, status } = useStore(useSampledRun(SAMPLE_MS));
  const { members, startedAt, lastAt } = view;
  const live = status === 'running' || status === 'starting' || status === 'paused';
  const ticking = useNow(status === 'running' || status === 'starting', 250);
  const now = live ? Math.max(ticking, Date.parse(lastAt)) : Date.parse(lastAt);
  const [measure, size] = useSize();
  const scroller = useRef<HTMLDivElement>(null);
  const width = Math.max(100, (size?.width ?? 0) - NAMES - RIGHT);
  // When the windows no longer reach back to the start, the axis begins where they do.
  const missing = Object.values(members).filter((member) => (turns[member.id]?.[0]?.turn ?? 1) > 1);
  const start = Date.parse(startedAt);
  const from =
    missing.length === 0 ? start : Math.max(start, ...missing.map(({ id }) => Date.parse(turns[id]?.[0]?.startedAt ?? startedAt)));
  const scale = laneScale(from, now, width, live ? 5000 : 50);
  const virtual = useVirtual({
    count: team.members.length,
    getScrollElement: () => scroller.current,
    size: LANE,
    overscan: team.members.length <= ALL ? team.members.length : 4,
  });
  const entry = team.members.find(({ id }) => (turns[id]?.length ?? 0) > 0)?.id;
  return (
    <div className={css['lanes']} ref={measure}>
      <div className={css['axis']} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick} className={css['tick']} style={{ left: NAMES + (tick / scale.length) * width }}>
            {scale.step < 1000 ? `${((from - start + tick) / 1000).toFixed(scale.step < 100 ? 2 : 1)} s` : clock(from - start + tick)}
          </span>
        ))}
      </div>
      {/* Arrow keys are an addition to the turns inside, which are the controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div ref={scroller} className={css['body']} role="group" aria-label="Lanes: who worked when" onKeyDown={walkTurns}>
        <div className={css['content']} style={{ height: virtual.getTotalSize() }}>
          {scale.ticks.map((tick) => (
            <i key={tick} className={css['line']} style={{ left: NAMES + (tick / scale.length) * width }} />
          ))}
          {virtual.getVirtualItems().map(({ index, start: top }) => {
            const member = team.members[index];
            if (member === undefined) return null;
            const name = visibleText(member.name);
            return (
              <div key={member.id} className={css['lane']} style={{ transform: `translateY(${top}px)` }} data-m={member.color}>
                <span className={css['name']}>
                  <MemberBar color={member.color} />
                  <span className="cut">
                    <Name>{member.name}</Name>
                  </span>
                </span>
                {(turns[member.id] ?? [])
                  .filter((turn) => turn.endedAt === null || Date.parse(turn.endedAt) > from)
                  .map((turn, place) => (
                    <Bar
                      key={turn.position}
                      turn={turn}
                      name={name}
                      lane={index}
                      scale={scale}
                      width={width}
                      now={now}
                      live={live}
                      entry={member.id === entry && place === 0}
                    />
                  ))}
              </div>
            );
          })}
          <i className={classNames(css['now'], live && css['live'])} style={{ left: NAMES + ((now - from) / scale.length) * width }} />
        </div>
      </div>
    </div>
  );
}
