import { useEffect, useState } from 'react';
import type { TeamHead } from '../../src-shared/contract/teams-contract.ts';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import { whenOnline } from '../host-client/connect.ts';
import { type HostError, hostErrorOf } from '../host-client/host-error.ts';
import { TeamEditor } from './editor-store.ts';
import { readTeam } from './read-team.ts';
import { TeamLink } from './team-link.ts';
import { withUnsaved } from './unsaved-changes.ts';

/** A team as far as it is open for editing. */
export type OpenedTeam =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly editor: TeamEditor; readonly link: TeamLink }
  /** In the library, but its text cannot be read. */
  | { readonly kind: 'unreadable'; readonly head: TeamHead; readonly problems: readonly Problem[] }
  | { readonly kind: 'failed'; readonly error: HostError };

/** Opens a team for editing while the caller is mounted; tries again by itself after the connection was lost. */
export function useOpenTeam(teamId: string): OpenedTeam {
  const [opened, setOpened] = useState<OpenedTeam>({ kind: 'opening' });
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    let close = () => {};
    const isLeft = (): boolean => signal.aborted;
    const open = async () => {
      while (!isLeft()) {
        try {
          const { head, document, problems } = await readTeam(teamId, signal);
          if (isLeft()) return;
          if (document === null) return setOpened({ kind: 'unreadable', head, problems });
          const editor = new TeamEditor(head, withUnsaved(teamId, head.hash, document));
          const link = new TeamLink(editor, { hash: head.hash, document });
          close = () => {
            link.close();
            editor.dispose();
          };
          return setOpened({ kind: 'open', editor, link });
        } catch (failure) {
          if (isLeft()) return;
          const error = hostErrorOf(failure);
          setOpened({ kind: 'failed', error });
          if (error.code !== 'OFFLINE') return;
          await whenOnline(signal).catch(() => undefined);
        }
      }
    };
    void open();
    return () => {
      leave.abort();
      close();
    };
  }, [teamId]);
  return opened;
}
