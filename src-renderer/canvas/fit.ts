import type { FitViewOptions } from '@xyflow/react';

/** How a team is fitted into the canvas: never larger than drawn, 16 px from the edges. */
export const FIT: FitViewOptions = { padding: '16px', maxZoom: 1 };
/** The same where the palette stands on the left. */
export const FIT_BESIDE_PALETTE: FitViewOptions = { padding: { top: '24px', right: '24px', bottom: '24px', left: '84px' }, maxZoom: 1 };
