import css from './Meter.module.css';

/** How much of a limit is used; without a limit only the amount. `words` is what a screen reader says. */
export function Meter({ label, used, cap, text, words }: { label: string; used: number; cap: number | null; text: string; words: string }) {
  return (
    <span
      className={css['meter']}
      role="meter"
      aria-label={label}
      aria-valuenow={used}
      aria-valuemin={0}
      aria-valuemax={Math.max(cap ?? used, used, 1)}
      aria-valuetext={words}
    >
      {label}
      <span>
        <b className={css['used']}>{text}</b>
        {cap !== null && ` / ${cap}`}
      </span>
      {cap !== null && (
        <span className={css['track']}>
          <i className={css['fill']} style={{ width: `${cap === 0 ? 100 : Math.min(100, (used / cap) * 100)}%` }} />
        </span>
      )}
    </span>
  );
}
