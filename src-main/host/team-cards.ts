import { z } from 'zod';
import type { HomeStore } from '../store/home-store.ts';
import type { StoredTeam } from '../store/home-teams.ts';

/** What lists show of a team's document. */
const TeamCard = z.object({
  colors: z.array(z.int().min(1).max(12)),
  memberCount: z.int(),
  errors: z.int(),
  warnings: z.int(),
});
export type TeamCard = z.infer<typeof TeamCard>;

const KEY = 'team-cards';
const Saved = z.object({ version: z.string(), cards: z.record(z.string(), TeamCard) });
/** From this length on, in UTF-16 units, a document takes so long to read that its card is saved for the next start. */
const LONG_TEXT = 128 * 1024;

/** The cards of documents by their hash: one is read once, not at every list. */
export class TeamCards {
  readonly #home: HomeStore;
  readonly #version: string;
  readonly #cards = new Map<string, TeamCard>();
  readonly #saved: Map<string, TeamCard>;

  constructor(home: HomeStore, version: string) {
    this.#home = home;
    this.#version = version;
    const saved = Saved.safeParse(home.settings.get(KEY));
    // Another version may see other problems in the same document.
    this.#saved = new Map(saved.success && saved.data.version === version ? Object.entries(saved.data.cards) : []);
  }

  get(hash: string): TeamCard | null {
    return this.#cards.get(hash) ?? this.#saved.get(hash) ?? null;
  }

  /** Keeps the card of a text that was read. */
  keep({ hash, text }: StoredTeam, card: TeamCard): void {
    if (this.get(hash) !== null) return;
    this.#cards.set(hash, card);
    if (text.length > LONG_TEXT) this.#save(hash, card);
  }

  #save(hash: string, card: TeamCard): void {
    const listed = new Set<string>(this.#home.teams.list().map((team) => team.hash));
    this.#saved.set(hash, card);
    for (const old of this.#saved.keys()) if (!listed.has(old)) this.#saved.delete(old);
    this.#home.settings.set(KEY, { version: this.#version, cards: Object.fromEntries(this.#saved) });
  }
}
