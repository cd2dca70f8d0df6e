import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import { bringIntoSight } from './bring-into-sight.ts';

/** Brings a node to the eye when it is named and out of sight; one that is in sight stays where it is. */
export function useShownNode(id: string | undefined): void {
  const flow = useReactFlow();
  const store = useStoreApi();
  useEffect(() => {
    const node = id === undefined ? undefined : flow.getNode(id);
    if (node === undefined) return;
    const { width, height } = store.getState();
    const { x, y, zoom } = flow.getViewport();
    const seen = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
    bringIntoSight(flow, seen, { ...node.position, width: node.width ?? 0, height: node.height ?? 0 });
  }, [id, flow, store]);
}
