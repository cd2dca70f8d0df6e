import type { ConnectionLineComponentProps } from '@xyflow/react';
import css from './NewLine.module.css';

/** The line that is being drawn, from the edge of its node to the pointer. */
export function NewLine({ fromNode, toX, toY }: ConnectionLineComponentProps) {
  const { x, y } = fromNode.internals.positionAbsolute;
  const [width, height] = [fromNode.measured.width ?? 0, fromNode.measured.height ?? 0];
  const [startX, startY] = [Math.min(Math.max(toX, x), x + width), Math.min(Math.max(toY, y), y + height)];
  return (
    <g className={css['line']}>
      <path d={`M${startX} ${startY}L${toX} ${toY}`} />
      <circle cx={toX} cy={toY} r={3} />
    </g>
  );
}
