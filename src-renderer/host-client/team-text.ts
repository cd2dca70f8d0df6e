import type { TeamHead } from '../../src-shared/contract/teams-contract.ts';
import { connectHost } from './connect.ts';

/** The newest text of a team, piece by piece; begins again when it was saved meanwhile. */
export async function readTeamText(teamId: string, signal?: AbortSignal): Promise<{ readonly head: TeamHead; readonly text: string }> {
  const options = signal === undefined ? {} : { signal };
  for (;;) {
    const { text: first, total, ...head } = await connectHost().teams.open({ teamId }, options);
    let text = first;
    let isWhole = true;
    while (text.length < total && isWhole) {
      const piece = await connectHost().teams.text({ teamId, version: null, offset: text.length }, options);
      isWhole = piece.hash === head.hash && piece.text !== '';
      text += piece.text;
    }
    if (isWhole) return { head, text };
  }
}
