import type { ReactNode } from 'react';
import css from './Empty.module.css';

/** What an empty place is for, in one sentence, and the one next step. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css['empty']}>
      <p>{children}</p>
      {action !== undefined && <div className="row">{action}</div>}
    </div>
  );
}

/** A page that has nothing else to show: what happened, and where to go from here. */
export function Dead({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <div className={css['page']}>
      <h1 className={css['title']}>{title}</h1>
      <Empty action={action}>{children}</Empty>
    </div>
  );
}
