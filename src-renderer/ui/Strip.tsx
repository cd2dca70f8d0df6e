import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './Strip.module.css';

/** One line under a toolbar that explains a state and offers what can be done; it stays until the state is over. */
export function Strip({
  tone,
  glyph,
  label,
  actions,
  children,
}: {
  tone: 'failed' | 'waiting' | 'plain';
  glyph: ReactNode;
  label: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classNames(css['strip'], css[tone])} aria-label={label}>
      <span className={css['glyph']}>{glyph}</span>
      <div className={css['words']}>{children}</div>
      {actions !== undefined && <div className={css['actions']}>{actions}</div>}
    </section>
  );
}
