import type { CompiledGraph } from '../../src-shared/kernel/graph-type.ts';
import { isJsonObject, type JsonValue } from '../../src-shared/kernel/json.ts';
import { compileStoredGraph } from '../../src-shared/graph-types/stored-graph.ts';
import { slimDefinition } from '../../src-shared/run/slim-definition.ts';
import type { EventStream, RunStorage } from '../../src-shared/run/storage.ts';
import { loadTeamDocument } from '../../src-shared/team-document/load-team-document.ts';
import { sketchTeam } from '../../src-shared/team-document/sketch-team.ts';
import type { ConversationDocument } from '../../src-shared/team-document/schema.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { loadRunDefinition } from '../store/run-definition.ts';
import { HostError } from './host-error.ts';

/** Media type of the document that a run keeps as it was (decisions.md 37). */
export const TEAM_MEDIA_TYPE = 'application/vnd.troupe.team+json';

/** A run's frozen side: what it was started as. */
export interface LoadedRun {
  readonly runId: string;
  readonly storage: RunStorage;
  readonly stream: EventStream;
  readonly graph: CompiledGraph;
  readonly document: ConversationDocument;
  /** The same as the run keeps it. */
  readonly documentText: string;
  readonly inputs: Readonly<Record<string, JsonValue>>;
  /** The team of the library that it was started from, or null. */
  readonly teamId: string | null;
  readonly team: TeamSketch;
  /** The definition without its long texts, for the studio's own fold. */
  readonly definition: JsonValue;
}

/** Reads what a run was started as. UNKNOWN_RUN, STORED_GRAPH_MISMATCH for a kind of team that this version does not know. */
export async function loadRun(storage: RunStorage, runId: string): Promise<LoadedRun> {
  const { record, resolvedPlan, hostBindingBytes } = await loadRunDefinition(storage, runId);
  const { kind, typeVersion } = resolvedPlan.plan.graph;
  const { graphDefinition, resolvedInputs } = record.payload.definition;
  const graph = compileStoredGraph(kind, typeVersion, graphDefinition.value);
  if (graph === null || hostBindingBytes === null)
    throw new HostError(
      'STORED_GRAPH_MISMATCH',
      `Run "${runId}" is of kind "${kind}" version ${typeVersion}, which this version of Troupe cannot open. It is left as it is.`,
    );
  const documentText = new TextDecoder().decode(hostBindingBytes);
  const { document, problems } = loadTeamDocument({ text: documentText, fileName: `${runId}.troupe.json` });
  if (document === null || document.form !== 'conversation')
    throw new HostError(
      'CORRUPT_EVENT_STREAM',
      `The team kept with run "${runId}" cannot be read: ${problems[0]?.message ?? 'it is damaged'}`,
    );
  const saved = isJsonObject(resolvedInputs) ? resolvedInputs : {};
  return {
    runId,
    storage,
    stream: { namespace: storage.record.namespace, streamId: runId },
    graph,
    document,
    documentText,
    inputs: isJsonObject(saved['inputs']) ? saved['inputs'] : {},
    teamId: typeof saved['teamId'] === 'string' ? saved['teamId'] : null,
    team: sketchTeam(document),
    definition: slimDefinition(graphDefinition.value),
  };
}
