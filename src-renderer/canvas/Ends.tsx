import { Handle, Position } from '@xyflow/react';
import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { classNames } from '../ui/class-names.ts';
import css from './Ends.module.css';

/** Where a line is being drawn to: the node under the pointer, or the one the keyboard stands on. */
export interface Drawing {
  readonly from: string | null;
  readonly target: string | null;
}
const NO_DRAWING: StoreApi<Drawing> = createStore<Drawing>(() => ({ from: null, target: null }));
export const DrawingContext = createContext(NO_DRAWING);

/** True while a line that is being drawn would end at this node. */
export const useIsTarget = (id: string): boolean =>
  useStore(useContext(DrawingContext), ({ from, target }) => from !== null && from !== id && target === id);

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/**
 * Where lines begin and end. `membership-paths` decides the place, React Flow only asks that there is one. In the editor the node's rim
 * (8 px) and a dot on either side begin a new line (decisions.md 43).
 */
export function Ends({ editable }: { editable: boolean }) {
  return (
    <>
      <Handle type="target" position={Position.Left} className={css['anchor']} isConnectable={false} />
      {editable ? (
        SIDES.map((side) => <Handle key={side} type="source" position={Position.Right} className={classNames(css['rim'], css[side])} />)
      ) : (
        <Handle type="source" position={Position.Right} className={css['anchor']} isConnectable={false} />
      )}
    </>
  );
}
