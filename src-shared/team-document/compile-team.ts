import type { TeamDefinition } from '../graph-types/team/team-definition.ts';
import { DEFAULT_CONCURRENCY, DEFAULT_TAIL_MESSAGES, DEFAULT_TURNS_PER_MEMBER } from './defaults.ts';
import type { JsonValue } from '../kernel/json.ts';
import type { Problem } from './problem.ts';
import type { ConversationDocument } from './schema.ts';
import { visible } from './shown.ts';

/** What is chosen for one run in place of what the document says. */
export type RunChoices = { readonly task?: string | undefined; readonly inputs?: Readonly<Record<string, JsonValue>> | undefined };

/** A conversation ready to run: the definition for `teamGraphType`, and the run's values for `{{input.<k>}}`. */
export type CompiledTeam = {
  readonly definition: TeamDefinition;
  readonly inputs: Readonly<Record<string, JsonValue>>;
  /** UNKNOWN_INPUT for a chosen input that the document does not declare; an error, since it is probably misspelt. */
  readonly problems: readonly Problem[];
};

/**
 * Compiles a document without errors (decisions.md 31 and 32). `definitionVersion` is the document's `version`; without rooms there is no
 * `communication`; a field that has its default is left out, so that equal teams have equal digests.
 */
export function compileTeamDocument(document: ConversationDocument, { task, inputs: chosen = {} }: RunChoices = {}): CompiledTeam {
  const declared = Object.entries(document.inputs ?? {}).map(([key, value]) => [key, value] as const);
  const known = new Set(declared.map(([key]) => key));
  const rooms = (document.rooms ?? []).map(({ id, members }) => ({ id, members }));
  return {
    definition: {
      id: document.id,
      definitionVersion: document.version ?? 1,
      data: {
        task: task ?? document.task ?? '',
        globalConcurrency: document.limits?.globalConcurrency ?? DEFAULT_CONCURRENCY,
        maxTurnsPerMember: document.limits?.maxTurnsPerMember ?? DEFAULT_TURNS_PER_MEMBER,
        ...(rooms.length === 0 ? {} : { communication: { rooms, tailMessages: document.tailMessages ?? DEFAULT_TAIL_MESSAGES } }),
      },
      nodes: document.members.map(({ id, name, role, brief, initialTurn }) => ({
        id,
        data: { role: role ?? name ?? id, brief: brief ?? '', ...(initialTurn === false ? { initialTurn } : {}) },
      })),
      edges: [],
    },
    inputs: Object.fromEntries([...declared, ...Object.entries(chosen).filter(([key]) => known.has(key))]),
    problems: Object.keys(chosen)
      .filter((key) => !known.has(key))
      .map((key) => ({
        code: 'UNKNOWN_INPUT',
        severity: 'error' as const,
        path: '/inputs',
        message: `The team has no input called ${visible(key)}. ${known.size === 0 ? 'It declares none; add it under "inputs" first.' : `It has: ${[...known].map((name) => visible(name)).join(', ')}.`}`,
      })),
  };
}
