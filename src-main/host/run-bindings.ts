import type { TeamTurnInput } from '../../src-shared/graph-types/team/team-state.ts';
import { type MemberSettings, memberSettings } from '../../src-shared/team-document/member-settings.ts';
import type { ConversationDocument, ScriptedEngine } from '../../src-shared/team-document/schema.ts';
import { createScriptedTurn } from '../engines/scripted.ts';
import type { GraphNodeBinding, RunDataContext } from '../executor/node-binding.ts';
import { HostError } from './host-error.ts';

/** Number of a member's turn in its position `team/<member>/<turn>` (spec/graph-and-team.md 1.6). */
const turnOf = (position: string) => Number(position.slice(position.lastIndexOf('/') + 1));

/** How this host runs each member of a document: its engine, its limits, whether a turn cut short may run again by itself. */
export function bindMembers(
  document: ConversationDocument,
  inputs: Readonly<Record<string, string>>,
  scratchDirectory: string,
): Readonly<Record<string, GraphNodeBinding>> {
  return Object.fromEntries(
    document.members.map((member) => {
      const settings = settingsOf(document, member.id);
      const runTurn = createScriptedTurn({ member: settings.name, engine: scriptOf(settings) });
      const binding: GraphNodeBinding = {
        prompt: null,
        scratchDirectory,
        workspace: { mode: 'none', directory: null, allowedPaths: [] },
        trustedCaller: {},
        permissions: [],
        policy: settings.policy,
        resultContract: null,
        runData: ({ input, position, signal, emitPart }: RunDataContext) =>
          // The team graph type decides only inputs of this shape (spec/graph-and-team.md 1.6).
          runTurn({ input: input as unknown as TeamTurnInput, turn: turnOf(position), signal, emitPart, inputs }),
        parseResult: null,
        tokenBudget: null,
        decideAction: () => ({ kind: 'allow' }),
        retrySafe: settings.retrySafe,
      };
      return [member.id, binding];
    }),
  );
}

function settingsOf(document: ConversationDocument, id: string): MemberSettings {
  const settings = memberSettings(document, id);
  if (settings === null) throw new HostError('UNKNOWN_MEMBER', `The team "${document.id}" has no member "${id}".`);
  return settings;
}

/** The script of a member: the one kind of engine that this version runs. A document with another has an error and starts no run. */
function scriptOf({ name, engine }: MemberSettings): ScriptedEngine {
  if (engine?.kind === 'scripted') return engine;
  throw new HostError(
    'ENGINE_UNAVAILABLE_HERE',
    `${name} has no script; this version runs scripted members only. Give it "engine: { kind: scripted }".`,
  );
}
