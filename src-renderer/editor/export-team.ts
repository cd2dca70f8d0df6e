import type { DocumentFormat } from '../../src-shared/team-document/write-document.ts';
import { exportTeam as exportFromLibrary } from '../host-client/export-team.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import type { TeamEditor } from './editor-store.ts';
import type { TeamLink } from './team-link.ts';

/** Saves the edited team as a file, once the library holds every edit; says why when that cannot be. */
export async function exportTeam(editor: TeamEditor, link: TeamLink, format: DocumentFormat): Promise<void> {
  try {
    await link.flush();
    await exportFromLibrary(editor.store.getState().head.id, format);
  } catch (failure) {
    editor.store.setState({ notice: `The team was not exported. ${hostErrorOf(failure).message}` });
  }
}
