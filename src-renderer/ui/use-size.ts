import { useCallback, useState } from 'react';

/** Size of an element, kept up to date; null before the first layout. */
export function useSize(): [(element: Element | null) => (() => void) | undefined, { width: number; height: number } | null] {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
