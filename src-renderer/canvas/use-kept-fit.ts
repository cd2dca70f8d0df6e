import { type FitViewOptions, type OnMove, useReactFlow, useStore, type Viewport } from '@xyflow/react';
import { useEffect, useRef } from 'react';

/** Keeps the whole team in view while the canvas changes its size, until the reader pans or zooms: then the view is the reader's. */
export function useKeptFit(fit: FitViewOptions): { readonly onMoveStart: OnMove; readonly onMoveEnd: OnMove } {
  const flow = useReactFlow();
  const moved = useRef(false);
  const held = useRef<Viewport | null>(null);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  useEffect(() => {
    if (width > 0 && height > 0 && !moved.current) void flow.fitView(fit);
  }, [flow, fit, width, height]);
  return {
    onMoveStart: (_event, viewport) => {
      held.current = viewport;
    },
    onMoveEnd: (event, { x, y, zoom }) => {
      // A click moves nothing.
      const { current: before } = held;
      if (event !== null && before !== null && (x !== before.x || y !== before.y || zoom !== before.zoom)) moved.current = true;
    },
  };
}
