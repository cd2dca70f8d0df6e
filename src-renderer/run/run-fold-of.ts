import type { RunSnapshot } from '../../src-shared/contract/runs-contract.ts';
import type { TeamDefinition } from '../../src-shared/graph-types/team/team-definition.ts';
import { teamGraphType } from '../../src-shared/graph-types/team/team-graph-type.ts';
import { compileGraph } from '../../src-shared/kernel/compile-graph.ts';
import { createRunFold, type RunFold } from '../../src-shared/run/run-fold.ts';

/** The fold for a run's further events; null for a form that this studio does not fold itself, whose view then comes whole each time. */
export function runFoldOf({ head, definition }: RunSnapshot): RunFold | null {
  if (head.form !== 'conversation') return null;
  // The host compiled the very same definition; compileGraph checks it again.
  // oxlint-disable-next-line no-unsafe-type-assertion
  return createRunFold(compileGraph(teamGraphType, definition as TeamDefinition));
}
