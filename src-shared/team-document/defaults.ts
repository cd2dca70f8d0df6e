/** What a conversation gets where its document is silent (decisions.md 32). */
export const DEFAULT_CONCURRENCY = 1;
export const DEFAULT_TURNS_PER_MEMBER = 8;
export const DEFAULT_TAIL_MESSAGES = 20;

/** Most members of one team (decisions.md 20). */
export const MAX_MEMBERS = 10_000;
