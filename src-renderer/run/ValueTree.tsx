import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { visibleText } from '../ui/visible-text.ts';
import css from './ValueTree.module.css';

const TEXT = 2000;
const ENTRIES = 50;

function LongString({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const long = text.length > TEXT && !all;
  return (
    <>
      <span className={css['text']} dir="auto">
        {visibleText(long ? text.slice(0, TEXT) : text)}
        {long && '…'}
      </span>
      {long && <Button onClick={() => setAll(true)}>Show the rest</Button>}
    </>
  );
}

/** A JSON value to be read rather than parsed: names beside values, texts as texts, long ones folded. */
export function ValueTree({ value }: { value: unknown }) {
  const [all, setAll] = useState(false);
  if (typeof value === 'string') return value === '' ? <span className="dimmer">empty</span> : <LongString text={value} />;
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
              <ValueTree value={entry} />
            </dd>
          </div>
        ))}
      </dl>
      {shown.length < entries.length && <Button onClick={() => setAll(true)}>Show {entries.length - shown.length} more</Button>}
    </>
  );
}
