import { MAX_DOCUMENT_BYTES } from '../../src-shared/team-document/read-document-text.ts';
import { HostError } from './host-error.ts';

/** Most uploads at once; a further one takes the place of the one untouched for longest. */
const MOST = 4;
/** Given-up uploads remembered, so that the rest of one is not taken for a document of its own. */
const MOST_ENDED = 1000;

const REFUSALS = {
  file: {
    tooLarge: 'The file is larger than 16 MiB, more than a team document may have. Check that it is the right file.',
    lost: `More than ${MOST} files came in at once, so this one was given up. Import it again.`,
  },
  save: {
    tooLarge: 'These changes are larger than 16 MiB, more than a team document may have. Undo the last one, then save.',
    lost: `More than ${MOST} saves came in at once, so this one was given up; the team in the library is unchanged. Save again.`,
  },
} as const;

/** Documents, or the changes of a save, on their way in, piece by piece (a frame holds 1 MiB). */
export class Uploads {
  readonly #pieces = new Map<string, { readonly texts: string[]; units: number }>();
  readonly #ended = new Map<string, HostError>();
  readonly #says: { readonly tooLarge: string; readonly lost: string };

  constructor(what: keyof typeof REFUSALS) {
    this.#says = REFUSALS[what];
  }

  /** Adds a piece and returns the whole with the last one. DOCUMENT_TOO_LARGE and UPLOAD_LOST end the upload. */
  add(uploadId: string, text: string, done: boolean): string | null {
    const ended = this.#ended.get(uploadId);
    if (ended !== undefined) throw ended;
    const upload = this.#pieces.get(uploadId) ?? { texts: [], units: 0 };
    this.#pieces.delete(uploadId);
    upload.texts.push(text);
    upload.units += text.length;
    if (upload.units > MAX_DOCUMENT_BYTES) throw this.#end(uploadId, new HostError('DOCUMENT_TOO_LARGE', this.#says.tooLarge));
    if (done) return upload.texts.join('');
    this.#pieces.set(uploadId, upload);
    for (const id of this.#pieces.keys()) {
      if (this.#pieces.size <= MOST) break;
      this.#pieces.delete(id);
      this.#end(id, new HostError('UPLOAD_LOST', this.#says.lost));
    }
    return null;
  }

  #end(uploadId: string, error: HostError): HostError {
    this.#ended.set(uploadId, error);
    for (const id of this.#ended.keys()) {
      if (this.#ended.size <= MOST_ENDED) break;
      this.#ended.delete(id);
    }
    return error;
  }
}
