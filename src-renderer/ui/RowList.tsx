import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import css from './RowList.module.css';
import { useVirtual } from './use-virtual.ts';

const PLAIN = 200;

interface RowListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Height of a row in pixels. */
  readonly heightOf: (row: Row) => number;
  /** The element that scrolls; several lists may share it. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly children: (row: Row) => ReactNode;
}

/** Arrow keys walk the links of a list, Home and End go to its ends. */
function walkLinks(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined || !(event.target instanceof HTMLAnchorElement)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[href]')];
  const next = Math.min(links.length - 1, Math.max(0, links.indexOf(event.target) + step));
  links[next]?.focus();
  event.preventDefault();
}

/** A list of rows that stays fast at any length: a short one is plain, of a long one only what is near the eye exists. */
export function RowList<Row>({ label, rows, keyOf, heightOf, scroller, children }: RowListProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const [start, setStart] = useState(0);
  const long = rows.length > PLAIN;
  // Where the list starts moves with what stands above it; it is looked at whenever the rows change.
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    const frame = scroller.current;
    setStart(top - (frame?.getBoundingClientRect().top ?? 0) + (frame?.scrollTop ?? 0));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [scroller, rows.length]);
  const sizeAt = (index: number) => {
    const row = rows[index];
    return row === undefined ? 0 : heightOf(row);
  };
  const virtual = useVirtual({
    count: rows.length,
    enabled: long,
    getScrollElement: () => scroller.current,
    size: sizeAt,
    scrollMargin: start,
    overscan: 12,
  });
  if (!long)
    return (
      // Arrow keys are an addition to the links inside, which are the controls.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <ul ref={list} aria-label={label} onKeyDown={walkLinks}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={css['row']} style={{ height: heightOf(row) }}>
            {children(row)}
          </li>
        ))}
      </ul>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={list} aria-label={label} onKeyDown={walkLinks} style={{ height: virtual.getTotalSize() }} className={css['long']}>
      {virtual.getVirtualItems().map(({ index, start: top, size }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <li
            key={keyOf(row)}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className={css['placed']}
            style={{ height: size, transform: `translateY(${top - start}px)` }}
          >
            {children(row)}
          </li>
        );
      })}
    </ul>
  );
}
