import { type ReactNode, useId } from 'react';
import css from './Inspect.module.css';
import { TextValue } from './ValueTree.tsx';

/** A setting as it was: its label, and what stood there. */
export function Shown({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className={css['shown']}>
      <dt id={id} className={css['label']}>
        {label}
      </dt>
      <dd aria-labelledby={id}>{children}</dd>
    </div>
  );
}

/** The same for a text that people wrote; `of` names it when it is saved. */
export function ShownText({ label, text, of }: { label: string; text: string | undefined; of: string }) {
  return (
    <Shown label={label}>
      <TextValue text={text ?? ''} title={`${label} of ${of}`} />
    </Shown>
  );
}
