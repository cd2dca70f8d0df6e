import type { Node, NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Name } from '../ui/Name.tsx';
import css from './FrameNode.module.css';

/** A group: a frame round its members. Only its name is to be clicked; what lies inside is the canvas. */
export const FrameNode = memo(function FrameNode({ data, selected }: NodeProps<Node<{ name: string }>>) {
  return (
    <div className={classNames(css['frame'], selected && css['selected'])}>
      <span className={classNames(css['name'], 'cut')}>
        <Name>{data.name}</Name>
      </span>
    </div>
  );
});
