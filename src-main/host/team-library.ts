import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestText } from '../../src-shared/kernel/digest.ts';
import { isJsonObject, type JsonObject } from '../../src-shared/kernel/json.ts';
import type { DocumentChange } from '../../src-shared/team-document/document-change.ts';
import { editReadText, type ReadText } from '../../src-shared/team-document/edit-document-text.ts';
import { freeTeamName } from '../../src-shared/team-document/free-name.ts';
import { idFromName } from '../../src-shared/team-document/id-from-name.ts';
import { isRunnable, loadTeamDocument, type LoadedTeamDocument } from '../../src-shared/team-document/load-team-document.ts';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import type { ConversationDocument, TeamDocument } from '../../src-shared/team-document/schema.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { sketchTeam } from '../../src-shared/team-document/sketch-team.ts';
import { type TemplateId, TEMPLATES } from '../../src-shared/team-document/templates.ts';
import { writeDocument } from '../../src-shared/team-document/write-document.ts';
import type { StoredTeam, TeamRow, TeamText, VersionOrigin } from '../store/home-teams.ts';
import type { HomeStore } from '../store/home-store.ts';
import { HostError } from './host-error.ts';
import { type TeamCard, TeamCards } from './team-cards.ts';

export interface OpenedTeam {
  readonly stored: StoredTeam;
  /** What its text holds, as it is written. */
  readonly value: JsonObject | null;
  readonly document: TeamDocument | null;
  readonly team: TeamSketch | null;
  readonly problems: readonly Problem[];
}
/** A text on its way in. */
interface Incoming {
  readonly text: string;
  readonly fileName: string;
  readonly origin: TeamRow['origin'];
  /** The file it stays linked to. */
  readonly link?: Pick<TeamRow, 'path' | 'fileHash'>;
}

/** Longest text, in UTF-16 units, whose syntax is kept for the next save of it: it takes a hundred times the space. */
const LONGEST_KEPT = 1024 * 1024;
/** Documents that stay read. */
const OPENED_KEPT = 8;
/** Longest id a team of the library has, so that calls of the contract can name it. */
const LONGEST_ID = 200;

/** The teams of a home: the samples that came with the program, once, and what was drawn or taken in. */
export class TeamLibrary {
  readonly #home: HomeStore;
  readonly #cards: TeamCards;
  /** Opened teams by id, valid while the text's hash is the same; in the order of their use. */
  readonly #opened = new Map<string, OpenedTeam>();
  /** The last reading of all, so that a save reads no more than the text it makes. */
  #newest: { readonly hash: string; readonly text: string; readonly read: LoadedTeamDocument } | null = null;
  #listed: { readonly version: string; readonly rows: readonly TeamRow[]; readonly byId: ReadonlyMap<string, TeamRow> } | null = null;

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
      this.take({ text: readFileSync(join(folder, fileName), 'utf8'), fileName, origin: 'sample' });
    this.#home.settings.set('samples', 1);
  }

  /**
   * Takes a document in, whatever its problems, under its own id, or with a number behind it when that is taken. So with its name, which is
   * all that changes in the text; that of a linked file stays as it is. `teamId` is null when it can not be read at all.
   */
  take({ text: given, fileName, origin, link }: Incoming): { teamId: string | null; problems: readonly Problem[] } {
    const format = formatOf(given);
    const text = given.toWellFormed();
    const read = loadTeamDocument({ text, fileName });
    if (read.value === null) return { teamId: null, problems: read.problems };
    const { text: named, read: kept } = link === undefined ? this.#withFreeName({ text, read }, format, fileName) : { text, read };
    const id = this.#freeId(addressOf(read));
    const stored = this.#home.teams.add({ ...toText(named, kept), id, format, origin, ...(link ?? { path: null, fileHash: null }) });
    this.#keep(stored, kept);
    return { teamId: id, problems: kept.problems };
  }

  /** A team from a template, with a name and id of its own. */
  fromTemplate(template: TemplateId): string {
    const { document } = TEMPLATES[template];
    const name = freeTeamName(this.#names(), document.name);
    const { format, formatVersion, ...rest } = document;
    const id = this.#freeId(idFromName(name));
    const { teamId } = this.take({
      text: writeDocument({ format, formatVersion, id, ...rest, name }, 'yaml'),
      fileName: '',
      origin: 'studio',
    });
    return teamId ?? id;
  }

  /** A copy of a team under a name and id of its own; the rest of its text is the same. UNKNOWN_TEAM. */
  copy(teamId: string): string {
    const { stored } = this.open(teamId);
    const { teamId: copy } = this.take({ text: stored.text, fileName: `${teamId}.${stored.format}`, origin: 'studio' });
    if (copy === null)
      throw new HostError('DOCUMENT_INVALID', `Team "${teamId}" can not be read, so it was not copied. Export it instead.`);
    return copy;
  }

  /** The text after `changes` to the newest, which must be the one with digest `base`: else null, and nothing is written. SAVE_REFUSED. */
  change(teamId: string, base: string, changes: readonly DocumentChange[], fresh: boolean): OpenedTeam | null {
    const { stored } = this.open(teamId);
    if (stored.hash !== base) return null;
    const edited = editReadText(this.#read(stored), stored.format, changes, fileOf(stored));
    if (edited === null)
      throw new HostError(
        'SAVE_REFUSED',
        `Team "${teamId}" was not changed: what these changes make could not be read again. Undo the last one, then save.`,
      );
    return this.#write(stored, base, edited, 'studio', fresh);
  }

  /** Makes a text the newest of a team, if the newest has the digest `base`: else null, and nothing is written. UNKNOWN_TEAM. */
  replace(teamId: string, base: string, next: ReadText, by: VersionOrigin, fresh: boolean): OpenedTeam | null {
    return this.#write(this.row(teamId), base, next, by, fresh);
  }

  #write({ id }: TeamRow, base: string, { text, read }: ReadText, by: VersionOrigin, fresh: boolean): OpenedTeam | null {
    const next = { ...toText(text, read), by, fresh };
    const saved = this.#home.teams.update(id, (now) => (now.hash === base ? { next } : null));
    return saved === null ? null : this.#keep(saved, read);
  }

  /** Its newest text or that of a version, with its digest. UNKNOWN_TEAM, UNKNOWN_VERSION. */
  textOf(teamId: string, version: number | null): Pick<StoredTeam, 'text' | 'hash'> {
    const { stored } = this.open(teamId);
    if (version === null || version === stored.version) return stored;
    const text = this.#home.teams.textOf(teamId, version);
    if (text !== null) return { text, hash: digestText(text) };
    const message = `Team "${teamId}" has no version ${version}; its newest is ${stored.version}. Pick one of those under Versions.`;
    throw new HostError('UNKNOWN_VERSION', message);
  }

  /** Newest first; old ones that were saved without counts are counted. UNKNOWN_TEAM. */
  versions(teamId: string) {
    this.row(teamId);
    return this.#home.teams.versions(teamId).map(({ members, rooms, ...rest }) => {
      if (members !== null && rooms !== null) return { ...rest, members, rooms };
      const text = this.#home.teams.textOf(teamId, rest.version) ?? '';
      const counted = toText(text, loadTeamDocument({ text }));
      return { ...rest, members: counted.members, rooms: counted.rooms };
    });
  }

  /** UNKNOWN_TEAM. */
  open(teamId: string): OpenedTeam {
    const row = this.row(teamId);
    const known = this.#opened.get(teamId);
    if (known !== undefined && known.stored.hash === row.hash) return this.#used({ ...known, stored: { ...known.stored, ...row } });
    const stored = this.#home.teams.get(teamId);
    if (stored === null) throw unknownTeam(teamId);
    return this.#keep(stored, loadTeamDocument({ text: stored.text, fileName: fileOf(stored) }));
  }

  /** A team as it is listed. UNKNOWN_TEAM. */
  row(teamId: string): TeamRow {
    const row = this.#list().byId.get(teamId);
    if (row === undefined) throw unknownTeam(teamId);
    return row;
  }

  has(teamId: string): boolean {
    return this.#list().byId.has(teamId);
  }

  /** Every team with what lists show of it, last changed first. */
  list(): readonly (TeamRow & { readonly card: TeamCard })[] {
    return this.#list().rows.map((row) => ({ ...row, card: this.#cards.get(row.hash) ?? cardOf(this.open(row.id)) }));
  }

  #list() {
    const version = this.#home.version();
    if (this.#listed?.version !== version) {
      const rows = this.#home.teams.list();
      this.#listed = { version, rows, byId: new Map(rows.map((row) => [row.id, row])) };
    }
    return this.#listed;
  }

  #names(): ReadonlySet<string> {
    return new Set(this.#list().rows.map(({ name }) => name));
  }

  #withFreeName(given: ReadText, format: 'yaml' | 'json', fileName: string): ReadText {
    const { name, value } = given.read;
    const free = freeTeamName(this.#names(), name);
    if (free === name || value === null) return given;
    const before = value['name'];
    const change = before === undefined ? { behind: Object.hasOwn(value, 'id') ? 'id' : 'formatVersion' } : { before };
    return editReadText(given, format, [{ path: ['name'], after: free, ...change }], fileName) ?? given;
  }

  #freeId(id: string): string {
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? id : `${id}-${number}`;
      if (!this.has(candidate)) return candidate;
    }
  }

  /** Its runs are runs of this team, whatever the text calls it: two teams of the library may have the same id in their texts. */
  #keep(stored: StoredTeam, loaded: LoadedTeamDocument): OpenedTeam {
    const { document: read, value, problems } = loaded;
    this.#newest = stored.text.length > LONGEST_KEPT ? null : { hash: stored.hash, text: stored.text, read: loaded };
    const document = read === null ? null : { ...read, id: stored.id };
    const team = document === null ? null : sketchTeam(document);
    const opened = { stored, value, document, team, problems };
    this.#cards.keep(stored, cardOf(opened));
    return this.#used(opened);
  }

  #read(stored: StoredTeam): ReadText {
    const { hash, text } = stored;
    return this.#newest?.hash === hash ? this.#newest : { text, read: loadTeamDocument({ text, fileName: fileOf(stored) }) };
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

const unknownTeam = (teamId: string) =>
  new HostError('UNKNOWN_TEAM', `There is no team "${teamId}" in this library. Import its file, or pick one from the list.`);

/** What a document without a name and id is called after. */
const fileOf = ({ id, path, format }: TeamRow): string => path ?? `${id}.troupe.${format}`;

/** How a text is written. */
const formatOf = (text: string): TeamRow['format'] => (/^\uFEFF?\s*\{/u.test(text) ? 'json' : 'yaml');

/** The id that a document asks for, as far as it can be one here. */
function addressOf({ value, document, name }: LoadedTeamDocument): string {
  const id = document?.id ?? value?.['id'];
  return typeof id === 'string' && id !== '' && id.length <= LONGEST_ID ? id : idFromName(name);
}

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** What the store keeps beside a text. */
function toText(text: string, { value, name }: LoadedTeamDocument): TeamText {
  const { form, members, rooms }: { form?: unknown; members?: unknown; rooms?: unknown } = isJsonObject(value) ? value : {};
  return { text, name, form: typeof form === 'string' ? form : '', members: countOf(members), rooms: countOf(rooms) };
}

const cardOf = ({ team, problems }: OpenedTeam): TeamCard => ({
  colors: team?.members.slice(0, 12).map(({ color }) => color) ?? [],
  memberCount: team === null ? 0 : team.members.length + team.omittedMembers,
  errors: problems.filter(({ severity }) => severity === 'error').length,
  warnings: problems.filter(({ severity }) => severity === 'warning').length,
});
