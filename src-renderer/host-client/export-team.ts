import { fileNameOf } from '../../src-shared/team-document/file-name.ts';
import { loadTeamDocument } from '../../src-shared/team-document/load-team-document.ts';
import { type DocumentFormat, writeDocument } from '../../src-shared/team-document/write-document.ts';
import { saveFile } from '../ui/save-file.ts';
import { readTeamText } from './team-text.ts';

/** Saves a team of the library as a file: as its own text, comments and all, where that has the format, else written anew. */
export async function exportTeam(teamId: string, format: DocumentFormat): Promise<void> {
  const { head, text } = await readTeamText(teamId);
  const value = head.format === format ? null : loadTeamDocument({ text }).value;
  saveFile(`${fileNameOf(head.name)}.troupe.${format}`, value === null ? text : writeDocument(value, format), `application/${format}`);
}
