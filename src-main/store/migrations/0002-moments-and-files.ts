/**
 * `part.revision`: last revision that stood when the part was streamed, so that a replay shows at each moment what had been said by then
 * (0 in rows of before this column: shown from the turn's beginning). `team.file_hash`: digest of what the linked file held when it and the
 * library were last in step. `team_version.origin`: who made that version; of older ones the team's own origin stands for it.
 */
export const momentsAndFiles = `
ALTER TABLE part ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE team ADD COLUMN file_hash TEXT;
ALTER TABLE team_version ADD COLUMN origin TEXT;
`;
