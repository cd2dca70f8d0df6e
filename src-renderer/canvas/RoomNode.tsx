import type { Node, NodeProps } from '@xyflow/react';
import { memo } from 'react';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { classNames } from '../ui/class-names.ts';
import { countOf } from '../ui/format-amount.ts';
import { Name } from '../ui/Name.tsx';
import { Seats } from '../ui/Seats.tsx';
import { Ends, useIsTarget } from './Ends.tsx';
import css from './RoomNode.module.css';
import { useRoom } from './run-source.ts';

export type RoomNodeData = { room: TeamSketch['rooms'][number]; seats: string; editable: boolean };

/** A room: lighter and rounder than a member, its seats in order; in a run also how much was said. A direct message is a label on its line. */
export const RoomNode = memo(function RoomNode({ id, data, selected }: NodeProps<Node<RoomNodeData>>) {
  const { room, seats, editable } = data;
  const live = useRoom(room.id);
  const isTarget = useIsTarget(id);
  const colors = seats === '' ? [] : seats.split(' ').map(Number);
  if (room.direct)
    return (
      <div className={classNames(css['direct'], selected && css['selected'])}>
        {live === undefined ? 'direct message' : countOf(live.messageCount, 'message')}
        <Ends editable={false} />
      </div>
    );
  return (
    <div className={classNames(css['room'], selected && css['selected'], isTarget && css['target'])}>
      <div className={classNames(css['name'], 'cut')}>
        <Name>{room.name}</Name>
      </div>
      <div className={css['line']}>
        <Seats colors={colors.slice(0, 6)} count={colors.length} />
        <span className="label num">{live === undefined ? countOf(colors.length, 'seat') : countOf(live.messageCount, 'message')}</span>
      </div>
      <Ends editable={editable} />
    </div>
  );
});
