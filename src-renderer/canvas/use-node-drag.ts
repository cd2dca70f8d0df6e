import { type NodeChange, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CanvasActs } from './canvas-acts.ts';
import type { MovedPlaces } from './node-places.ts';

const NOT_MOVED: MovedPlaces = new Map();

/**
 * Nodes under the pointer: while they are dragged they stand where the pointer has them, and the document hears of it once, at the end.
 * Escape puts them back.
 */
export function useNodeDrag({ move }: Pick<CanvasActs, 'move'>) {
  const [moved, setMoved] = useState<MovedPlaces>(NOT_MOVED);
  const places = useRef(new Map<string, { x: number; y: number }>());
  const isCancelled = useRef(false);
  const end = useCallback(() => {
    const put = isCancelled.current ? NOT_MOVED : new Map(places.current);
    places.current = new Map();
    isCancelled.current = false;
    setMoved(NOT_MOVED);
    if (put.size > 0) move(put);
  }, [move]);
  const onPositions = useCallback((changes: readonly NodeChange[]) => {
    let changed = false;
    for (const change of changes) {
      if (change.type !== 'position' || change.position === undefined || change.dragging !== true || isCancelled.current) continue;
      places.current.set(change.id, change.position);
      changed = true;
    }
    if (changed) setMoved(new Map(places.current));
  }, []);
  const start = useCallback(() => {
    isCancelled.current = false;
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || places.current.size === 0) return;
      event.stopPropagation();
      isCancelled.current = true;
      places.current = new Map();
      setMoved(NOT_MOVED);
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
  return { moved, onPositions, start, end };
}

/** Gives up the line that is being drawn when Escape is pressed. */
export function useEscapeFromLine(): { readonly isGivenUp: () => boolean } {
  const store = useStoreApi();
  const givenUp = useRef(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { connection, cancelConnection } = store.getState();
      if (event.key !== 'Escape' || !connection.inProgress) return;
      event.stopPropagation();
      givenUp.current = true;
      cancelConnection();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [store]);
  return {
    isGivenUp: () => {
      const was = givenUp.current;
      givenUp.current = false;
      return was;
    },
  };
}
