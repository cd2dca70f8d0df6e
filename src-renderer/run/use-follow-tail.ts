import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

const NEAR_END = 24;

/**
 * A scroller that stays at its end while the reader is there, and does not move under their eyes when they are not.
 * `unseen` counts what was added since they left the end; what is put before the first item keeps the place of the rest.
 */
export function useFollowTail(
  count: number,
  firstKey: string | undefined,
): {
  scroller: RefObject<HTMLDivElement | null>;
  content: (element: HTMLElement | null) => (() => void) | undefined;
  onScroll: () => void;
  unseen: number;
  toEnd: () => void;
} {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [seen, setSeen] = useState(Number.POSITIVE_INFINITY);
  const height = useRef(0);
  const top = useRef(0);
  const first = useRef(firstKey);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, []);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    // Only moving up leaves the end: text may have grown between our own scrolling and this event.
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END) atEnd.current = true;
    else if (element.scrollTop < top.current - 1) atEnd.current = false;
    top.current = element.scrollTop;
    if (atEnd.current) setSeen(Number.POSITIVE_INFINITY);
    else setSeen((before) => (before === Number.POSITIVE_INFINITY ? count : before));
  }, [count]);
  // Growing text changes no state here: the size of the content says when the end has moved.
  const content = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const observer = new ResizeObserver(() => {
        if (atEnd.current) toEnd();
        height.current = scroller.current?.scrollHeight ?? 0;
      });
      observer.observe(element);
      // The scroller itself, which may shrink; its own ref is set after that of its child.
      if (element.parentElement !== null) observer.observe(element.parentElement);
      return () => observer.disconnect();
    },
    [toEnd],
  );
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null && first.current !== undefined && firstKey !== first.current && !atEnd.current)
      element.scrollTop += element.scrollHeight - height.current;
    first.current = firstKey;
    height.current = element?.scrollHeight ?? 0;
  }, [firstKey]);
  return { scroller, content, onScroll, unseen: Math.max(0, count - seen), toEnd };
}
