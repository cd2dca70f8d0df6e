// What tests of the past share: a live reader that keeps every state that it had.
import { compileGraph } from '../../src-shared/kernel/compile-graph.ts';
import type { CompiledGraph } from '../../src-shared/kernel/graph-type.ts';
import { teamGraphType } from '../../src-shared/graph-types/team/team-graph-type.ts';
import { createRunFold } from '../../src-shared/run/run-fold.ts';
import type { RunView } from '../../src-shared/run/run-view.ts';
import { compileTeamDocument } from '../../src-shared/team-document/compile-team.ts';
import { loadTeamDocument } from '../../src-shared/team-document/load-team-document.ts';
import type { RunObserver } from '../executor/run-driver.ts';
import type { Host } from './host.ts';
import { partOf, updateOf } from './run-items.ts';

/** Folds what a run tells, as a window does, and gives the state right after each event to `onState`. Starts from `view`, or the run's first event. */
export function stateRecorder(graph: CompiledGraph, view: RunView | null, onState: (view: RunView) => void): RunObserver {
  const fold = createRunFold(graph);
  let now = view;
  return {
    onEvents(events) {
      for (const event of events) {
        now = now === null ? fold.open(event) : fold.apply(now, [updateOf(event)]);
        onState(now);
      }
    },
    onPart(part) {
      if (now !== null) now = fold.apply(now, [partOf(part)]);
    },
  };
}

/** Starts a run of a document and gives its states, each right after its event, to `onState`. */
export async function startRecorded(host: Host, text: string, onState: (view: RunView) => void): Promise<string> {
  const { document } = loadTeamDocument({ text });
  if (document?.form !== 'conversation') throw new Error('This is no conversation.');
  const graph = compileGraph(teamGraphType, compileTeamDocument(document, {}).definition);
  return await host.service.start({ document, teamId: null, commandId: 'recorded', observer: stateRecorder(graph, null, onState) });
}
