import type { Digest } from './digest.ts';
import { checkDescription } from './description-checks.ts';
import type { GraphRequirements } from './graph-type.ts';
import type { JsonValue } from './json.ts';
import { frozenPlanValue } from './plan-reader.ts';

/** A number that is known before anything runs, or why it can't be. Known: a whole number from 0. */
export type Bound = { readonly kind: 'known'; readonly value: number } | { readonly kind: 'unknown'; readonly reason: string };
/** What a run may cost in turns: how many in all, how many at once, how many started by one decision. */
export type GraphBounds = {
  readonly dispatches: { readonly min: Bound; readonly max: Bound };
  readonly maxConcurrency: Bound;
  readonly maxFanOut: Bound;
};
/** One way to execute a lane. `tools` names each tool once. */
export type ExecutionTarget = {
  readonly adapter: string;
  readonly provider: string;
  readonly modelFamily: string;
  readonly model: string;
  readonly tools: readonly string[];
};
/** An engine that nodes ask for, with the stand-ins they accept. */
export type ExecutionLane = {
  readonly id: string;
  readonly requested: ExecutionTarget;
  readonly knownSubstitutions: readonly ExecutionTarget[];
};
/** A right the graph asks for; `scope` is the permission's own JSON. */
export type Permission = { readonly name: string; readonly scope: JsonValue };
export type GraphPhase = { readonly id: string; readonly name: string; readonly nodeIds: readonly string[] };
/** A node as described; `laneId` null means a data effect. */
export type DescribedNode = {
  readonly id: string;
  readonly phaseId: string;
  readonly inputContract: JsonValue;
  readonly outputContract: JsonValue;
  readonly laneId: string | null;
};
export type GraphPolicies = {
  readonly retry: JsonValue;
  readonly stop: JsonValue;
  readonly concurrency: JsonValue;
  readonly write: JsonValue;
  readonly budget: JsonValue;
  readonly action: JsonValue;
};

/** What a graph type's `describe()` returns. Each node stands in exactly one phase, in definition order. */
export type GraphDescriptionInput = {
  readonly inputContract: JsonValue;
  readonly outputContract: JsonValue;
  readonly phases: readonly GraphPhase[];
  readonly nodes: readonly DescribedNode[];
  readonly policies: GraphPolicies;
  readonly executionLanes: readonly ExecutionLane[];
  readonly requestedPermissions: readonly Permission[];
  readonly bounds: GraphBounds;
};
/** Which definition, compiled by which graph type. */
export type GraphIdentity = {
  readonly id: string;
  readonly definitionVersion: number;
  readonly kind: string;
  readonly typeVersion: number;
  readonly definitionDigest: Digest;
};
export type DescribedEdge = { readonly id: string; readonly source: string; readonly target: string };
/** What a host inspects before a run: the type's description and what the compiler knows (spec/graph-and-team.md 1.3). */
export type GraphDescription = GraphDescriptionInput & {
  readonly schemaVersion: 1;
  readonly graph: GraphIdentity;
  readonly edges: readonly DescribedEdge[];
  readonly requirements: GraphRequirements;
};

/**
 * Checks a description that need not come from compileGraph and returns it frozen; unknown extra fields are kept. The first fault throws
 * GraphValidationError `Invalid graph plan: ...` with one issue; codes and order: spec/graph-and-team.md 2.2.
 */
export function validateGraphDescription(description: unknown): GraphDescription {
  const value: JsonValue = frozenPlanValue(description, '');
  checkDescription(value);
  return value;
}
