import { SquareX, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import css from './Field.module.css';
import { Name } from './Name.tsx';

/** What is wrong with what stands in a field. */
export interface FieldFinding {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}
export interface FieldProps {
  readonly label: string;
  /** The label is only for those who cannot see what stands around the field. */
  readonly isBare?: boolean | undefined;
  /** Where in the document the field's value stands: the keyboard is brought here by it. */
  readonly at?: string | undefined;
  readonly finding?: FieldFinding | null | undefined;
}
/** What the control inside a field takes on. */
interface ControlProps {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'data-at': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A labelled control and, below it, what is wrong with its value. */
export function Field({ label, isBare = false, at, finding, children }: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const messageId = `${id}-message`;
  return (
    <div className={css['field']}>
      <label htmlFor={id} className={isBare ? 'offscreen' : css['label']}>
        {label}
      </label>
      {children({
        id,
        className: css['input'],
        'data-at': at,
        'aria-invalid': finding?.severity === 'error' || undefined,
        'aria-describedby': finding == null ? undefined : messageId,
      })}
      {finding != null && <FieldMessage id={messageId} finding={finding} />}
    </div>
  );
}

/** What is wrong with a value, in the words of the problem. */
export function FieldMessage({ id, finding: { severity, message } }: { id?: string; finding: FieldFinding }) {
  return (
    <p id={id} className={classNames(css['message'], css[severity])} role={severity === 'error' ? 'alert' : undefined}>
      {severity === 'error' ? <SquareX aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <span>
        <Name>{message}</Name>
      </span>
    </p>
  );
}

/** A labelled text that is shown, not edited; it can be selected and copied. */
export function ReadOnlyField({ label, value, lines = 1 }: { label: string; value: string; lines?: number }) {
  return (
    <Field label={label}>
      {(control) =>
        lines > 1 ? (
          <textarea {...control} readOnly rows={lines} value={value} dir="auto" />
        ) : (
          <input {...control} readOnly value={value} dir="auto" />
        )
      }
    </Field>
  );
}
