import { isTeamState } from '../../src-shared/graph-types/stored-graph.ts';
import type { GraphCommand } from '../../src-shared/kernel/graph-type.ts';
import { deriveRunStatus } from '../../src-shared/run/run-status.ts';
import { type RunSummary, summarizeRun } from '../../src-shared/run/run-summary.ts';
import { StrictFold } from '../../src-shared/run/strict-fold.ts';
import type { TeamMessage, TeamState } from '../../src-shared/graph-types/team/team-state.ts';
import type { Host } from '../host/host.ts';
import { CommandError } from './failure.ts';
import { insetLines, print, printJson } from './json-line.ts';
import { knownRun } from './known-run.ts';

/** `troupe show RUN`: the folded state at a revision (default: the last). */
export async function show(host: Host, { at, json }: { readonly at?: string; readonly json?: boolean }, given: string): Promise<number> {
  const stored = knownRun(host, given);
  const until = revisionOf(at, stored.revision);
  const { graph, stream, team } = await host.service.load(stored.runId);
  const fold = new StrictFold(graph);
  let summary: RunSummary | null = null;
  for await (const event of host.home.storage.eventStore.read(stream)) {
    if (event.revision > until) break;
    fold.apply(event);
    summary = summarizeRun(summary, event);
  }
  if (summary === null) throw new CommandError('UNKNOWN_RUN', `Run "${stored.runId}" has no events.`);
  const decision = fold.decide();
  const [only] = decision;
  // At an earlier revision: as it stood then, which is under way unless the log or the graph say otherwise.
  const now = until === stored.revision ? await host.statuses.of(stored) : null;
  const status = now?.status ?? deriveRunStatus(summary, { leased: only === undefined || only.kind === 'dispatch', decision });
  const { state } = fold;
  if (!isTeamState(state))
    throw new CommandError('STORED_GRAPH_MISMATCH', `Run "${stored.runId}" is no conversation; this version shows only those.`);
  const shown = {
    runId: stored.runId,
    team: stored.team,
    form: stored.form,
    status,
    revision: fold.revision,
    lastRevision: stored.revision,
    task: stored.task,
    members: team.members.map(({ id, name }) => ({
      id,
      name,
      status: state.nodes[id]?.status ?? 'idle',
      turns: state.nodes[id]?.turns ?? 0,
    })),
    messages: state.messages,
    state,
    output: only?.kind === 'complete' ? only.output : null,
    ...failureOf(only),
  };
  if (json === true) printJson(shown);
  else printForPeople(shown);
  return 0;
}

function revisionOf(at: string | undefined, last: number): number {
  if (at === undefined) return last;
  const revision = Number(at);
  if (!Number.isSafeInteger(revision) || revision < 1 || revision > last)
    throw new CommandError('USAGE', `--at ${at}: the run has revisions 1 to ${last}.`);
  return revision;
}

const failureOf = (only: GraphCommand | undefined) => (only?.kind === 'fail' ? { code: only.code, message: only.message } : {});

interface Shown {
  readonly runId: string;
  readonly status: string;
  readonly revision: number;
  readonly lastRevision: number;
  readonly task: string;
  readonly members: readonly { readonly name: string; readonly status: string; readonly turns: number }[];
  readonly messages: readonly TeamMessage[];
  readonly state: TeamState;
  readonly message?: string;
  readonly code?: string;
}

function printForPeople({ runId, status, revision, lastRevision, task, members, messages, state, message, code }: Shown): void {
  print(`${runId}  ${status}  revision ${revision} of ${lastRevision}`);
  print(insetLines(task));
  print('');
  for (const member of members)
    print(`  ${insetLines(member.name)}: ${member.status}, ${member.turns} ${member.turns === 1 ? 'turn' : 'turns'}`);
  if (messages.length > 0) print('');
  for (const { roomId, sender, text, mentions } of messages)
    print(`  ${roomId}  ${sender}${mentions.map((name) => ` @${name}`).join('')}: ${insetLines(text)}`);
  print('');
  for (const [id, { result }] of Object.entries(state.nodes))
    if (result !== null) print(`  ${id} said last: ${insetLines(result.summary)}`);
  if (message !== undefined) print(`  ${message} [${code}]`);
}
