import type { JsonObject, JsonValue } from './json.ts';
import { type Extras, readFields, readList, refusePlan } from './plan-reader.ts';

/** A part of a description or plan whose fields are all there, with the place it was found at. */
export type Part = { readonly path: string; readonly fields: JsonObject };
/** A lane's part and the targets it names; `effective` and `fallbacks` only in a plan. */
export type LaneParts = Part & {
  readonly requested: Part;
  readonly substitutions: readonly Part[];
  readonly effective: readonly Part[];
  readonly fallbacks: readonly Part[];
};
/** A description or plan after its first check: everything is present and of the right shape, nothing is judged yet. */
export type DescriptionShape = {
  readonly root: Part;
  readonly graph: Part;
  readonly phases: readonly (Part & { readonly nodeIds: readonly JsonValue[] })[];
  readonly nodes: readonly Part[];
  readonly edges: readonly Part[];
  readonly lanes: readonly LaneParts[];
  readonly requestedPermissions: readonly Part[];
  readonly bounds: {
    readonly path: string;
    readonly min: Part;
    readonly max: Part;
    readonly maxConcurrency: Part;
    readonly maxFanOut: Part;
  };
  readonly requirements: Part;
};

const ROOT = ['schemaVersion', 'graph', 'inputContract', 'outputContract', 'phases', 'nodes', 'edges', 'policies', 'executionLanes'];
const TARGET = ['adapter', 'provider', 'modelFamily', 'model', 'tools'];

/** Shape of one execution target (spec/graph-and-team.md 1.3). */
export function readTarget(value: JsonValue | undefined, path: string, extras: Extras): Part {
  const fields = readFields(value, path, TARGET, extras);
  readList(fields['tools'], `${path}/tools`, (tool) => tool);
  return { path, fields };
}

/** Shape of one execution lane; a plan's lane also says what it resolved to. */
export function readLane(value: JsonValue | undefined, path: string, extras: Extras, resolved: boolean): LaneParts {
  const names = ['id', 'requested', 'knownSubstitutions', ...(resolved ? ['effective', 'fallbacks'] : [])];
  const fields = readFields(value, path, names, extras);
  const target = (item: JsonValue | undefined, at: string) => readTarget(item, at, extras);
  return {
    path,
    fields,
    requested: target(fields['requested'], `${path}/requested`),
    substitutions: readList(fields['knownSubstitutions'], `${path}/knownSubstitutions`, target),
    effective: resolved ? [target(fields['effective'], `${path}/effective`)] : [],
    fallbacks: resolved ? readList(fields['fallbacks'], `${path}/fallbacks`, target) : [],
  };
}

/** Shape of a list of permissions. */
export function readPermissions(value: JsonValue | undefined, path: string, extras: Extras): Part[] {
  return readList(value, path, (item, at) => ({ path: at, fields: readFields(item, at, ['name', 'scope'], extras) }));
}

function readBound(value: JsonValue | undefined, path: string, extras: Extras): Part {
  const { kind } = readFields(value, path, ['kind']);
  if (kind !== 'known' && kind !== 'unknown')
    return refusePlan('INVALID_BOUND', `${path}/kind`, `${path} must be known with a value, or unknown with a reason.`);
  return { path, fields: readFields(value, path, ['kind', kind === 'known' ? 'value' : 'reason'], extras) };
}

/** Reads what a description and a plan have in common; `planFields` are the fields that only a plan has. */
export function readDescriptionShape(
  value: JsonValue,
  base: string,
  plan: { fields: readonly string[]; optional: readonly string[] } | null,
): DescriptionShape {
  const extras: Extras = plan === null ? 'kept' : 'refused';
  const own = plan === null ? ['requestedPermissions'] : plan.fields;
  const root = readFields(value, base, [...ROOT, ...own, 'bounds', 'requirements'], extras, plan?.optional);
  const part = (field: string, names: readonly string[]): Part => {
    const path = `${base}/${field}`;
    return { path, fields: readFields(root[field], path, names, extras) };
  };
  const parts = (field: string, names: readonly string[]) =>
    readList(root[field], `${base}/${field}`, (item, path) => ({ path, fields: readFields(item, path, names, extras) }));

  const graph = part('graph', ['id', 'definitionVersion', 'kind', 'typeVersion', 'definitionDigest']);
  const phases = parts('phases', ['id', 'name', 'nodeIds']).map((phase) => ({
    ...phase,
    nodeIds: readList(phase.fields['nodeIds'], `${phase.path}/nodeIds`, (id) => id),
  }));
  const nodes = parts('nodes', ['id', 'phaseId', 'inputContract', 'outputContract', 'laneId']);
  const edges = parts('edges', ['id', 'source', 'target']);
  part('policies', ['retry', 'stop', 'concurrency', 'write', 'budget', 'action']);
  const lanes = readList(root['executionLanes'], `${base}/executionLanes`, (item, path) => readLane(item, path, extras, plan !== null));
  const requestedPermissions = plan === null ? readPermissions(root['requestedPermissions'], `${base}/requestedPermissions`, extras) : [];
  const bounds = part('bounds', ['dispatches', 'maxConcurrency', 'maxFanOut']);
  const dispatches = readFields(bounds.fields['dispatches'], `${bounds.path}/dispatches`, ['min', 'max'], extras);
  return {
    root: { path: base, fields: root },
    graph,
    phases,
    nodes,
    edges,
    lanes,
    requestedPermissions,
    bounds: {
      path: bounds.path,
      min: readBound(dispatches['min'], `${bounds.path}/dispatches/min`, extras),
      max: readBound(dispatches['max'], `${bounds.path}/dispatches/max`, extras),
      maxConcurrency: readBound(bounds.fields['maxConcurrency'], `${bounds.path}/maxConcurrency`, extras),
      maxFanOut: readBound(bounds.fields['maxFanOut'], `${bounds.path}/maxFanOut`, extras),
    },
    requirements: part('requirements', ['memory']),
  };
}
