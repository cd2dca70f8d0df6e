/** Pieces of a text that give way to others; places are those of the text as it was. */
export class TextSplices {
  readonly text: string;
  /** The text's own line end. */
  readonly eol: string;
  readonly #splices: { readonly start: number; readonly end: number; readonly piece: string }[] = [];

  constructor(text: string) {
    this.text = text;
    this.eol = /\r?\n/u.exec(text)?.[0] ?? '\n';
  }

  /** `piece`, written with LF, in place of what stands between two places; at the same place what comes first stands first. */
  put(start: number, end: number, piece: string): void {
    this.#splices.push({ start, end, piece: this.eol === '\n' ? piece : piece.replaceAll('\n', this.eol) });
  }

  /** The changed text; null when two pieces overlap. */
  apply(): string | null {
    let [changed, from] = ['', 0];
    for (const { start, end, piece } of this.#splices.toSorted((left, right) => left.start - right.start || left.end - right.end)) {
      if (start < from) return null;
      changed += this.text.slice(from, start) + piece;
      from = end;
    }
    return changed + this.text.slice(from);
  }

  lineStart(at: number): number {
    return this.text.lastIndexOf('\n', at - 1) + 1;
  }
  /** Behind the line's end. */
  lineEnd(at: number): number {
    const end = this.text.indexOf('\n', at);
    return end < 0 ? this.text.length : end + 1;
  }
  /** Whether only blanks stand before a place in its line. */
  isFirstInLine(at: number): boolean {
    return /^[ \t]*$/u.test(this.text.slice(this.lineStart(at), at));
  }
  /** As many blanks as stand, or would stand, before a place in its line. */
  indentAt(at: number): string {
    const before = this.text.slice(this.lineStart(at), at);
    return this.isFirstInLine(at) ? before : ' '.repeat(before.length);
  }
}
