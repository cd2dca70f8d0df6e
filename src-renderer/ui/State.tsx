import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './State.module.css';

const ring = (
  <>
    <circle cx="7" cy="7" r="5" fill="none" stroke="currentColor" strokeWidth="2" opacity=".25" />
    <path className={css['spin']} d="M7 2a5 5 0 0 1 5 5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </>
);
const disc = <circle cx="7" cy="7" r="6" fill="currentColor" />;
const circle = <circle cx="7" cy="7" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.5" />;
const dashed = <circle cx="7" cy="7" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 2.2" />;
const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round' } as const;
const onDisc = { fill: 'none', stroke: 'var(--bg)', strokeWidth: 1.6, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
const tick = (
  <>
    {disc}
    <path d="m4.3 7.2 1.9 1.9 3.5-4" {...onDisc} />
  </>
);
const cross = (
  <>
    <rect x="1" y="1" width="12" height="12" rx="3" fill="currentColor" />
    <path d="m4.7 4.7 4.6 4.6M9.3 4.7 4.7 9.3" {...onDisc} />
  </>
);

// Round = alive or over; square = failed; `?` on a disc = a person must act; dashes = not yet; slash = cancelled.
const GLYPHS = {
  idle: <circle cx="7" cy="7" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  queued: dashed,
  starting: dashed,
  running: ring,
  waiting: (
    <>
      {disc}
      <path d="M5.3 5.6a1.7 1.7 0 1 1 2.6 1.5c-.6.3-.9.6-.9 1.1M7 10.1v.01" {...onDisc} strokeWidth={1.4} />
    </>
  ),
  done: tick,
  complete: tick,
  failed: cross,
  cancelled: (
    <>
      {circle}
      <path d="M3.5 10.5 10.5 3.5" {...line} />
    </>
  ),
  paused: (
    <>
      {circle}
      <path d="M5.7 5v4M8.3 5v4" {...line} />
    </>
  ),
  stopped: (
    <>
      {circle}
      <rect x="5" y="5" width="4" height="4" fill="currentColor" />
    </>
  ),
  interrupted: (
    <>
      <path d="M3.3 10.7a5.2 5.2 0 0 1 0-7.4M10.7 3.3a5.2 5.2 0 0 1 0 7.4" {...line} />
      <path d="M7 4v3.5M7 9.8v.01" {...line} />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type StateKind = keyof typeof GLYPHS;

/** The glyph of a state alone; only where its word stands beside it. */
export function StateGlyph({ kind, size = 14 }: { kind: StateKind; size?: number }) {
  return (
    <svg className={classNames(css['glyph'], css[kind])} viewBox="0 0 14 14" width={size} height={size} aria-hidden="true">
      {GLYPHS[kind]}
    </svg>
  );
}

/** A state as glyph and word: colour is never the only sign. */
export function State({ kind, children, className }: { kind: StateKind; children?: ReactNode; className?: string | undefined }) {
  return (
    <span className={classNames(css['state'], css[kind], className)}>
      <StateGlyph kind={kind} />
      <span>{children ?? (kind === 'waiting' ? 'asks you' : kind)}</span>
    </span>
  );
}
