import { useId } from 'react';
import css from './Field.module.css';

/** A labelled text that is shown, not edited; it can be selected and copied. */
export function ReadOnlyField({ label, value, lines = 1 }: { label: string; value: string; lines?: number }) {
  const id = useId();
  return (
    <div className={css['field']}>
      <label htmlFor={id} className={css['label']}>
        {label}
      </label>
      {lines > 1 ? (
        <textarea id={id} className={css['input']} readOnly rows={lines} value={value} dir="auto" />
      ) : (
        <input id={id} className={css['input']} readOnly value={value} dir="auto" />
      )}
    </div>
  );
}
