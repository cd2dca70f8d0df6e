import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { TeamHead } from '../../src-shared/contract/teams-contract.ts';
import type { JsonObject } from '../../src-shared/kernel/json.ts';
import { diffDocuments } from '../../src-shared/team-document/document-change.ts';
import { thingAt } from '../../src-shared/team-document/edit/thing-at.ts';
import { hasThing, readKey, type ThingKey } from '../../src-shared/team-document/edit/thing-key.ts';
import { problemsOfDocument } from '../../src-shared/team-document/load-team-document.ts';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { sketchAgain, sketchTeam } from '../../src-shared/team-document/sketch-team.ts';
import { type History, NO_HISTORY, redone, undone, withAct } from './acts.ts';

/** How the document on screen and the library stand. */
type Saving = { readonly kind: 'saved' | 'saving' | 'offline' } | { readonly kind: 'failed' | 'removed'; readonly message: string };

/** A team that is edited. The document is the one truth; all else is derived from it or is about the looking at it. */
export interface EditorState {
  readonly head: TeamHead;
  readonly document: JsonObject;
  readonly team: TeamSketch;
  readonly problems: readonly Problem[];
  readonly history: History;
  readonly saving: Saving;
  /** Something that happened to the document from outside, until the person has read it. */
  readonly notice: string | null;
  readonly selection: ReadonlySet<ThingKey>;
  /** A thing whose name is to be typed now: it was just made, or F2 was pressed. A new object each time. */
  readonly naming: { readonly key: ThingKey } | null;
  /** A place in the document whose field the keyboard is to go into: something is to be mended there. A new object each time. */
  readonly asked: { readonly pointer: string } | null;
}
export interface EditOptions {
  /** Edits with one key that follow each other closely are one step of undo. */
  readonly merge?: string;
  /** What is selected afterwards. */
  readonly select?: Iterable<ThingKey>;
}

/** How long after the last edit problems are looked for: at once in a team of usual size. */
const CHECK_MS = 60;
const LARGE_CHECK_MS = 400;
const LARGE = 300;

/** Holds the document and every way to change it. */
export class TeamEditor {
  readonly store: StoreApi<EditorState>;
  #check: ReturnType<typeof setTimeout> | undefined;

  constructor(head: TeamHead, document: JsonObject) {
    this.store = createStore<EditorState>(() => ({
      head,
      document,
      team: sketchTeam(document),
      problems: problemsOfDocument(document),
      history: NO_HISTORY,
      saving: { kind: 'saved' },
      notice: null,
      selection: new Set(),
      naming: null,
      asked: null,
    }));
  }

  get document(): JsonObject {
    return this.store.getState().document;
  }

  /** Does one thing. `change` is pure; the same document back means that nothing was done. */
  edit(label: string, change: (document: JsonObject) => JsonObject, { merge, select }: EditOptions = {}): void {
    const { document, history } = this.store.getState();
    const after = change(document);
    const changes = after === document ? [] : diffDocuments(document, after);
    if (changes.length > 0) this.#show(after, withAct(history, { label, merge: merge ?? null, changes, at: performance.now() }));
    if (select !== undefined) this.select(select);
  }
  undo(): void {
    const { document, history } = this.store.getState();
    const back = undone(document, history);
    if (back !== null) this.#show(back.document, back.history);
  }
  redo(): void {
    const { document, history } = this.store.getState();
    const forth = redone(document, history);
    if (forth !== null) this.#show(forth.document, forth.history);
  }
  /** Takes in what came from outside; no step of undo, and earlier ones stay. */
  replace(document: JsonObject, notice: string | null): void {
    this.#show(document, this.store.getState().history);
    if (notice !== null) this.store.setState({ notice });
  }

  select(keys: Iterable<ThingKey>): void {
    const { selection, document } = this.store.getState();
    const next = new Set([...keys].filter((key) => exists(document, key)));
    if (next.size !== selection.size || [...next].some((key) => !selection.has(key))) this.store.setState({ selection: next });
  }
  /** Selects a thing and puts the keyboard into its name. */
  name(key: ThingKey): void {
    this.select([key]);
    this.store.setState({ naming: { key } });
  }
  /** Selects the thing that a JSON pointer leads into (nothing, for the team itself) and puts the keyboard into the field there. */
  goTo(pointer: string): void {
    const key = thingAt(this.document, pointer);
    this.select(key === null ? [] : [key]);
    this.store.setState({ asked: { pointer } });
  }

  /** The problems of the document as it is now: what decides whether a run may start. */
  check(): readonly Problem[] {
    clearTimeout(this.#check);
    this.#check = undefined;
    const problems = problemsOfDocument(this.document);
    this.store.setState({ problems });
    return problems;
  }
  dispose(): void {
    clearTimeout(this.#check);
  }

  #show(document: JsonObject, history: History): void {
    this.store.setState(({ selection, team }) => ({
      document,
      history,
      team: sketchAgain(document, team),
      selection: [...selection].every((key) => exists(document, key))
        ? selection
        : new Set([...selection].filter((key) => exists(document, key))),
    }));
    clearTimeout(this.#check);
    this.#check = setTimeout(() => this.check(), this.store.getState().team.members.length > LARGE ? LARGE_CHECK_MS : CHECK_MS);
  }
}

function exists(document: JsonObject, key: ThingKey): boolean {
  const { kind, id } = readKey(key);
  // A note written by hand may have no id yet; it is drawn under its number.
  return hasThing(document, kind, id) || (kind === 'note' && /^note-\d+$/u.test(id));
}

export const EditorContext = createContext<TeamEditor | null>(null);
/** The editor that this component belongs to: for acting. */
export function useTeamEditor(): TeamEditor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('This part of the editor stands outside of a team.');
  return editor;
}
/** One question to the team that is edited, answered again only when the answer differs. */
export const useEditor = <Answer>(question: (state: EditorState) => Answer): Answer => useStore(useTeamEditor().store, question);
