import { pointerOf } from '../../../src-shared/kernel/json.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import css from './Inspector.module.css';
import { type Place, useFinding, useSetter, useValue } from './places.ts';

/** A part of the document that this version keeps and cannot use: to be read, and to be removed. */
export function KeptAsItIs({ label, place }: { label: string; place: Place }) {
  const value = useValue(place);
  const finding = useFinding(place);
  const set = useSetter(`Remove ${label.toLowerCase()}`, place);
  if (value === undefined) return null;
  return (
    <div className={css['kept']}>
      <Field label={label} at={pointerOf(place)} finding={finding}>
        {(control) => <textarea {...control} readOnly rows={3} value={visibleText(JSON.stringify(value, null, 2).slice(0, 4000))} />}
      </Field>
      <Button onClick={() => set(undefined)}>Remove {label.toLowerCase()}</Button>
    </div>
  );
}
