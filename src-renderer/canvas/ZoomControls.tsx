import { type FitViewOptions, useReactFlow, useViewport } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { IconButton } from '../ui/Button.tsx';
import css from './ZoomControls.module.css';

/** Zoom in, out and to fit. */
export function ZoomControls({ fit }: { fit: FitViewOptions }) {
  const flow = useReactFlow();
  const { zoom } = useViewport();
  return (
    <div className={css['zoom']}>
      <IconButton label="Zoom out" onClick={() => void flow.zoomOut()}>
        <Minus />
      </IconButton>
      <span className={css['percent']}>{Math.round(zoom * 100)} %</span>
      <IconButton label="Zoom in" onClick={() => void flow.zoomIn()}>
        <Plus />
      </IconButton>
      <IconButton label="Zoom to fit" onClick={() => void flow.fitView(fit)}>
        <Maximize />
      </IconButton>
    </div>
  );
}
