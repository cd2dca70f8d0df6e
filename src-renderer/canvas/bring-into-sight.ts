import type { ReactFlowInstance } from '@xyflow/react';
import { type Box, middleOf } from './node-places.ts';

/** Centres the canvas on a box that does not lie wholly in the part that is seen; one that does stays where it is. */
export function bringIntoSight(flow: ReactFlowInstance, seen: Box, box: Box): void {
  const isSeen =
    box.x >= seen.x && box.y >= seen.y && box.x + box.width <= seen.x + seen.width && box.y + box.height <= seen.y + seen.height;
  const { x, y } = middleOf(box);
  if (!isSeen) void flow.setCenter(x, y, { zoom: flow.getZoom() });
}
