import type { ChangeEvent, FocusEvent, KeyboardEvent, RefObject } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './Field.tsx';
import css from './Field.module.css';
import { directionOf, isLongText, isTooLong, shownOf, tooLongNote } from './long-text.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;
export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (text: string, control: Control) => void;
  /** More than one: a field that grows with its text. */
  readonly lines?: number | undefined;
  readonly isCode?: boolean | undefined;
  readonly placeholder?: string | undefined;
  /** False for names and codes: no red waves under them. */
  readonly isProse?: boolean | undefined;
  readonly onBlur?: (event: FocusEvent<Control>) => void;
  readonly onFocus?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<Control>) => void;
  readonly onSelect?: (control: Control) => void;
  readonly area?: RefObject<HTMLTextAreaElement | null>;
  readonly aria?: { readonly 'aria-controls'?: string | undefined; readonly 'aria-activedescendant'?: string | undefined } | undefined;
}

/** A labelled field of text. */
export function TextField({
  value,
  onChange,
  lines = 1,
  isCode = false,
  isProse = true,
  placeholder,
  onBlur,
  onFocus,
  onKeyDown,
  onSelect,
  area,
  aria,
  ...field
}: TextFieldProps) {
  const isLong = isLongText(value);
  if (isTooLong(value))
    return (
      <Field {...field}>
        {(control) => (
          <>
            <textarea {...control} readOnly rows={6} value={shownOf(value)} dir={directionOf(value)} />
            <p className="small dim">{tooLongNote(value)}</p>
            <Button
              onClick={({ currentTarget }) => {
                const shown = currentTarget.parentElement?.querySelector('textarea');
                if (shown != null) onChange('', shown);
              }}
            >
              Clear
            </Button>
          </>
        )}
      </Field>
    );
  return (
    <Field {...field}>
      {({ className, ...control }) => {
        const common = {
          ...control,
          ...aria,
          value,
          placeholder,
          dir: directionOf(value),
          spellCheck: isProse && !isCode && !isLong,
          autoComplete: 'off',
          onChange: ({ target }: ChangeEvent<Control>) => onChange(target.value, target),
          onSelect: ({ currentTarget }: { currentTarget: Control }) => onSelect?.(currentTarget),
          onBlur,
          onFocus,
          onKeyDown,
        } as const;
        const look = classNames(className, isCode && css['code']);
        return lines === 1 ? (
          <input {...common} className={look} />
        ) : (
          <textarea {...common} ref={area} rows={isLong ? 12 : lines} className={classNames(look, !isLong && css['grows'])} />
        );
      }}
    </Field>
  );
}
