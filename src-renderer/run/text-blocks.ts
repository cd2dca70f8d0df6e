const BLOCK = 600;

/**
 * Growing text as blocks that stay the same once they are there and a tail that still changes, so that each new word renders the tail
 * alone. A block ends at the last line end, or else space, of its 600 characters; joined, blocks and tail are the text.
 */
export function textBlocks(text: string): { sealed: string[]; tail: string } {
  const sealed: string[] = [];
  let start = 0;
  while (text.length - start > BLOCK * 1.5) {
    const piece = text.slice(start, start + BLOCK);
    const word = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf(' ')) + 1;
    const end = word > 0 ? word : safeEnd(piece);
    sealed.push(piece.slice(0, end));
    start += end;
  }
  return { sealed, tail: text.slice(start) };
}

const safeEnd = (piece: string): number => {
  const last = piece.charCodeAt(piece.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? piece.length - 1 : piece.length;
};
