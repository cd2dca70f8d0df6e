import type { FitViewOptions } from '@xyflow/react';

/** How a team is fitted into the canvas: never larger than drawn, 16 px from the edges. */
export const FIT: FitViewOptions = { padding: '16px', maxZoom: 1 };
