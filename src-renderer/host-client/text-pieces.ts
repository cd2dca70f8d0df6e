import { PIECE } from '../../src-shared/contract/teams-contract.ts';

/** The document in pieces of at most 128 Ki UTF-16 units; no piece ends inside a code point. */
export function* piecesOf(text: string): Generator<{ text: string; done: boolean }> {
  let start = 0;
  do {
    let end = Math.min(start + PIECE, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end -= 1;
    yield { text: text.slice(start, end), done: end === text.length };
    start = end;
  } while (start < text.length);
}

/** A text that comes in pieces, whole: `read` gives the one from an offset on. */
export async function wholeText(read: (offset: number) => Promise<{ readonly text: string; readonly total: number }>): Promise<string> {
  let whole = '';
  for (;;) {
    const { text, total } = await read(whole.length);
    whole += text;
    if (whole.length >= total || text === '') return whole;
  }
}
