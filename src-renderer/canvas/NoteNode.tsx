import type { Node, NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { Name } from '../ui/Name.tsx';
import css from './NoteNode.module.css';

/** A remark on the canvas. */
export const NoteNode = memo(function NoteNode({ data }: NodeProps<Node<{ text: string }>>) {
  return (
    <p className={css['note']}>
      <Name>{data.text}</Name>
    </p>
  );
});
