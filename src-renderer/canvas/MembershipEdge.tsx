import type { Edge, EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { MembershipPath } from './membership-paths.ts';
import css from './MembershipEdge.module.css';
import { useSpokeLast } from './run-source.ts';

export type MembershipData = { line: MembershipPath; chosen: boolean; selected: boolean };

/** Who sits where: a thin line in the member's colour, stronger while the member spoke last in that room or is selected. */
export const MembershipEdge = memo(function MembershipEdge({ data, selectable }: EdgeProps<Edge<MembershipData>>) {
  const hot = useSpokeLast(data?.line.memberId ?? '', data?.line.roomId ?? '');
  return (
    <>
      <path
        className={classNames(css['line'], (hot || data?.chosen === true) && css['hot'], data?.selected === true && css['selected'])}
        data-m={data?.line.color}
        d={data?.line.path}
      />
      {selectable === true && <path className={css['reach']} d={data?.line.path} />}
    </>
  );
});
