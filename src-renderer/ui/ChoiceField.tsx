import { ChevronDown } from 'lucide-react';
import { Field, type FieldProps } from './Field.tsx';
import css from './Field.module.css';
import { visibleText } from './visible-text.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}
type ChoiceFieldProps = FieldProps & {
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
};

/** A labelled choice of one. A value that is none of the choices stays to be chosen, as it is. */
export function ChoiceField({ value, choices, onChange, ...field }: ChoiceFieldProps) {
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <Field {...field}>
      {(control) => (
        <div className={css['choice']}>
          <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
            {!isKnown && <option value={value}>{visibleText(value)}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {visibleText(choice.label)}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
