import { canonicalJson } from './canonical-json.ts';
import { compileVetted } from './compile-graph.ts';
import type { Complain, GraphTypeConformanceFixture } from './conformance.ts';
import type { Bound, GraphBounds } from './description.ts';
import type { GraphCommand } from './graph-type.ts';
import { resolveGraphPlan } from './plan.ts';

/** The case 'deterministic plan resolution': the plan is the same every time, and the bounds are as expected and hold for the trace. */
export function checkPlanResolution(
  { graphType, definition, planResolution, expected }: GraphTypeConformanceFixture,
  complain: Complain,
): void {
  const plans = [1, 2].map(() => resolveGraphPlan(compileVetted(graphType, definition).describe(), planResolution));
  if (new Set(plans.map((plan) => plan.digest)).size > 1) complain('The plan differs between two instances of the same definition.');
  const bounds = plans[0]?.plan.bounds;
  if (bounds === undefined) return;
  if (canonicalJson(bounds) !== canonicalJson(expected.bounds))
    complain(`The described bounds are ${canonicalJson(bounds)}, expected ${canonicalJson(expected.bounds)}.`);
  checkPositions(expected.commands, complain);
  checkTrace(expected.commands, bounds, complain);
}

/** Each dispatch of a trace is a new request: a position that was recorded can't be asked for again. */
function checkPositions(commands: readonly (readonly GraphCommand[])[], complain: Complain): void {
  const requested = new Set<string>();
  for (const command of commands.flat()) {
    if (command.kind !== 'dispatch') continue;
    if (requested.has(command.position)) complain(`The trace reuses dispatch position "${command.position}"; each request has its own.`);
    requested.add(command.position);
  }
}

/** What the trace shows may not go beyond the bounds (decisions.md 17). How many overlap is not in a trace, so it is not inferred. */
function checkTrace(commands: readonly (readonly GraphCommand[])[], { dispatches, maxFanOut }: GraphBounds, complain: Complain): void {
  const sizes = commands.map((decision) => decision.filter((command) => command.kind === 'dispatch').length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const fanOut = Math.max(0, ...sizes);
  const counted = `${total} dispatch command${total === 1 ? '' : 's'}`;
  const [min, max, widest] = [known(dispatches.min), known(dispatches.max), known(maxFanOut)];
  if (max !== null && total > max) complain(`The trace holds ${counted}, above the described maximum ${max}.`);
  if (widest !== null && fanOut > widest) complain(`A decision of the trace has fan-out ${fanOut}, above the described maximum ${widest}.`);
  const last = commands.at(-1);
  const completed = last?.length === 1 && last[0]?.kind === 'complete';
  if (completed && min !== null && total < min) complain(`The completed trace holds ${counted}, below the described minimum ${min}.`);
}

const known = (bound: Bound): number | null => (bound.kind === 'known' ? bound.value : null);
