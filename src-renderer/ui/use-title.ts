import { useEffect } from 'react';

/** What the window is called while this view is open. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Troupe`;
  }, [title]);
}
