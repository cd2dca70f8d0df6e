import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './Button.module.css';
import { Tip } from './Tip.tsx';

type Look = 'quiet' | 'line' | 'primary';
type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look; icon?: ReactNode };

/** A button with words: `primary` once per view, `line` for what answers a strip or a problem, else quiet. */
export function Button({ look = 'quiet', icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={classNames(css['button'], css[look], className)}>
      {icon}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'> & {
  label: string;
  /** Shown beside the label in its tip. */
  shortcut?: string;
};

/** A button that is only an icon; its name shows as a tip. */
export function IconButton({ label, shortcut, className, children, ...rest }: IconButtonProps) {
  return (
    <Tip text={label} shortcut={shortcut}>
      <button type="button" {...rest} aria-label={label} className={classNames(css['button'], css['icon'], className)}>
        {children}
      </button>
    </Tip>
  );
}
