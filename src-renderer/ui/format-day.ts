const DAY = 86_400_000;
const dayOf = (time: number) => new Date(time).setHours(0, 0, 0, 0);
const time = (value: number) => new Date(value).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
const date = (value: number, now: number) =>
  new Date(value).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(new Date(value).getFullYear() !== new Date(now).getFullYear() && { year: 'numeric' }),
  });

/** The day a list groups by: `Today`, `Yesterday`, `Earlier`. */
export function dayGroup(iso: string, now: number): 'Today' | 'Yesterday' | 'Earlier' {
  const days = Math.round((dayOf(now) - dayOf(Date.parse(iso))) / DAY);
  return days <= 0 ? 'Today' : days === 1 ? 'Yesterday' : 'Earlier';
}

/** When something started, in a list grouped by day: a time today and yesterday, a date before. */
export const startedAt = (iso: string, now: number): string =>
  dayGroup(iso, now) === 'Earlier' ? date(Date.parse(iso), now) : time(Date.parse(iso));

/** When something last changed: `just now`, `2 min ago`, `today 10:12`, `yesterday`, `24 Nov`. */
export function changedAt(iso: string, now: number): string {
  const at = Date.parse(iso);
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const group = dayGroup(iso, now);
  return group === 'Today' ? `today ${time(at)}` : group === 'Yesterday' ? 'yesterday' : date(at, now);
}

/** The whole moment, for tips and tables. */
export const moment = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
