/** Number of single-character edits between two short texts (Levenshtein). */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

const LONGEST = 64;
const MOST = 200;

/** How many edits still make a slip of the pen: none in the shortest names, where another name is as near. */
const allowedEdits = (length: number): number => (length < 3 ? 0 : length === 3 ? 1 : Math.max(2, Math.floor(length / 3)));

/** The known name a person probably meant, or null when none is near; upper case counts as lower. Looks at the first 200 candidates only. */
export function closest(name: string, candidates: Iterable<string>): string | null {
  if (name.length > LONGEST) return null;
  let best: string | null = null;
  let least = 1 + allowedEdits(name.length);
  let seen = 0;
  for (const candidate of candidates) {
    seen += 1;
    if (seen > MOST) break;
    if (candidate.length > LONGEST) continue;
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}
