import type { Edge, EdgeProps } from '@xyflow/react';
import { createContext, memo, useContext } from 'react';
import { createStore, useStore } from 'zustand';
import { classNames } from '../ui/class-names.ts';
import type { MembershipPath } from './membership-paths.ts';
import css from './MembershipEdge.module.css';
import { useSpokeLast } from './run-source.ts';

export type MembershipData = { line: MembershipPath; chosen: boolean; selected: boolean };

/** Lines as they run while something is moved, by the id of their edge. */
export type MovedLines = ReadonlyMap<string, MembershipPath>;
export const createMovedLines = () => createStore<MovedLines>(() => new Map());
export const MovedLinesContext = createContext(createMovedLines());

/** Who sits where: a thin line in the member's colour, stronger while the member spoke last in that room or is selected. */
export const MembershipEdge = memo(function MembershipEdge({ id, data, selectable }: EdgeProps<Edge<MembershipData>>) {
  const hot = useSpokeLast(data?.line.memberId ?? '', data?.line.roomId ?? '');
  const moved = useStore(useContext(MovedLinesContext), (lines) => lines.get(id));
  const path = (moved ?? data?.line)?.path;
  return (
    <>
      <path
        className={classNames(css['line'], (hot || data?.chosen === true) && css['hot'], data?.selected === true && css['selected'])}
        data-m={data?.line.color}
        d={path}
      />
      {selectable === true && <path className={css['reach']} d={path} />}
    </>
  );
});
