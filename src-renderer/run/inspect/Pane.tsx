import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Name } from '../../ui/Name.tsx';
import { MemberBar } from '../../ui/Seats.tsx';
import css from './Inspect.module.css';

/** What every pane of the inspector is given. */
export interface PaneFrame {
  readonly region: (element: HTMLElement | null) => void;
  readonly onClose: () => void;
}

/** A pane: a head that says what is looked at, and what scrolls under it. */
export function Pane({
  name,
  close,
  color,
  title,
  facts,
  actions,
  children,
  region,
  onClose,
}: PaneFrame & {
  name: string;
  close: string;
  color?: number | undefined;
  title: string;
  facts: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section ref={region} className={css['inspector']} aria-label={name} tabIndex={-1} data-inspects>
      <header className={css['head']}>
        {color !== undefined && <MemberBar color={color} />}
        <div className="grow">
          <h2 className="strong cut">
            <Name>{title}</Name>
          </h2>
          <p className={css['fact']}>{facts}</p>
        </div>
        {actions}
        <IconButton label={close} shortcut="Esc" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {/* What scrolls is scrolled by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css['body']} tabIndex={0}>
        {children}
      </div>
    </section>
  );
}
