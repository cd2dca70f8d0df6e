const two = (value: number) => String(value).padStart(2, '0');

/** `00:42`, `12:05`, `1:02:05`. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** `12 ms`, `0.4 s`, `13.6 s`, then minutes as a clock. */
export function shortTime(milliseconds: number): string {
  if (milliseconds < 100) return `${Math.max(0, Math.round(milliseconds))} ms`;
  return milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(1)} s` : clock(milliseconds);
}

/** `840`, `12.4k`, `2.1M`. */
export function shortNumber(value: number): string {
  const scale = value >= 999_500 ? 1_000_000 : value >= 1000 ? 1000 : 1;
  if (scale === 1) return String(value);
  const scaled = value / scale;
  return `${scaled >= 100 ? scaled.toFixed(0) : scaled.toFixed(1)}${scale === 1000 ? 'k' : 'M'}`;
}

/** `$0.031`, `$2.17`, from millionths of a dollar. */
export const money = (microUsd: number): string => `$${(microUsd / 1_000_000).toFixed(microUsd >= 1_000_000 ? 2 : 3)}`;

/** `1 member`, `3 members`. */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The word with a capital, as lists and toolbars say it. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
