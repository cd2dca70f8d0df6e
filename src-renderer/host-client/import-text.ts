import type { Problem } from '../../src-shared/team-document/problem.ts';
import { newCommandId } from './command-id.ts';
import { connectHost } from './connect.ts';
import { piecesOf } from './text-pieces.ts';

/** Takes a document into the library, piece by piece; `teamId` is null when it cannot be read at all: `problems` say why. */
export async function importText(
  fileName: string,
  text: string,
): Promise<{ readonly teamId: string | null; readonly problems: readonly Problem[] }> {
  const uploadId = newCommandId();
  let answer: { teamId: string | null; problems: readonly Problem[] } = { teamId: null, problems: [] };
  for (const piece of piecesOf(text)) answer = await connectHost().teams.import({ fileName, uploadId, ...piece });
  return answer;
}
