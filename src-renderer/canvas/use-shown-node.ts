import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';

/** Brings a node to the eye when it is named and out of sight; one that is in sight stays where it is. */
export function useShownNode(id: string | undefined): void {
  const flow = useReactFlow();
  const store = useStoreApi();
  useEffect(() => {
    const node = id === undefined ? undefined : flow.getNode(id);
    if (node === undefined) return;
    const { width, height } = store.getState();
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [node.position.x * zoom + x, node.position.y * zoom + y];
    const [wide, high] = [(node.width ?? 0) * zoom, (node.height ?? 0) * zoom];
    if (left >= 0 && top >= 0 && left + wide <= width && top + high <= height) return;
    void flow.setCenter(node.position.x + (node.width ?? 0) / 2, node.position.y + (node.height ?? 0) / 2, { zoom });
  }, [id, flow, store]);
}
