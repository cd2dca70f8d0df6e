/** Members who speak at once, and how fast: 200 tokens of four characters a second. */
export const SPEAKERS = 8;
export const TOKEN = 4;
export const TOKENS_A_SECOND = 200;
export const PACE = TOKEN * TOKENS_A_SECOND;

const PARAGRAPH =
  'The plan holds: ship the parser first, then wire the panel to the log, and let the reviewer check both before the merge. ' +
  'Two open points are listed below for the next member, who answers them in the room. Nothing else changes until then.\n\n';
/** What each of them says. */
export const speech = (seconds) => PARAGRAPH.repeat(Math.ceil((seconds * PACE) / PARAGRAPH.length)).slice(0, seconds * PACE);
