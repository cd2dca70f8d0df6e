/** Milliseconds since 1970 of an event's `YYYY-MM-DDTHH:mm:ss.sssZ`, without a clock (Gregorian days by the civil-from-days rule). */
export function timestampMs(timestamp: string): number {
  const [year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0, milli = 0] = timestamp.split(/\D/).map(Number);
  // March-based years put the leap day last, so that month lengths follow one formula.
  const y = month > 2 ? year : year - 1;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const days = era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
  return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + milli;
}
