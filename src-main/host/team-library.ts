import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idFromName } from '../../src-shared/team-document/id-from-name.ts';
import { isRunnable, loadTeamDocument } from '../../src-shared/team-document/load-team-document.ts';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import type { ConversationDocument, TeamDocument } from '../../src-shared/team-document/schema.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { sketchTeam } from '../../src-shared/team-document/sketch-team.ts';
import type { StoredTeam } from '../store/home-teams.ts';
import type { HomeStore } from '../store/home-store.ts';
import { fitSketch } from './fit-team.ts';
import { HostError } from './host-error.ts';
import { type TeamCard, TeamCards } from './team-cards.ts';

export interface OpenedTeam {
  readonly stored: StoredTeam;
  readonly document: TeamDocument | null;
  readonly team: TeamSketch | null;
  readonly problems: readonly Problem[];
}

type StoredRow = ReturnType<HomeStore['teams']['list']>[number];

/** A team's share of a frame of 1 MiB, in UTF-8 bytes; its problems have the rest. */
const SKETCH_BYTES = 600 * 1024;
/** Documents that stay read. */
const OPENED_KEPT = 8;
/** Longest id a team of the library has, so that calls of the contract can name it. */
const LONGEST_ID = 200;

/** The teams of a home: the samples that came with the program, once, and what was imported. */
export class TeamLibrary {
  readonly #home: HomeStore;
  readonly #cards: TeamCards;
  /** Opened teams by id, valid while the text's hash is the same; in the order of their use. */
  readonly #opened = new Map<string, OpenedTeam>();
  #listed: { readonly version: string; readonly rows: readonly StoredRow[]; readonly ids: ReadonlySet<string> } | null = null;

  constructor(home: HomeStore, version: string) {
    this.#home = home;
    this.#cards = new TeamCards(home, version);
  }

  /** Puts the sample teams of a folder into a home that never had them; one that a person removed stays away. */
  addSamples(folder: string): void {
    if (this.#home.settings.get('samples') !== null || !existsSync(folder)) return;
    for (const fileName of readdirSync(folder)
      .filter((name) => name.endsWith('.troupe.yaml'))
      .toSorted()
      .toReversed())
      this.#put(readFileSync(join(folder, fileName), 'utf8'), fileName, 'sample');
    this.#home.settings.set('samples', 1);
  }

  /** Takes a document in under its own id; one of another team gets a number. `teamId` is null when it has no readable document. */
  import(text: string, fileName: string): { teamId: string | null; problems: readonly Problem[] } {
    return this.#put(text, fileName, 'import');
  }

  #put(given: string, fileName: string, origin: 'sample' | 'import') {
    const text = given.toWellFormed();
    const { document, problems, name } = loadTeamDocument({ text, fileName });
    if (document === null) return { teamId: null, problems };
    const id = this.#freeId(document.id.length <= LONGEST_ID ? document.id : idFromName(document.id), text);
    const format = text.trimStart().startsWith('{') ? 'json' : 'yaml';
    const known = this.#home.teams.get(id);
    if (known === null) this.#home.teams.put({ id, name, form: document.form, text, format, origin, path: null });
    const stored = known ?? this.#home.teams.get(id);
    if (stored !== null) this.#keep(stored, document, problems);
    return { teamId: id, problems };
  }

  /** The same text again is the same team; another text under a taken id is another team. */
  #freeId(id: string, text: string): string {
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? id : `${id}-${number}`;
      const known = this.#home.teams.get(candidate);
      if (known === null || known.text === text) return candidate;
    }
  }

  /** UNKNOWN_TEAM. */
  open(teamId: string): OpenedTeam {
    const row = this.#list().rows.find(({ id }) => id === teamId);
    const known = this.#opened.get(teamId);
    if (row !== undefined && known !== undefined && known.stored.hash === row.hash)
      return this.#used({ ...known, stored: { ...known.stored, ...row } });
    const stored = row === undefined ? null : this.#home.teams.get(teamId);
    if (stored === null)
      throw new HostError('UNKNOWN_TEAM', `There is no team "${teamId}" in this library. Import its file, or pick one from the list.`);
    const { document, problems } = loadTeamDocument({ text: stored.text, fileName: `${teamId}.troupe.${stored.format}` });
    return this.#keep(stored, document, problems);
  }

  has(teamId: string): boolean {
    return this.#list().ids.has(teamId);
  }

  /** Every team with what lists show of it, last changed first. */
  list(): readonly (StoredRow & { readonly card: TeamCard })[] {
    return this.#list().rows.map((row) => ({ ...row, card: this.#cards.get(row.hash) ?? cardOf(this.open(row.id)) }));
  }

  #list() {
    const version = this.#home.version();
    if (this.#listed?.version !== version) {
      const rows = this.#home.teams.list();
      this.#listed = { version, rows, ids: new Set(rows.map(({ id }) => id)) };
    }
    return this.#listed;
  }

  /** Its runs are runs of this team, whatever the text calls it: two teams of the library may have the same id in their texts. */
  #keep(stored: StoredTeam, read: TeamDocument | null, problems: readonly Problem[]): OpenedTeam {
    const document = read === null ? null : { ...read, id: stored.id };
    const team = document === null ? null : fitSketch(sketchTeam(document), SKETCH_BYTES);
    const opened = { stored, document, team, problems };
    this.#cards.keep(stored, cardOf(opened));
    return this.#used(opened);
  }

  #used(team: OpenedTeam): OpenedTeam {
    this.#opened.delete(team.stored.id);
    this.#opened.set(team.stored.id, team);
    for (const id of this.#opened.keys()) {
      if (this.#opened.size <= OPENED_KEPT) break;
      this.#opened.delete(id);
    }
    return team;
  }

  /** The document of a team that may run. Refused with the first error among its problems. */
  runnable(teamId: string): ConversationDocument {
    const { document, problems } = this.open(teamId);
    return runnableDocument(document, problems, `team "${teamId}"`);
  }
}

/** The document, when nothing blocks a run of it. DOCUMENT_INVALID, with the first error's own sentence. */
export function runnableDocument(document: TeamDocument | null, problems: readonly Problem[], what: string): ConversationDocument {
  const error = problems.find(({ severity }) => severity === 'error');
  if (document !== null && document.form === 'conversation' && isRunnable(problems)) return document;
  const place = error?.line === undefined ? '' : ` (line ${error.line}, column ${error.column ?? 1})`;
  throw new HostError('DOCUMENT_INVALID', `The ${what} cannot run: ${error?.message ?? 'its form is not known here.'}${place}`);
}

const cardOf = ({ team, problems }: OpenedTeam): TeamCard => ({
  colors: team?.members.slice(0, 12).map(({ color }) => color) ?? [],
  memberCount: team === null ? 0 : team.members.length + team.omittedMembers,
  errors: problems.filter(({ severity }) => severity === 'error').length,
  warnings: problems.filter(({ severity }) => severity === 'warning').length,
});
