// Everything that a person cannot see but that changes what they read: controls (not line feed and tab), direction overrides,
// zero-width and tag characters. A joiner is shown only between Latin letters and digits, where it hides a difference.
const HIDDEN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<=[\p{Script=Latin}\d])[\u200c\u200d](?=[\p{Script=Latin}\d])/gu;

/** Foreign text as it may be shown: hidden characters become `‹U+202E›`, halves of a code point `\uFFFD`. Returns the same string when there is nothing to show. */
export function visibleText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole
    .replaceAll('\r\n', '\n')
    .replace(HIDDEN, (character) => `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`);
}
