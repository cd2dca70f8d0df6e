export interface MentionTarget {
  readonly id: string;
  readonly name: string;
}
export type TextSpan = { readonly text: string; readonly mentioned?: string };

const wordCharacter = /[\p{L}\p{N}_-]/u;

/**
 * Where a message's text spells a member that its mentions name (`@id` or `@name`, case aside), so that it can be underlined there.
 * Only the field says who is mentioned; `missing` are those that the text does not spell.
 */
export function mentionSpans(
  text: string,
  mentioned: readonly MentionTarget[],
): { spans: readonly TextSpan[]; missing: readonly string[] } {
  const lower = text.toLowerCase();
  // Lower case may change the length of a few letters; then places would not match, and nothing is underlined in place.
  if (lower.length !== text.length) return { spans: [{ text }], missing: mentioned.map(({ id }) => id) };
  const found: { start: number; end: number; id: string }[] = [];
  for (const { id, name } of mentioned)
    for (const word of new Set([name.toLowerCase(), id.toLowerCase()])) {
      if (word === '') continue;
      for (let at = lower.indexOf(`@${word}`); at >= 0; at = lower.indexOf(`@${word}`, at + 1)) {
        const end = at + word.length + 1;
        if (!wordCharacter.test(text.charAt(end)) && !found.some((other) => at < other.end && end > other.start))
          found.push({ start: at, end, id });
      }
    }
  found.sort((a, b) => a.start - b.start);
  const spans: TextSpan[] = [];
  let done = 0;
  for (const { start, end, id } of found) {
    if (start > done) spans.push({ text: text.slice(done, start) });
    spans.push({ text: text.slice(start, end), mentioned: id });
    done = end;
  }
  if (done < text.length) spans.push({ text: text.slice(done) });
  const spelled = new Set(found.map(({ id }) => id));
  return { spans, missing: mentioned.filter(({ id }) => !spelled.has(id)).map(({ id }) => id) };
}
