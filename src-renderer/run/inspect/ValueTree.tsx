import { useState } from 'react';
import { pointerStep } from '../../../src-shared/kernel/json.ts';
import { headOf } from '../../../src-shared/run/fit-json.ts';
import { Button } from '../../ui/Button.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { LongTextButton, type TextSource } from '../LongText.tsx';
import { Words } from '../Words.tsx';
import css from './ValueTree.module.css';

const TEXT = 2000;
const ENTRIES = 50;

/** Where a value lies in the log, so that a text that travelled as its beginning can be read whole. */
export type ValuePlace = { readonly revision: number; readonly pointer: string };

/** A text as it is written; of a long one the beginning, and the way to all of it. */
export function TextValue({ text, title, from = { text } }: { text: string; title: string; from?: TextSource }) {
  if (text === '') return <span className="dimmer">empty</span>;
  const isLong = text.length > TEXT;
  return (
    <>
      <span className={css['text']} dir="auto">
        <Words text={isLong ? headOf(text, TEXT) : text} />
        {isLong && '…'}
      </span>
      {isLong && <LongTextButton title={title} from={from} />}
    </>
  );
}

/** A JSON value to be read rather than parsed: names beside values, texts as texts, long ones folded. `title` names what is saved of it. */
export function ValueTree({ value, title, place }: { value: unknown; title: string; place?: ValuePlace | undefined }) {
  const [all, setAll] = useState(false);
  if (typeof value === 'string') return <TextValue text={value} title={title} {...(place && { from: place })} />;
  if (typeof value !== 'object' || value === null)
    return <code className="code">{value === undefined ? 'null' : JSON.stringify(value)}</code>;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="dimmer">none</span>;
  const shown = all ? entries : entries.slice(0, ENTRIES);
  return (
    <>
      <dl className={Array.isArray(value) ? css['list'] : css['tree']}>
        {shown.map(([key, entry]) => (
          <div key={key} className={css['entry']}>
            <dt className={css['key']}>{Array.isArray(value) ? Number(key) + 1 : visibleText(key)}</dt>
            <dd className={css['value']}>
              <ValueTree value={entry} title={`${title} ${key}`} place={place && { ...place, pointer: place.pointer + pointerStep(key) }} />
            </dd>
          </div>
        ))}
      </dl>
      {shown.length < entries.length && <Button onClick={() => setAll(true)}>Show {entries.length - shown.length} more</Button>}
    </>
  );
}
