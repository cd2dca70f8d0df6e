import { fileNameOf } from '../../src-shared/team-document/file-name.ts';
import { type DocumentFormat, writeDocument } from '../../src-shared/team-document/write-document.ts';
import { readTeamText } from '../host-client/team-text.ts';
import { saveFile } from '../ui/save-file.ts';
import type { TeamEditor } from './editor-store.ts';

/** Saves the team as a file: as its own text, comments and all, where that has the format, else written anew. */
export async function exportTeam(editor: TeamEditor, format: DocumentFormat): Promise<void> {
  const { head, team, document } = editor.store.getState();
  const text = head.format === format ? (await readTeamText(head.id)).text : writeDocument(document, format);
  saveFile(`${fileNameOf(team.name)}.troupe.${format}`, text, format === 'json' ? 'application/json' : 'application/yaml');
}
