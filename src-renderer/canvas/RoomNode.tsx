import type { Node, NodeProps } from '@xyflow/react';
import { memo } from 'react';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { classNames } from '../ui/class-names.ts';
import { countOf } from '../ui/format-amount.ts';
import { Name } from '../ui/Name.tsx';
import { Seats } from '../ui/Seats.tsx';
import { anchors } from './MemberNode.tsx';
import css from './RoomNode.module.css';
import { useRoom } from './run-source.ts';

export type RoomNodeData = { room: TeamSketch['rooms'][number]; colors: readonly number[] };

/** A room: lighter and rounder than a member, its seats in order; in a run also how much was said. */
export const RoomNode = memo(function RoomNode({ data, selected }: NodeProps<Node<RoomNodeData>>) {
  const { room, colors } = data;
  const live = useRoom(room.id);
  return (
    <div className={classNames(css['room'], selected && css['selected'])}>
      <div className={classNames(css['name'], 'cut')}>
        <Name>{room.name}</Name>
      </div>
      <div className={css['line']}>
        <Seats colors={colors.slice(0, 6)} count={colors.length} />
        <span className="label num">{live === undefined ? countOf(colors.length, 'seat') : countOf(live.messageCount, 'message')}</span>
      </div>
      {anchors}
    </div>
  );
});
