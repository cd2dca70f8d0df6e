import type { TeamHead } from '../../src-shared/contract/teams-contract.ts';
import type { JsonObject } from '../../src-shared/kernel/json.ts';
import { diffDocuments } from '../../src-shared/team-document/document-change.ts';
import { mergeDocuments } from '../../src-shared/team-document/merge-documents.ts';
import { connectHost, whenOnline } from '../host-client/connect.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import { piecesOf } from '../host-client/text-pieces.ts';
import type { TeamEditor } from './editor-store.ts';
import { readTeam } from './read-team.ts';
import { noteUnsaved } from './unsaved-changes.ts';

const RETRY_MS = 1000;

/** Keeps a team on screen and in the library the same: saves every edit at once, and takes in what others save. */
export class TeamLink {
  readonly #editor: TeamEditor;
  readonly #leave = new AbortController();
  /** What the library holds, as far as this window knows. */
  #saved: { hash: string; document: JsonObject };
  #busy: Promise<void> | null = null;
  #fresh = false;
  /** The answer to a save was lost: the library may hold it. */
  #uncertain = false;

  constructor(editor: TeamEditor, saved: { hash: string; document: JsonObject }) {
    this.#editor = editor;
    this.#saved = saved;
    const stop = editor.store.subscribe((state, before) => {
      if (state.document !== before.document) this.#changed();
    });
    this.#leave.signal.addEventListener('abort', stop);
    if (editor.document !== saved.document) this.#changed();
    void this.#follow();
  }

  /** Everything done so far is in the library when this resolves; rejects when it cannot be saved. */
  async flush(): Promise<void> {
    while (this.#editor.document !== this.#saved.document) {
      await this.#save();
      const { saving } = this.#editor.store.getState();
      if (saving.kind === 'failed' || saving.kind === 'removed') throw new Error(saving.message);
    }
  }
  /** What is done from now on begins a version of its own. */
  beginVersion(): void {
    this.#fresh = true;
  }
  /** Tries again what could not be saved. */
  retry(): void {
    void this.#save();
  }
  /** Ends the following; a save on its way goes through. */
  close(): void {
    this.#leave.abort();
  }

  #changed(): void {
    noteUnsaved(this.#editor.store.getState().head.id, this.#saved.document, this.#editor.document);
    void this.#save();
  }

  /** One save at a time; what was edited meanwhile goes with the next. */
  #save(): Promise<void> {
    this.#busy ??= this.#saveAll().finally(() => {
      this.#busy = null;
    });
    return this.#busy;
  }

  async #saveAll(): Promise<void> {
    const { store } = this.#editor;
    while (this.#editor.document !== this.#saved.document) {
      store.setState({ saving: { kind: 'saving' } });
      try {
        await this.#saveOnce();
      } catch (failure) {
        const { code, message } = hostErrorOf(failure);
        if (code !== 'OFFLINE') {
          store.setState({ saving: { kind: code === 'UNKNOWN_TEAM' ? 'removed' : 'failed', message } });
          return;
        }
        this.#uncertain = true;
        store.setState({ saving: { kind: 'offline' } });
        await whenOnline(this.#leave.signal).catch(() => undefined);
        if (this.#leave.signal.aborted) return;
      }
    }
    noteUnsaved(store.getState().head.id, this.#saved.document, this.#editor.document);
    store.setState({ saving: { kind: 'saved' } });
  }

  async #saveOnce(): Promise<void> {
    const document = this.#editor.document;
    const changes = diffDocuments(this.#saved.document, document);
    if (changes.length === 0) {
      this.#saved = { ...this.#saved, document };
      return;
    }
    const teamId = this.#editor.store.getState().head.id;
    const call = { teamId, base: this.#saved.hash, uploadId: crypto.randomUUID().replaceAll('-', ''), fresh: this.#fresh };
    for (const piece of piecesOf(JSON.stringify(changes))) {
      const answer = await connectHost().teams.save({ ...call, ...piece });
      if (answer.kind === 'more') continue;
      if (answer.kind === 'behind') return await this.#catchUp();
      this.#fresh = false;
      this.#uncertain = false;
      this.#saved = { hash: answer.head.hash, document };
      this.#editor.store.setState({ head: answer.head });
    }
  }

  /** Takes in the library's newest text: what is not saved here is put on top of it. */
  async #catchUp(): Promise<void> {
    const { head, document: theirs } = await readTeam(this.#editor.store.getState().head.id, this.#leave.signal);
    if (theirs === null) {
      this.#editor.store.setState({
        head,
        notice: 'The text that was saved from outside cannot be read; it stays under Versions, and what you see here is saved anew.',
      });
      return;
    }
    const mine = this.#editor.document;
    const { document, lost } = mergeDocuments(this.#saved.document, mine, theirs, this.#uncertain);
    this.#uncertain = false;
    const hadOwn = mine !== this.#saved.document;
    this.#saved = { hash: head.hash, document: theirs };
    if (hadOwn) this.#fresh = true;
    this.#editor.store.setState({ head });
    const notice =
      lost.length === 0
        ? null
        : 'Another window or program removed something that you were changing. The change could not be kept; undo in that window, or look under Versions.';
    if (document !== mine) this.#editor.replace(document, notice);
  }

  async #follow(): Promise<void> {
    const { signal } = this.#leave;
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      try {
        const { head } = this.#editor.store.getState();
        const news: TeamHead = await connectHost().teams.next(
          { teamId: head.id, after: { hash: this.#saved.hash, file: head.file } },
          { signal },
        );
        if (isOver()) return;
        // A save of our own on its way: its answer tells the same.
        await this.#busy;
        if (news.hash !== this.#saved.hash) await this.#catchUp();
        this.#editor.store.setState(({ head: known }) => (known.hash === news.hash ? { head: news } : {}));
      } catch (failure) {
        if (isOver()) return;
        const { code, message } = hostErrorOf(failure);
        if (code === 'UNKNOWN_TEAM') return this.#editor.store.setState({ saving: { kind: 'removed', message } });
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        await whenOnline(signal).catch(() => undefined);
      }
    }
  }
}
