import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import css from './Inspector.module.css';

/** A group that is closed until somebody wants to see it, or the keyboard is asked into it. */
export function Fold({ label, isAsked, children }: { label: string; isAsked: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isAsked && !isOpen) setIsOpen(true);
  const id = useId();
  return (
    <div className={css['group']}>
      <button
        type="button"
        className={css['fold']}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? <ChevronDown /> : <ChevronRight />}
        {label}
      </button>
      {isOpen && (
        <div id={id} className={css['inner']} role="group" aria-label={label}>
          {children}
        </div>
      )}
    </div>
  );
}
