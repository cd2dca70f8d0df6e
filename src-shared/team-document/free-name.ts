/**
 * `wanted`, or with the first number behind it that is free: `Newsroom`, `Newsroom 2`. A number that already tells `wanted` apart from a
 * taken name is counted on: a copy of `Newsroom 2` is `Newsroom 3`.
 */
export function freeTeamName(taken: ReadonlySet<string>, wanted: string): string {
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/ \d+$/u, '');
  const base = taken.has(stem) ? stem : wanted;
  for (let number = 2; ; number += 1) if (!taken.has(`${base} ${number}`)) return `${base} ${number}`;
}
