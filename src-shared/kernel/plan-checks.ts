import { sameJson } from './canonical-json.ts';
import type { GraphDescription } from './description.ts';
import { checkBounds, checkLane, checkPermissions, checkRequirements, checkStructure } from './description-checks.ts';
import { type Part, readDescriptionShape, readPermissions, readTarget } from './description-shape.ts';
import { quoted } from './issues.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { PlanResolution, ResolvedPlan } from './plan.ts';
import { readDigest, readFields, readList, readText, refusePlan, type Extras } from './plan-reader.ts';

/** Checks a frozen value as a stored plan: every field known, every choice still one that the description allows. */
export function checkPlan(value: JsonValue, base: string): asserts value is ResolvedPlan {
  const shape = readDescriptionShape(value, base, { fields: ['package', 'permissions'], optional: ['preflight'] });
  const { fields } = shape.root;
  const identity = readPackage(fields['package'], `${base}/package`, 'refused');
  const permissions = readFields(fields['permissions'], `${base}/permissions`, ['requested', 'admitted'], 'refused');
  const requested = readPermissions(permissions['requested'], `${base}/permissions/requested`, 'refused');
  const admitted = readPermissions(permissions['admitted'], `${base}/permissions/admitted`, 'refused');
  checkStructure(shape);
  checkPackage(identity);
  for (const lane of shape.lanes) {
    checkLane(lane);
    const allowed = [lane.requested, ...lane.substitutions].map((part) => part.fields);
    checkTargets(lane.fields['id'], allowed, lane.effective, lane.fallbacks);
  }
  checkPermissions(requested);
  checkPermissions(admitted);
  checkAdmitted(requested, admitted);
  checkBounds(shape);
  checkRequirements(shape.requirements);
}

/** Checks a host's frozen resolution against a checked description. */
export function checkResolution(value: JsonValue, description: GraphDescription): asserts value is PlanResolution {
  const root = readFields(value, '', ['package', 'admission', 'executionLanes']);
  const identity = readPackage(root['package'], '/package', 'kept');
  const admission = readFields(root['admission'], '/admission', ['package', 'permissions']);
  const admittedPackage = readPackage(admission['package'], '/admission/package', 'kept');
  const admitted = readPermissions(admission['permissions'], '/admission/permissions', 'kept');
  const lanes = readList(root['executionLanes'], '/executionLanes', readLaneResolution);
  checkPackage(identity);
  if (!sameJson(identity.fields, admittedPackage.fields))
    refusePlan(
      'PACKAGE_NOT_ADMITTED',
      '/admission/package',
      `The host admitted another package than ${quoted(identity.fields['source'])} ${quoted(identity.fields['version'])}; admit exactly this one.`,
    );
  checkLaneResolutions(lanes, description);
  checkPermissions(admitted);
  const requested = description.requestedPermissions.map((fields, index) => ({ path: `/requestedPermissions/${index}`, fields }));
  checkAdmitted(requested, admitted);
}

type LaneResolutionParts = Part & { readonly effective: Part; readonly fallbacks: readonly Part[] };

const keptTarget = (value: JsonValue | undefined, path: string) => readTarget(value, path, 'kept');

function readLaneResolution(value: JsonValue, path: string): LaneResolutionParts {
  const fields = readFields(value, path, ['id', 'effective']);
  const fallbacks = Object.hasOwn(fields, 'fallbacks') ? readList(fields['fallbacks'], `${path}/fallbacks`, keptTarget) : [];
  return { path, fields, effective: keptTarget(fields['effective'], `${path}/effective`), fallbacks };
}

function checkLaneResolutions(resolutions: readonly LaneResolutionParts[], { executionLanes }: GraphDescription): void {
  const resolved = new Set<JsonValue | undefined>();
  for (const { path, fields, effective, fallbacks } of resolutions) {
    const lane = executionLanes.find(({ id }) => id === fields['id']);
    if (lane === undefined)
      return refusePlan('INVALID_LANE_RESOLUTION', `${path}/id`, `The graph has no lane ${quoted(fields['id'])}; remove this resolution.`);
    if (resolved.has(lane.id))
      refusePlan('INVALID_LANE_RESOLUTION', `${path}/id`, `Lane ${quoted(lane.id)} is resolved twice; resolve it once.`);
    resolved.add(lane.id);
    checkTargets(lane.id, [lane.requested, ...lane.knownSubstitutions], [effective], fallbacks);
  }
  for (const { id } of executionLanes)
    if (!resolved.has(id))
      refusePlan('INVALID_LANE_RESOLUTION', '/executionLanes', `Lane ${quoted(id)} has no resolution; say which target is effective.`);
}

function checkTargets(
  laneId: JsonValue | undefined,
  allowed: readonly JsonObject[],
  effective: readonly Part[],
  fallbacks: readonly Part[],
): void {
  for (const { path, fields } of [...effective, ...fallbacks])
    if (!allowed.some((target) => sameJson(target, fields)))
      refusePlan('UNKNOWN_SUBSTITUTION', path, `Lane ${quoted(laneId)} neither requests this target nor knows it as a substitution.`);
  for (const [index, { path, fields }] of fallbacks.entries())
    if ([...effective, ...fallbacks.slice(0, index)].some((other) => sameJson(other.fields, fields)))
      refusePlan('INVALID_LANE_RESOLUTION', path, `Lane ${quoted(laneId)} falls back to a target that it already tried; list each once.`);
}

function readPackage(value: JsonValue | undefined, path: string, extras: Extras): Part {
  return { path, fields: readFields(value, path, ['source', 'version', 'digest'], extras) };
}

function checkPackage({ path, fields }: Part): void {
  readText(fields['source'], `${path}/source`);
  readText(fields['version'], `${path}/version`);
  readDigest(fields['digest'], `${path}/digest`);
}

function checkAdmitted(requested: readonly Part[], admitted: readonly Part[]): void {
  for (const { path, fields } of requested)
    if (!admitted.some((other) => other.fields['name'] === fields['name'] && sameScope(other, fields)))
      refusePlan(
        'PERMISSION_NOT_ADMITTED',
        path,
        `The host did not admit the permission ${quoted(fields['name'])} with exactly this scope.`,
      );
}

const sameScope = (part: Part, { scope }: JsonObject): boolean =>
  part.fields['scope'] !== undefined && scope !== undefined && sameJson(part.fields['scope'], scope);
