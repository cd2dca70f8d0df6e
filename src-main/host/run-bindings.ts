import type { JsonValue } from '../../src-shared/kernel/json.ts';
import type { TeamTurnInput, TeamTurnResult } from '../../src-shared/graph-types/team/team-state.ts';
import { type MemberSettings, memberSettings } from '../../src-shared/team-document/member-settings.ts';
import type { ConversationDocument } from '../../src-shared/team-document/schema.ts';
import { createScriptedTurn } from '../engines/scripted.ts';
import { TurnFailure } from '../engines/turn-failure.ts';
import type { GraphNodeBinding, RunDataContext } from '../executor/node-binding.ts';

/** Number of a member's turn in its position `team/<member>/<turn>` (spec/graph-and-team.md 1.6). */
const turnOf = (position: string) => Number(position.slice(position.lastIndexOf('/') + 1));

/** How this host runs each member of a document: its engine, its limits, whether a turn cut short may run again by itself. */
export function bindMembers(
  document: ConversationDocument,
  inputs: Readonly<Record<string, JsonValue>>,
  scratchDirectory: string,
): Readonly<Record<string, GraphNodeBinding>> {
  return Object.fromEntries(
    document.members.map((member) => {
      const settings = memberSettings(document, member.id);
      const runTurn = createScriptedTurn({ member: settings.name, engine: settings.engine });
      const binding: GraphNodeBinding = {
        prompt: null,
        scratchDirectory,
        workspace: { mode: 'none', directory: null, allowedPaths: [] },
        trustedCaller: {},
        permissions: [],
        policy: settings.policy,
        resultContract: null,
        runData: ({ input, position, signal, emitPart }: RunDataContext) =>
          answered(settings.onEmpty, settings.name, () =>
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the team graph type decides only inputs of this shape (spec 1.6)
            runTurn({ input: input as unknown as TeamTurnInput, turn: turnOf(position), signal, emitPart, inputs }),
          ),
        parseResult: null,
        tokenBudget: null,
        decideAction: () => ({ kind: 'allow' }),
        retrySafe: settings.retrySafe,
      };
      return [member.id, binding];
    }),
  );
}

const isEmpty = ({ summary, data, posts = [] }: TeamTurnResult) => summary.trim() === '' && data === undefined && posts.length === 0;

/** What an empty answer means (decisions.md 32): `accept` keeps it, `retry` asks once more, `fail` and a second empty one fail the turn. */
async function answered(onEmpty: MemberSettings['onEmpty'], name: string, ask: () => Promise<TeamTurnResult>): Promise<TeamTurnResult> {
  const first = await ask();
  if (onEmpty === 'accept' || !isEmpty(first)) return first;
  const second = onEmpty === 'retry' ? await ask() : first;
  if (!isEmpty(second)) return second;
  throw new TurnFailure(
    'EFFECT_FAILED',
    `${name} answered with nothing, and "onEmpty: ${onEmpty}" does not take that. Look at what it was asked, or set "onEmpty: accept".`,
  );
}
