import type { TeamHead } from '../../src-shared/contract/teams-contract.ts';
import type { JsonObject } from '../../src-shared/kernel/json.ts';
import { diffDocuments, isSameJson } from '../../src-shared/team-document/document-change.ts';
import { mergeDocuments } from '../../src-shared/team-document/merge-documents.ts';
import { newCommandId } from '../host-client/command-id.ts';
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
  /** What was sent in saves whose answers were lost: the library may hold one of them. */
  #unanswered: JsonObject[] = [];

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

  /** Everything done so far is in the library when this resolves, with the digest of its text; rejects when it cannot be saved. */
  async flush(): Promise<string> {
    while (this.#editor.document !== this.#saved.document) {
      if (this.#leave.signal.aborted) throw new Error('The page of this team was left before its last changes were saved.');
      await this.#save();
      const { saving } = this.#editor.store.getState();
      if (saving.kind === 'failed' || saving.kind === 'removed') throw new Error(saving.message);
    }
    return this.#saved.hash;
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
    noteUnsaved(this.#editor.store.getState().head.id, this.#saved, this.#editor.document);
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
        store.setState({ saving: { kind: 'offline' } });
        await whenOnline(this.#leave.signal).catch(() => undefined);
        if (this.#leave.signal.aborted) return;
      }
    }
    noteUnsaved(store.getState().head.id, this.#saved, this.#editor.document);
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
    const call = { teamId, base: this.#saved.hash, uploadId: newCommandId(), fresh: this.#fresh };
    const unanswered = this.#unanswered;
    this.#unanswered = [...unanswered, document];
    for (const piece of piecesOf(JSON.stringify(changes))) {
      const answer = await connectHost().teams.save({ ...call, ...piece });
      if (answer.kind === 'more') continue;
      this.#unanswered = answer.kind === 'behind' ? unanswered : [];
      if (answer.kind === 'behind') return await this.#catchUp();
      this.#fresh = false;
      this.#saved = { hash: answer.head.hash, document };
      this.#editor.store.setState({ head: answer.head });
    }
  }

  /** Takes in the library's newest text: what is not saved here is put on top of it. */
  async #catchUp(): Promise<void> {
    const { head, document: theirs } = await readTeam(this.#editor.store.getState().head.id, this.#leave.signal);
    if (theirs === null) {
      const message =
        'The library holds a text of this team that this version cannot read. Look under Versions, or open it with a newer Troupe.';
      this.#editor.store.setState({ head, saving: { kind: 'failed', message } });
      throw new Error(message);
    }
    const mine = this.#editor.document;
    const landed = this.#unanswered.find((sent) => isSameJson(sent, theirs));
    const { document, lost } = mergeDocuments(landed ?? this.#saved.document, mine, theirs, this.#unanswered.length > 0);
    this.#unanswered = [];
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
        const { hash } = this.#saved;
        const news: TeamHead = await connectHost().teams.next({ teamId: head.id, after: { hash, file: head.file } }, { signal });
        if (isOver()) return;
        await this.#busy;
        // After a save of our own these news are older than what is known; the next ones tell.
        if (this.#saved.hash !== hash) continue;
        if (news.hash !== hash) await this.#catchUp();
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
