import { canonicalJson } from './canonical-json.ts';
import { type Digest, digestText } from './digest.ts';
import {
  type ExecutionLane,
  type ExecutionTarget,
  type GraphDescription,
  type Permission,
  validateGraphDescription,
} from './description.ts';
import type { JsonValue } from './json.ts';
import { checkPlan, checkResolution } from './plan-checks.ts';
import { frozenPlanValue, readFields, refusePlan } from './plan-reader.ts';

/** The package that a graph type came from. */
export type PackageIdentity = { readonly source: string; readonly version: string; readonly digest: Digest };
/** What one requested lane becomes on this host. */
export type LaneResolution = { readonly id: string; readonly effective: ExecutionTarget; readonly fallbacks?: readonly ExecutionTarget[] };
/** A host's answer to a description: what it admits and which engines stand behind the lanes. */
export type PlanResolution = {
  readonly package: PackageIdentity;
  readonly admission: { readonly package: PackageIdentity; readonly permissions: readonly Permission[] };
  readonly executionLanes: readonly LaneResolution[];
  readonly preflight?: JsonValue;
};

/** A lane as planned. */
export type ResolvedLane = ExecutionLane & { readonly effective: ExecutionTarget; readonly fallbacks: readonly ExecutionTarget[] };
/** Everything a run may do, fixed before it starts (spec/graph-and-team.md 1.3). */
export type ResolvedPlan = Omit<GraphDescription, 'executionLanes' | 'requestedPermissions'> & {
  readonly package: PackageIdentity;
  readonly executionLanes: readonly ResolvedLane[];
  readonly permissions: { readonly requested: readonly Permission[]; readonly admitted: readonly Permission[] };
  readonly preflight?: JsonValue;
};
/** A plan with its canonical JSON and the digest of that. */
export type ResolvedGraphPlan = { readonly plan: ResolvedPlan; readonly canonicalJson: string; readonly digest: Digest };

/**
 * Binds a description to a host's resolution and returns the frozen plan. Throws GraphValidationError with the first fault:
 * PACKAGE_NOT_ADMITTED at /admission/package, PERMISSION_NOT_ADMITTED at /requestedPermissions/i, INVALID_LANE_RESOLUTION and
 * UNKNOWN_SUBSTITUTION under /executionLanes, and the codes of a description (spec/graph-and-team.md 2.2).
 */
export function resolveGraphPlan(description: GraphDescription, resolution: PlanResolution): ResolvedGraphPlan {
  const described = validateGraphDescription(description);
  const given: JsonValue = frozenPlanValue(resolution, '');
  checkResolution(given, described);
  const { preflight } = given;
  // Only named fields enter the plan, so that its digest covers nothing that nobody checks.
  const plan = frozenPlanValue(
    {
      schemaVersion: 1,
      graph: pick(described.graph, 'id', 'definitionVersion', 'kind', 'typeVersion', 'definitionDigest'),
      package: pick(given.package, 'source', 'version', 'digest'),
      inputContract: described.inputContract,
      outputContract: described.outputContract,
      phases: described.phases.map((phase) => pick(phase, 'id', 'name', 'nodeIds')),
      nodes: described.nodes.map((node) => pick(node, 'id', 'phaseId', 'inputContract', 'outputContract', 'laneId')),
      edges: described.edges.map((edge) => pick(edge, 'id', 'source', 'target')),
      policies: pick(described.policies, 'retry', 'stop', 'concurrency', 'write', 'budget', 'action'),
      executionLanes: described.executionLanes.map((lane) => {
        const resolved = given.executionLanes.find(({ id }) => id === lane.id);
        return {
          id: lane.id,
          requested: target(lane.requested),
          knownSubstitutions: lane.knownSubstitutions.map(target),
          effective: target(resolved?.effective ?? lane.requested),
          fallbacks: (resolved?.fallbacks ?? []).map(target),
        };
      }),
      ...(preflight !== undefined && { preflight }),
      permissions: {
        requested: described.requestedPermissions.map((permission) => pick(permission, 'name', 'scope')),
        admitted: given.admission.permissions.map((permission) => pick(permission, 'name', 'scope')),
      },
      bounds: {
        dispatches: pick(described.bounds.dispatches, 'min', 'max'),
        maxConcurrency: described.bounds.maxConcurrency,
        maxFanOut: described.bounds.maxFanOut,
      },
      requirements: pick(described.requirements, 'memory'),
    },
    '',
  );
  return resolvedPlanOf(plan);
}

/** A plan alone, as a store keeps it, checked (unknown fields refused) and given its canonical JSON and digest again. */
export function resolvedPlanOf(plan: unknown): ResolvedGraphPlan {
  const value: JsonValue = frozenPlanValue(plan, '/plan');
  checkPlan(value, '/plan');
  const text = canonicalJson(value);
  return Object.freeze({ plan: value, canonicalJson: text, digest: digestText(text) });
}

/**
 * Checks a stored `{plan, canonicalJson, digest}` and returns it frozen. Unlike a description it may hold no unknown field, and
 * RESOLVED_PLAN_MISMATCH is thrown where the plan's own canonical JSON or digest is another (spec/graph-and-team.md 2.2).
 */
export function validateResolvedPlan(resolved: unknown): ResolvedGraphPlan {
  const stored = readFields(frozenPlanValue(resolved, ''), '', ['plan', 'canonicalJson', 'digest'], 'refused');
  const plan = resolvedPlanOf(stored['plan']);
  for (const field of ['canonicalJson', 'digest'] as const)
    if (stored[field] !== plan[field])
      refusePlan(
        'RESOLVED_PLAN_MISMATCH',
        `/${field}`,
        `The stored ${field} is not that of the stored plan; the plan was changed after it was resolved.`,
      );
  return plan;
}

const target = (value: ExecutionTarget) => pick(value, 'adapter', 'provider', 'modelFamily', 'model', 'tools');

function pick<Value, Key extends keyof Value>(value: Value, ...keys: readonly Key[]): { [key: PropertyKey]: Value[Key] } {
  return Object.fromEntries(keys.map((key) => [key, value[key]]));
}
