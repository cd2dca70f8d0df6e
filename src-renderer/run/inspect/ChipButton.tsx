import type { ReactNode } from 'react';
import { MemberBar } from '../../ui/Seats.tsx';
import css from './Inspect.module.css';

/** A way from one thing of the run to another; `color` is that of the member it leads to. */
export function ChipButton({
  color,
  isLooked = false,
  onClick,
  children,
}: {
  color?: number | undefined;
  isLooked?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={css['chip']} aria-pressed={isLooked || undefined} onClick={onClick}>
      {color !== undefined && <MemberBar color={color} />}
      <span className="cut">{children}</span>
    </button>
  );
}
