import type { ReactNode } from 'react';
import css from './Chip.module.css';

/** A short fact in a frame: the form of a team, the kind of an engine. */
export function Chip({ children }: { children: ReactNode }) {
  return <span className={css['chip']}>{children}</span>;
}
