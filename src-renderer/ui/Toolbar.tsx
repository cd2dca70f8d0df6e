import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './Toolbar.module.css';

/** The bar on top of every view. */
export function Toolbar({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return <header className={classNames(css['toolbar'], wide && css['wide'])}>{children}</header>;
}

/** A thin line between groups of a toolbar. */
export function Divider() {
  return <span className={css['divider']} aria-hidden="true" />;
}
