import { useState } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** What a typed text means: how the value is written and how it is kept, or why it cannot be. */
export type Reading = { readonly text: string; readonly save: () => void } | { readonly refusal: string };

type DraftFieldProps = Omit<TextFieldProps, 'onChange' | 'onKeyDown' | 'onBlur'> & {
  /** The value that is kept, as text. */
  readonly value: string;
  readonly read: (text: string) => Reading;
  /** Kept with each letter that leaves it valid, or when the field is left or Enter is pressed. */
  readonly saves?: 'typing' | 'leaving';
  /** A refused text stays to be mended, or gives way to the kept one when the field is left or Enter is pressed. */
  readonly refused?: 'stays' | 'goes';
  readonly onLeave?: (() => void) | undefined;
};

/**
 * A field whose text is not always a value. What is typed is a draft until it is one; a draft ends with Escape, with Ctrl Z, and when the kept
 * value becomes another by something else.
 */
export function DraftField({ value, read, saves = 'typing', refused = 'stays', onLeave, ...field }: DraftFieldProps) {
  const [draft, setDraft] = useState<{ readonly text: string; readonly of: string } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isOpen = draft !== null && draft.of === value;
  const text = isOpen ? draft.text : value;

  const type = (typed: string) => {
    const reading = read(typed);
    const isKept = 'text' in reading && saves === 'typing';
    setRefusal('refusal' in reading && saves === 'typing' ? reading.refusal : null);
    setDraft({ text: typed, of: isKept ? reading.text : value });
    if (isKept && reading.text !== value) reading.save();
  };
  const leave = () => {
    if (isOpen) {
      const reading = read(draft.text);
      if ('text' in reading) {
        setDraft(null);
        setRefusal(null);
        if (reading.text !== value) reading.save();
      } else {
        setRefusal(reading.refusal);
        if (refused === 'goes') setDraft(null);
      }
    } else setRefusal(null);
    onLeave?.();
  };
  const giveUp = () => {
    setDraft(null);
    setRefusal(null);
  };
  const isRefused = refusal !== null && (isOpen || refused === 'goes');
  return (
    <TextField
      {...field}
      value={text}
      finding={isRefused ? { severity: 'error', message: refusal } : field.finding}
      onChange={type}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (field.lines ?? 1) === 1) leave();
        const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
        if ((event.key !== 'Escape' && !isUndo) || !isOpen || text === value) return;
        event.preventDefault();
        event.stopPropagation();
        giveUp();
      }}
    />
  );
}
