import { MAX_DOCUMENT_BYTES } from '../../src-shared/team-document/read-document-text.ts';
import { HostError } from './host-error.ts';

/** Documents on their way in, piece by piece (a frame holds 1 MiB); a handful at a time, the oldest goes first. */
export class Uploads {
  readonly #pieces = new Map<string, string[]>();

  /** Adds a piece and returns the whole with the last one. DOCUMENT_TOO_LARGE ends the upload. */
  add(uploadId: string, text: string, done: boolean): string | null {
    const pieces = this.#pieces.get(uploadId) ?? [];
    pieces.push(text);
    this.#pieces.set(uploadId, pieces);
    if (pieces.reduce((sum, piece) => sum + piece.length, 0) > MAX_DOCUMENT_BYTES) {
      this.#pieces.delete(uploadId);
      throw new HostError(
        'DOCUMENT_TOO_LARGE',
        'The file is larger than 16 MiB, more than a team document may have. Check that it is the right file.',
      );
    }
    for (const id of this.#pieces.keys()) if (this.#pieces.size > 4) this.#pieces.delete(id);
    if (!done) return null;
    this.#pieces.delete(uploadId);
    return pieces.join('');
  }
}
