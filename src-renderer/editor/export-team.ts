import type { DocumentFormat } from '../../src-shared/team-document/write-document.ts';
import { exportTeam as exportFromLibrary } from '../host-client/export-team.ts';
import type { TeamEditor } from './editor-store.ts';

/** Saves the edited team as a file, as the library holds it: what is edited must be saved before. */
export const exportTeam = (editor: TeamEditor, format: DocumentFormat): Promise<void> =>
  exportFromLibrary(editor.store.getState().head.id, format);
