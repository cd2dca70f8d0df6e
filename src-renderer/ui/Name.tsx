import { visibleText } from './visible-text.ts';

/** Text that someone else wrote, in a line of ours: its direction stays its own, hidden characters show. */
export function Name({ children }: { children: string }) {
  return <bdi>{visibleText(children)}</bdi>;
}
