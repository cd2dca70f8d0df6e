import { useMemo, useState } from 'react';
import type { TeamRow } from '../../src-shared/contract/teams-contract.ts';
import type { TemplateId } from '../../src-shared/team-document/templates.ts';
import { newCommandId } from '../host-client/command-id.ts';
import { connectHost } from '../host-client/connect.ts';
import { exportTeam } from '../host-client/export-team.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import { importDocument } from './import-document.ts';
import type { Refusal } from './RefusalPanel.tsx';

/** What a person has done to the library: one thing at a time; what fails is told and stays until it is put away. */
export function useLibraryActs(onOpenTeam: (teamId: string) => void) {
  const [refusal, setRefusal] = useState<(Refusal & { readonly byFile: boolean }) | null>(null);
  const [busy, setBusy] = useState(false);
  /** Said to those who cannot see the list. */
  const [said, setSaid] = useState('');
  const acts = useMemo(() => {
    const attempt = async (name: string, what: string, work: () => Promise<void>, byFile = false) => {
      setBusy(true);
      setRefusal(null);
      setSaid('');
      try {
        await work();
      } catch (error) {
        const { code, message } = hostErrorOf(error);
        setRefusal({ name, what, byFile, problems: [{ code, severity: 'error', path: '', message }] });
      } finally {
        setBusy(false);
      }
    };
    const NOT_IMPORTED = 'was not imported; nothing was changed';
    return {
      create: (template: TemplateId) =>
        attempt('The new team', 'was not made', async () =>
          onOpenTeam((await connectHost().teams.create({ source: { template }, commandId: newCommandId() })).teamId),
        ),
      take: (file: File) =>
        attempt(
          file.name,
          NOT_IMPORTED,
          async () => {
            const { teamId, problems } = await importDocument(file);
            if (teamId === null) setRefusal({ name: file.name, what: NOT_IMPORTED, byFile: true, problems });
            else onOpenTeam(teamId);
          },
          true,
        ),
      copy: (team: TeamRow) =>
        attempt(team.name, 'was not copied', async () => {
          await connectHost().teams.create({ source: { teamId: team.id }, commandId: newCommandId() });
          setSaid(`A copy of ${team.name} is in the list.`);
        }),
      save: (team: TeamRow, format: 'yaml' | 'json') => attempt(team.name, 'was not exported', () => exportTeam(team.id, format)),
      remove: (team: TeamRow) =>
        attempt(team.name, 'was not removed', async () => {
          await connectHost().teams.remove({ teamId: team.id });
          setSaid(`${team.name} was removed.`);
        }),
    };
  }, [onOpenTeam]);
  return { acts, busy, said, refusal, dismiss: () => setRefusal(null) };
}
