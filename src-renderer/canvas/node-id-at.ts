/** The id of the node that an element of the canvas belongs to. */
export const nodeIdAt = (element: Element | null): string | null =>
  element?.closest<HTMLElement>('.react-flow__node')?.dataset['id'] ?? null;
