// Controls, format characters (bidirectional, zero-width, soft hyphen), line separators and fillers; not the sign that makes an emoji colourful.
const HIDDEN = /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const JOINED_EMOJI = /(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/gu;

/** True when a name holds a character that can not be seen (faults.md F4). The joiner inside an emoji is not meant. */
export const hasHiddenCharacters = (text: string): boolean => text.replace(JOINED_EMOJI, '').search(HIDDEN) !== -1;

/** A text without the characters that can not be seen; the joiner inside an emoji stays. */
export function withoutHidden(text: string): string {
  const joiners = new Set([...text.matchAll(JOINED_EMOJI)].map(({ index }) => index));
  return text.replace(HIDDEN, (character, index: number) => (joiners.has(index) ? character : ''));
}

/** Every character that can not be seen as an escape, `\u202e`; the joiner inside an emoji stays. */
export function revealHidden(text: string): string {
  const joiners = new Set([...text.matchAll(JOINED_EMOJI)].map(({ index }) => index));
  return text.replace(HIDDEN, (character, index: number) =>
    joiners.has(index) ? character : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** Makes hidden characters of a text visible as `\u202e`, and cuts it after `limit` UTF-16 units: what messages may show of a hostile name. */
export function visible(text: string, limit = 60): string {
  const head = text.slice(0, limit).toWellFormed();
  const clean = revealHidden(head);
  return head.length < text.length ? `${clean}…` : clean;
}

/** A value of a document as a message shows it: text in quotes, of a list or a group of fields only its kind. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'empty' : `"${visible(value)}"`;
  if (value === undefined) return 'missing';
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'a group of fields';
}
