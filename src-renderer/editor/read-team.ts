import type { TeamHead } from '../../src-shared/contract/teams-contract.ts';
import type { JsonObject } from '../../src-shared/kernel/json.ts';
import { loadTeamDocument } from '../../src-shared/team-document/load-team-document.ts';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import { connectHost } from '../host-client/connect.ts';
import { readTeamText } from '../host-client/team-text.ts';
import { wholeText } from '../host-client/text-pieces.ts';

export interface ReadTeam {
  readonly head: TeamHead;
  /** Null when the text cannot be read: `problems` say why. */
  readonly document: JsonObject | null;
  readonly problems: readonly Problem[];
}

/** A document from its text, as the host reads it. */
function readDocument(text: string, { id, format }: Pick<TeamHead, 'id' | 'format'>) {
  const { value, problems } = loadTeamDocument({ text, fileName: `${id}.troupe.${format}` });
  return { document: value, problems };
}

/** Reads a team of the library. */
export async function readTeam(teamId: string, signal?: AbortSignal): Promise<ReadTeam> {
  const { head, text } = await readTeamText(teamId, signal);
  return { head, ...readDocument(text, head) };
}

/** An earlier version of a team. */
export async function readVersion(head: TeamHead, version: number): Promise<JsonObject | null> {
  const text = await wholeText((offset) => connectHost().teams.text({ teamId: head.id, version, offset }));
  return readDocument(text, head).document;
}
