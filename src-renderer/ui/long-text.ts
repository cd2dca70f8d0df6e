/** Browsers measure the whole of a text anew at each letter: text of this length is set in a field of fixed height and direction. */
const LONG = 20_000;
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

export const isLongText = (text: string): boolean => text.length > LONG;
/** The direction of a field: found by the browser, for a long text by its beginning. */
export const directionOf = (text: string): 'auto' | 'rtl' | 'ltr' =>
  !isLongText(text) ? 'auto' : RIGHT_TO_LEFT.test(text.slice(0, 500)) ? 'rtl' : 'ltr';
