/** Browsers measure the whole of a text anew at each letter: text of this length is set in a field of fixed height and direction. */
const LONG = 20_000;
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

export const isLongText = (text: string): boolean => text.length > LONG;
/** The direction of a field: found by the browser, for a long text by its beginning. */
export const directionOf = (text: string): 'auto' | 'rtl' | 'ltr' =>
  !isLongText(text) ? 'auto' : RIGHT_TO_LEFT.test(text.slice(0, 500)) ? 'rtl' : 'ltr';

/** Text beyond this length would hold a page up for seconds at each letter: a field shows its beginning only. */
const TOO_LONG = 100_000;
const SHOWN = 4000;

export const isTooLong = (text: string): boolean => text.length > TOO_LONG;
/** What a field shows of a text that is too long for it. */
export const shownOf = (text: string): string => `${text.slice(0, SHOWN).toWellFormed()}…`;
export const tooLongNote = (text: string): string =>
  `${text.length.toLocaleString('en')} characters, of which the beginning is shown. Edit it in the exported file, or type a new text after Clear.`;
