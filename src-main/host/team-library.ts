import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunnable, loadTeamDocument } from '../../src-shared/team-document/load-team-document.ts';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import type { ConversationDocument, TeamDocument } from '../../src-shared/team-document/schema.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { sketchTeam } from '../../src-shared/team-document/sketch-team.ts';
import type { StoredTeam } from '../store/home-teams.ts';
import type { HomeStore } from '../store/home-store.ts';
import { HostError } from './host-error.ts';

export interface OpenedTeam {
  readonly stored: StoredTeam;
  readonly document: TeamDocument | null;
  readonly team: TeamSketch | null;
  readonly problems: readonly Problem[];
}

/** The teams of a home: the samples that came with the program, once, and what was imported. */
export class TeamLibrary {
  readonly #home: HomeStore;
  /** Opened teams by id, valid while the text's hash is the same. */
  readonly #opened = new Map<string, { readonly hash: string; readonly team: OpenedTeam }>();

  constructor(home: HomeStore) {
    this.#home = home;
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

  #put(text: string, fileName: string, origin: 'sample' | 'import') {
    const { document, problems, name } = loadTeamDocument({ text, fileName });
    if (document === null) return { teamId: null, problems };
    const id = this.#freeId(document.id, text);
    const format = text.trimStart().startsWith('{') ? 'json' : 'yaml';
    this.#home.teams.put({ id, name, form: document.form, text, format, origin, path: null });
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
    const stored = this.#home.teams.get(teamId);
    if (stored === null)
      throw new HostError('UNKNOWN_TEAM', `There is no team "${teamId}" in this library. Import its file, or pick one from the list.`);
    const known = this.#opened.get(teamId);
    if (known?.hash === stored.hash) return { ...known.team, stored };
    const { document, problems } = loadTeamDocument({ text: stored.text, fileName: `${teamId}.troupe.${stored.format}` });
    const team = { stored, document, team: document === null ? null : sketchTeam(document), problems };
    this.#opened.set(teamId, { hash: stored.hash, team });
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
