import { useReactFlow, ViewportPortal } from '@xyflow/react';
import { useContext, useEffect, useRef } from 'react';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { flightLegs, type Leg } from './message-flights.ts';
import css from './MessageFlights.module.css';
import type { MembershipData } from './MembershipEdge.tsx';
import { RunSourceContext } from './run-source.ts';
import { seatId } from './team-edges.ts';

/** A leg takes as long as everything that moves (`--move` of the tokens). */
const LEG_MS = 120;
/** Most dots at once. */
const MOST = 12;

const isStill = () => document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Messages on their way: each one that arrives while someone looks flies once along its lines, as a dot of its sender's colour. */
export function MessageFlights({ team }: { team: TeamSketch }) {
  const source = useContext(RunSourceContext);
  const flow = useReactFlow();
  const sky = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const colors = new Map(team.members.map(({ id, color }) => [id, color]));
    const fly = ({ memberId, roomId, sender, toRoom }: Leg) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every edge of a team is made by createTeamEdges
      const data = flow.getEdge(seatId(memberId, roomId))?.data as MembershipData | undefined;
      if (sky.current === null || data === undefined || sky.current.childElementCount >= MOST) return;
      const dot = document.createElement('i');
      dot.className = css['dot'] ?? '';
      dot.dataset['m'] = String(colors.get(sender) ?? 12);
      dot.style.offsetPath = `path("${data.line.path}")`;
      sky.current.append(dot);
      const way = [
        { offsetDistance: '0%', opacity: 1 },
        { offsetDistance: '100%', opacity: 1 },
      ];
      // By script, so that it flies also over a moment that is played, where all that goes on by itself stands still.
      const flight = dot.animate(toRoom ? way : way.toReversed(), { duration: LEG_MS, delay: toRoom ? 0 : LEG_MS, easing: 'ease-out' });
      flight.addEventListener('finish', () => dot.remove());
      flight.addEventListener('cancel', () => dot.remove());
    };
    return source?.subscribe(({ arrived }, before) => {
      if (arrived !== before.arrived && arrived.length > 0 && !isStill()) for (const leg of flightLegs(arrived)) fly(leg);
    });
  }, [source, flow, team]);
  return (
    <ViewportPortal>
      <div ref={sky} className={css['sky']} aria-hidden="true" />
    </ViewportPortal>
  );
}
