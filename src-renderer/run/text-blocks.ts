const PIECE = 600;

/**
 * Text as blocks of pieces that stay the same while it grows, and the tail that still changes: each new word renders and lays out the
 * last block alone. A block ends with a line of the text; a line that is very long is pieces within one block. Blocks joined by line
 * ends are the text.
 */
export function textBlocks(text: string): readonly (readonly string[])[] {
  const blocks: string[][] = [[]];
  let start = 0;
  while (text.length - start > PIECE * 1.5) {
    const window = text.slice(start, start + PIECE);
    const line = window.lastIndexOf('\n');
    const end = line >= 0 ? line : window.lastIndexOf(' ') + 1 || wholeLength(window);
    blocks.at(-1)?.push(window.slice(0, end));
    start += end;
    if (line >= 0) {
      start += 1;
      blocks.push([]);
    }
  }
  blocks.at(-1)?.push(text.slice(start));
  return blocks;
}

const wholeLength = (piece: string): number => {
  const last = piece.charCodeAt(piece.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? piece.length - 1 : piece.length;
};
