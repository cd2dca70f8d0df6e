import type { ChangeEvent, FocusEvent, KeyboardEvent, RefObject } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './Field.tsx';
import css from './Field.module.css';

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

/** Text of this length is set in a field of fixed height and direction: browsers measure the whole of it anew at each letter. */
const LONG = 20_000;
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

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
  const isLong = value.length > LONG;
  return (
    <Field {...field}>
      {({ className, ...control }) => {
        const common = {
          ...control,
          ...aria,
          value,
          placeholder,
          dir: !isLong ? 'auto' : RIGHT_TO_LEFT.test(value.slice(0, 500)) ? 'rtl' : 'ltr',
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
