import { useStore } from 'zustand';
import { type KeyboardEvent, useRef } from 'react';
import { awayWithin } from '../../src-shared/run/run-time.ts';
import type { TurnView } from '../../src-shared/run/run-view.ts';
import { classNames } from '../ui/class-names.ts';
import { clock, shortTime } from '../ui/format-amount.ts';
import { Name } from '../ui/Name.tsx';
import { MemberBar } from '../ui/Seats.tsx';
import { Tip } from '../ui/Tip.tsx';
import { useNow } from '../ui/use-now.ts';
import { useSize } from '../ui/use-size.ts';
import { visibleText } from '../ui/visible-text.ts';
import { FutureBar, LaneBar } from './LaneBar.tsx';
import { laneScale } from './lane-scale.ts';
import css from './Lanes.module.css';
import { type OpenRun, useSampledRun } from './run-store.ts';
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

/** Turns that were still to come, or to end, at a moment. */
const laterThan = (moment: number, turns: readonly TurnView[]): TurnView[] =>
  turns.filter(({ endedAt }) => endedAt === null || Date.parse(endedAt) > moment);

/** True when the newest windows go on where those of the moment end; of a long run they may be far apart. */
const reachesOn = ({ team, turns, newest }: OpenRun): boolean =>
  team.members.every(({ id }) => (newest.turns[id]?.[0]?.turn ?? 1) <= (turns[id]?.at(-1)?.turn ?? 0) + 1);

/** Who worked when: a lane per member, a bar per turn, of a moment also what was still to come. Times in which nothing ran are folded. */
export function Lanes() {
  const run = useStore(useSampledRun(SAMPLE_MS));
  const { team, turns, view, status, moment, newest, selected } = run;
  const { members, startedAt, lastAt } = view;
  const live = status === 'running' || status === 'starting' || status === 'paused';
  const goesOn = status === 'running' || status === 'starting';
  const ticking = useNow(goesOn && moment === null, 250);
  const now = moment?.at ?? (goesOn ? Math.max(ticking, Date.parse(lastAt)) : Date.parse(lastAt));
  const isWhole = moment !== null && reachesOn(run);
  const end = isWhole ? Math.max(now, Date.parse(newest.view.lastAt)) : now;
  const away = isWhole ? newest.view.away : view.away;
  const [measure, size] = useSize();
  const scroller = useRef<HTMLDivElement>(null);
  const width = Math.max(100, (size?.width ?? 0) - NAMES - RIGHT);
  // When the windows no longer reach back to the start, the axis begins where they do.
  const missing = Object.values(members).filter((member) => (turns[member.id]?.[0]?.turn ?? 1) > 1);
  const start = Date.parse(startedAt);
  const from =
    missing.length === 0 ? start : Math.max(start, ...missing.map(({ id }) => Date.parse(turns[id]?.[0]?.startedAt ?? startedAt)));
  const scale = laneScale(from, end, width, live && moment === null ? 5000 : 50, away);
  const before = from - start - awayWithin(view.away, start, from);
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
        {scale.ticks.map(({ ms, x }) => (
          <span key={ms} className={css['tick']} style={{ left: NAMES + x }}>
            {scale.step < 1000 ? `${((before + ms) / 1000).toFixed(scale.step < 100 ? 2 : 1)} s` : clock(before + ms)}
          </span>
        ))}
      </div>
      {/* Arrow keys are an addition to the turns inside, which are the controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div ref={scroller} className={css['body']} role="group" aria-label="Lanes: who worked when" onKeyDown={walkTurns}>
        <div className={css['content']} style={{ height: virtual.getTotalSize() }}>
          {scale.ticks.map(({ ms, x }) => (
            <i key={ms} className={css['line']} style={{ left: NAMES + x }} />
          ))}
          {scale.bands.map(({ x, width: wide, gap }) => (
            <Tip key={gap.from} text={`Nothing ran for ${shortTime(gap.to - gap.from)}`}>
              <span className={css['gap']} style={{ left: NAMES + x, width: wide }} role="note">
                <span className={css['gapLength']}>{shortTime(gap.to - gap.from)}</span>
              </span>
            </Tip>
          ))}
          {virtual.getVirtualItems().map(({ index, start: top }) => {
            const member = team.members[index];
            if (member === undefined) return null;
            const name = visibleText(member.name);
            return (
              <div key={member.id} className={css['lane']} style={{ transform: `translateY(${top}px)` }} data-m={member.color}>
                <span className={classNames(css['name'], selected?.member === member.id && css['looked'])}>
                  <MemberBar color={member.color} />
                  <span className="cut">
                    <Name>{member.name}</Name>
                  </span>
                </span>
                {isWhole &&
                  laterThan(now, newest.turns[member.id] ?? []).map((turn) => (
                    <FutureBar key={turn.position} turn={turn} scale={scale} left={NAMES} now={end} />
                  ))}
                {(turns[member.id] ?? [])
                  .filter((turn) => turn.endedAt === null || Date.parse(turn.endedAt) > from)
                  .map((turn, place) => (
                    <LaneBar
                      key={turn.position}
                      turn={turn}
                      member={member.id}
                      name={name}
                      lane={index}
                      scale={scale}
                      left={NAMES}
                      now={now}
                      live={live}
                      entry={member.id === entry && place === 0}
                    />
                  ))}
              </div>
            );
          })}
          <i
            className={classNames(css['now'], moment !== null ? css['moment'] : live && css['live'])}
            style={{ left: NAMES + scale.x(now) }}
          />
        </div>
      </div>
    </div>
  );
}
