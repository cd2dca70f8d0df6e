import { useEffect, useState } from 'react';
import { isJsonObject } from '../../../src-shared/kernel/json.ts';
import { describeChanges } from '../../../src-shared/team-document/describe-changes.ts';
import { loadTeamDocument } from '../../../src-shared/team-document/load-team-document.ts';
import { type ConversationDocument, isConversation } from '../../../src-shared/team-document/schema.ts';
import { connectHost } from '../../host-client/connect.ts';
import { hostErrorOf } from '../../host-client/host-error.ts';
import { readTeamText } from '../../host-client/team-text.ts';
import { wholeText } from '../../host-client/text-pieces.ts';
import { useRunState } from '../run-store.ts';

interface Frozen {
  readonly document: ConversationDocument | null;
  readonly error: string | null;
}
const NOT_YET: Frozen = { document: null, error: null };

/** The team of the newest run that was asked for: it never changes, and panes come and go. */
let kept: { readonly runId: string; readonly document: Promise<ConversationDocument> } | null = null;

async function readFrozen(runId: string): Promise<ConversationDocument> {
  const text = await wholeText((offset) => connectHost().runs.team({ runId, offset }));
  const { document, problems } = loadTeamDocument({ text, fileName: `${runId}.troupe.json` });
  if (document === null || !isConversation(document))
    throw new Error(problems[0]?.message ?? 'The team that this run keeps is of a form that this version cannot show.');
  return document;
}

function frozenTeam(runId: string): Promise<ConversationDocument> {
  if (kept?.runId === runId) return kept.document;
  const asked = { runId, document: readFrozen(runId) };
  kept = asked;
  // What failed is asked for again.
  asked.document.catch(() => {
    if (kept === asked) kept = null;
  });
  return asked.document;
}

/** The whole team as it was when this run started. */
export function useFrozenTeam(): Frozen {
  const runId = useRunState(({ head }) => head.runId);
  const [frozen, setFrozen] = useState(NOT_YET);
  useEffect(() => {
    let isWanted = true;
    frozenTeam(runId).then(
      (document) => isWanted && setFrozen({ document, error: null }),
      (failure: unknown) => isWanted && setFrozen({ document: null, error: hostErrorOf(failure).message }),
    );
    return () => {
      isWanted = false;
    };
  }, [runId]);
  return frozen;
}

/** What a team of the library has become since a run of it: lines in words, none when it is the same; or why that cannot be said. */
export function useChangesSince(
  frozen: ConversationDocument,
  teamId: string,
): { readonly lines: readonly string[] | null; readonly error: string | null } {
  const [changes, setChanges] = useState<{ lines: readonly string[] | null; error: string | null }>({ lines: null, error: null });
  useEffect(() => {
    const leave = new AbortController();
    readTeamText(teamId, leave.signal)
      .then(({ head, text }) => {
        const { document, value } = loadTeamDocument({ text, fileName: `${head.id}.troupe.${head.format}` });
        const today: unknown = document ?? value;
        if (leave.signal.aborted) return;
        if (!isJsonObject(today) || !isJsonObject(frozen)) setChanges({ lines: null, error: 'Today’s version cannot be read as a team.' });
        else setChanges({ lines: describeChanges(frozen, today), error: null });
      })
      .catch((failure: unknown) => {
        if (!leave.signal.aborted) setChanges({ lines: null, error: hostErrorOf(failure).message });
      });
    return () => leave.abort();
  }, [frozen, teamId]);
  return changes;
}
