/**
 * `part.revision`: last revision that stood when the part was streamed, so that a replay shows at each moment what had been said by then
 * (0 in rows of before this column: shown from the turn's beginning). `team.file_hash`: digest of what the linked file held when it and the
 * library were last in step. Of a team's version: `origin`, who made it (of older ones the team's own origin stands for it), when it was
 * begun (`at` is its last change), and how many members and rooms it has.
 */
export const momentsAndFiles = `
ALTER TABLE part ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE team ADD COLUMN file_hash TEXT;
ALTER TABLE team_version ADD COLUMN origin TEXT;
ALTER TABLE team_version ADD COLUMN begun_at TEXT;
ALTER TABLE team_version ADD COLUMN members INTEGER;
ALTER TABLE team_version ADD COLUMN rooms INTEGER;
`;
