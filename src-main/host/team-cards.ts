import { z } from 'zod';
import type { HomeStore } from '../store/home-store.ts';

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
/** A document that takes longer to read than this has its card saved, so that the next start need not read it again. */
const SLOW_MS = 100;

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

  of(hash: string, read: () => TeamCard): TeamCard {
    const known = this.#cards.get(hash) ?? this.#saved.get(hash);
    if (known !== undefined) return known;
    const start = performance.now();
    const card = read();
    this.#cards.set(hash, card);
    if (performance.now() - start > SLOW_MS) this.#save(hash, card);
    return card;
  }

  #save(hash: string, card: TeamCard): void {
    const listed = new Set<string>(this.#home.teams.list().map((team) => team.hash));
    this.#saved.set(hash, card);
    for (const old of this.#saved.keys()) if (!listed.has(old)) this.#saved.delete(old);
    this.#home.settings.set(KEY, { version: this.#version, cards: Object.fromEntries(this.#saved) });
  }
}
