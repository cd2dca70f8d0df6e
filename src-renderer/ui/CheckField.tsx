import { type ReactNode, useId } from 'react';
import { FieldMessage, type FieldProps } from './Field.tsx';
import css from './Field.module.css';

type CheckFieldProps = FieldProps & {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  /** Said beside the label, not part of its name. */
  readonly hint?: string | undefined;
  /** What is seen in place of the label's text. */
  readonly children?: ReactNode;
};

/** A labelled checkbox. */
export function CheckField({ label, isChecked, onChange, hint, at, finding, children }: CheckFieldProps) {
  const messageId = useId();
  return (
    <div>
      <label className={css['check']}>
        <input
          type="checkbox"
          aria-label={label}
          checked={isChecked}
          data-at={at}
          aria-invalid={finding?.severity === 'error' || undefined}
          aria-describedby={finding == null ? undefined : messageId}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>
          {children ?? label}
          {hint !== undefined && <span className={css['hint']}>{hint}</span>}
        </span>
      </label>
      {finding != null && <FieldMessage id={messageId} finding={finding} />}
    </div>
  );
}
