import { canonicalJson, sameJson } from './canonical-json.ts';
import type { GraphDescription } from './description.ts';
import { type DescriptionShape, type LaneParts, type Part, readDescriptionShape } from './description-shape.ts';
import { quoted } from './issues.ts';
import type { JsonValue } from './json.ts';
import { readDigest, readId, readText, readVersion, refusePlan, refuseTwice } from './plan-reader.ts';

/** Checks a frozen value as a description, in the order of spec/graph-and-team.md 2.2; throws GraphValidationError at the first fault. */
export function checkDescription(value: JsonValue): asserts value is GraphDescription {
  const shape = readDescriptionShape(value, '', null);
  checkStructure(shape);
  for (const lane of shape.lanes) checkLane(lane);
  checkPermissions(shape.requestedPermissions);
  checkBounds(shape);
  checkRequirements(shape.requirements);
}

const idsOf = (parts: readonly Part[]) => parts.map((part) => readId(part.fields['id'], `${part.path}/id`));

/** Schema version, ids, uniqueness, phases, nodes and edges: what a description and a plan share before their lanes. */
export function checkStructure(shape: DescriptionShape): void {
  const { root, graph, phases, nodes, edges, lanes } = shape;
  if (root.fields['schemaVersion'] !== 1)
    refusePlan('INVALID_SCHEMA_VERSION', `${root.path}/schemaVersion`, 'schemaVersion must be 1; this release reads no other.');
  readId(graph.fields['id'], `${graph.path}/id`);
  readVersion(graph.fields['definitionVersion'], `${graph.path}/definitionVersion`);
  readText(graph.fields['kind'], `${graph.path}/kind`);
  readVersion(graph.fields['typeVersion'], `${graph.path}/typeVersion`);
  readDigest(graph.fields['definitionDigest'], `${graph.path}/definitionDigest`);
  const phaseIds = idsOf(phases);
  for (const phase of phases) readText(phase.fields['name'], `${phase.path}/name`);
  const named = [
    [phases, phaseIds],
    [nodes, idsOf(nodes)],
    [edges, idsOf(edges)],
    [lanes, idsOf(lanes)],
  ] as const;
  for (const [parts, ids] of named) refuseTwice(ids, 'DUPLICATE_ID', (index) => `${parts[index]?.path ?? ''}/id`);
  checkPlaces(shape);
}

function checkPlaces({ root, phases, nodes, edges, lanes }: DescriptionShape): void {
  const known = new Set<JsonValue | undefined>(nodes.map((node) => node.fields['id']));
  const phaseOf = new Map<JsonValue | undefined, JsonValue | undefined>();
  for (const phase of phases)
    for (const [index, id] of phase.nodeIds.entries()) {
      const path = `${phase.path}/nodeIds/${index}`;
      if (!known.has(id))
        refusePlan('UNKNOWN_NODE', path, `Phase ${quoted(phase.fields['id'])} lists ${quoted(id)}, which is no node of this graph.`);
      if (phaseOf.has(id)) refusePlan('INVALID_PHASE_ASSIGNMENT', path, `Node ${quoted(id)} is listed twice; a node stands in one phase.`);
      phaseOf.set(id, phase.fields['id']);
    }
  for (const id of known)
    if (!phaseOf.has(id))
      refusePlan('INVALID_PHASE_ASSIGNMENT', `${root.path}/phases`, `Node ${quoted(id)} is in no phase; list it in one.`);

  const phaseIds = new Set(phases.map((phase) => phase.fields['id']));
  const laneIds = new Set(lanes.map((lane) => lane.fields['id']));
  for (const { path, fields } of nodes) {
    const { id, phaseId, laneId } = fields;
    if (!phaseIds.has(phaseId))
      refusePlan('UNKNOWN_PHASE', `${path}/phaseId`, `Node ${quoted(id)} names phase ${quoted(phaseId)}, which is not declared.`);
    if (phaseOf.get(id) !== phaseId)
      refusePlan(
        'INVALID_PHASE_ASSIGNMENT',
        `${path}/phaseId`,
        `Node ${quoted(id)} names phase ${quoted(phaseId)}, but ${quoted(phaseOf.get(id))} lists it.`,
      );
    if (laneId !== null && !laneIds.has(laneId))
      refusePlan('UNKNOWN_LANE', `${path}/laneId`, `Node ${quoted(id)} names lane ${quoted(laneId)}, which is not in executionLanes.`);
  }
  for (const { path, fields } of edges)
    for (const end of ['source', 'target'])
      if (!known.has(fields[end]))
        refusePlan(
          'UNKNOWN_NODE',
          `${path}/${end}`,
          `Edge ${quoted(fields['id'])} names ${quoted(fields[end])}, which is no node of this graph.`,
        );
}

/** Texts and tools of a lane's targets; no substitution twice and none equal to the requested target. */
export function checkLane(lane: LaneParts): void {
  const { requested, substitutions, effective, fallbacks } = lane;
  for (const { path, fields } of [requested, ...substitutions, ...effective, ...fallbacks]) {
    for (const name of ['adapter', 'provider', 'modelFamily', 'model']) readText(fields[name], `${path}/${name}`);
    const tools = Array.isArray(fields['tools']) ? fields['tools'] : [];
    refuseTwice(
      tools.map((tool: JsonValue, index) => readText(tool, `${path}/tools/${index}`)),
      'DUPLICATE_ID',
      (index) => `${path}/tools/${index}`,
    );
  }
  for (const [index, { path, fields }] of substitutions.entries())
    if ([requested, ...substitutions.slice(0, index)].some((other) => sameJson(other.fields, fields)))
      refusePlan(
        'DUPLICATE_SUBSTITUTION',
        path,
        `Lane ${quoted(lane.fields['id'])} names this target twice; a substitution differs from the requested target and from the others.`,
      );
}

/** Names of permissions, and each name and scope once. */
export function checkPermissions(permissions: readonly Part[]): void {
  for (const { path, fields } of permissions) readText(fields['name'], `${path}/name`);
  const keys = permissions.map(({ fields }) => canonicalJson([fields['name'], fields['scope']]));
  refuseTwice(keys, 'DUPLICATE_PERMISSION', (index) => permissions[index]?.path ?? '');
}

/** Each bound on its own, then that the known minimum is not above the known maximum. */
export function checkBounds({ bounds }: DescriptionShape): void {
  const [min, max] = [readBoundValue(bounds.min), readBoundValue(bounds.max)];
  readBoundValue(bounds.maxConcurrency);
  readBoundValue(bounds.maxFanOut);
  if (min !== null && max !== null && min > max)
    refusePlan('INVALID_BOUND', `${bounds.path}/dispatches`, `The minimum of ${min} dispatches is above the maximum of ${max}.`);
}

function readBoundValue({ path, fields: { kind, value, reason } }: Part): number | null {
  if (kind !== 'known') {
    readText(reason, `${path}/reason`);
    return null;
  }
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  return refusePlan('INVALID_BOUND', `${path}/value`, `The known bound at ${path} must be a whole number from 0.`);
}

/** The closed set of requirements. */
export function checkRequirements({ path, fields }: Part): void {
  if (fields['memory'] !== 'required' && fields['memory'] !== 'unused')
    refusePlan('INVALID_REQUIREMENT', `${path}/memory`, "requirements.memory must be 'required' or 'unused'.");
}
