import { describe, expect, it } from 'vitest';
import { canonicalJson, digestJson } from './canonical-json.ts';
import { compileGraph } from './compile-graph.ts';
import type { ExecutionLane, GraphDescriptionInput, Permission } from './description.ts';
import { describeDraft, draftDefinition, draftResolution, draftType, issuesOf } from './draft-review.fixture.ts';
import { type PlanResolution, resolvedPlanOf, resolveGraphPlan, validateResolvedPlan } from './plan.ts';

const target = { adapter: 'api', provider: 'p', modelFamily: 'f', model: 'm', tools: ['read'] };
const substitute = { ...target, model: 'n' };
const stranger = { ...target, model: 'x' };
const lane: ExecutionLane = { id: 'fast', requested: target, knownSubstitutions: [substitute] };
const files: Permission = { name: 'files', scope: { paths: ['a'] } };

const describing = (changed: Partial<GraphDescriptionInput>) =>
  compileGraph(draftType({ describe: () => ({ ...describeDraft(draftDefinition), ...changed }) }), draftDefinition).describe();
const laned = describing({ executionLanes: [lane] });
const resolvingLanes = (...executionLanes: PlanResolution['executionLanes']) =>
  issuesOf(() => resolveGraphPlan(laned, { ...draftResolution, executionLanes }));
const resolved = resolveGraphPlan(describing({}), draftResolution);

describe('[case 23] the plan', () => {
  it('has the bytes and digest of section 4', () => {
    expect(resolved.canonicalJson).toBe(
      '{"bounds":{"dispatches":{"max":{"kind":"known","value":2},"min":{"kind":"known","value":2}},"maxConcurrency":{"kind":"known","value":1},"maxFanOut":{"kind":"known","value":1}},"edges":[{"id":"draft-to-review","source":"draft","target":"review"}],"executionLanes":[],"graph":{"definitionDigest":"sha256:caa482b93bd1506f05519e8a1d6ec758fc2337416c1c32dc9ab4d27a62a109c0","definitionVersion":1,"id":"draft-review","kind":"draft-review","typeVersion":1},"inputContract":{},"nodes":[{"id":"draft","inputContract":{},"laneId":null,"outputContract":{},"phaseId":"work"},{"id":"review","inputContract":{},"laneId":null,"outputContract":{},"phaseId":"work"}],"outputContract":{},"package":{"digest":"sha256:1111111111111111111111111111111111111111111111111111111111111111","source":"npm:@example/draft-review","version":"1.0.0"},"permissions":{"admitted":[],"requested":[]},"phases":[{"id":"work","name":"Draft and review","nodeIds":["draft","review"]}],"policies":{"action":null,"budget":null,"concurrency":null,"retry":null,"stop":null,"write":null},"requirements":{"memory":"unused"},"schemaVersion":1}',
    );
    expect(resolved.digest).toBe('sha256:0b17551b9f4274dca832c040922d71251f9bf52bbd5e9462c6ed781506cd367b');
    expect([resolved, resolved.plan, resolved.plan.nodes[0]].every(Object.isFrozen)).toBe(true);
  });
  it('holds preflight only if it was given, and no field that nobody checks', () => {
    expect(Object.keys(resolved.plan)).not.toContain('preflight');
    const noted = { ...laned, note: 1, nodes: laned.nodes.map((node) => ({ ...node, note: 1 })) };
    const plan = resolveGraphPlan(noted, {
      ...draftResolution,
      executionLanes: [{ id: 'fast', effective: target }],
      preflight: { asked: true },
    });
    expect(plan.plan.preflight).toEqual({ asked: true });
    expect(plan.canonicalJson).not.toContain('note');
    expect(validateResolvedPlan(plan)).toEqual(plan);
  });
});

describe('[case 24] admission', () => {
  it('admits exactly the package that would run', () => {
    const other = { ...draftResolution.package, version: '1.0.1' };
    const admitting = (changed: object) => issuesOf(() => resolveGraphPlan(describing({}), { ...draftResolution, ...changed }));
    expect(admitting({ admission: { package: other, permissions: [] } })).toEqual(['PACKAGE_NOT_ADMITTED /admission/package']);
    expect(admitting({ package: { ...other, digest: 'sha256:1' } })).toEqual(['INVALID_DIGEST /package/digest']);
    expect(admitting({ package: { ...other, source: ' ' } })).toEqual(['INVALID_TEXT /package/source']);
    expect(admitting({ package: null })).toEqual(['INVALID_SHAPE /package']);
    expect(admitting({ admission: { package: other } })).toEqual(['MISSING_FIELD /admission/permissions']);
    expect(admitting({ executionLanes: undefined })).toEqual(['INVALID_JSON_VALUE /executionLanes']);
  });
  it('admits each requested permission with its scope, and keeps what it admits beyond', () => {
    const requesting = describing({ requestedPermissions: [files] });
    const admitting =
      (...permissions: Permission[]) =>
      () =>
        resolveGraphPlan(requesting, { ...draftResolution, admission: { package: draftResolution.package, permissions } });
    expect(issuesOf(admitting())).toEqual(['PERMISSION_NOT_ADMITTED /requestedPermissions/0']);
    expect(issuesOf(admitting({ ...files, scope: { paths: ['b'] } }))).toEqual(['PERMISSION_NOT_ADMITTED /requestedPermissions/0']);
    expect(issuesOf(admitting({ ...files, name: 'other' }))).toEqual(['PERMISSION_NOT_ADMITTED /requestedPermissions/0']);
    expect(issuesOf(admitting(files, files))).toEqual(['DUPLICATE_PERMISSION /admission/permissions/1']);
    const extra = { name: 'net', scope: null };
    expect(admitting(files, extra)().plan.permissions).toEqual({ requested: [files], admitted: [files, extra] });
  });
});

describe('[case 25] lanes', () => {
  it('each is resolved once, to a target it knows, omitted fallbacks are none', () => {
    const plan = resolveGraphPlan(laned, {
      ...draftResolution,
      executionLanes: [{ id: 'fast', effective: substitute, fallbacks: [target] }],
    });
    expect(plan.plan.executionLanes).toEqual([{ ...lane, effective: substitute, fallbacks: [target] }]);
    expect(
      resolveGraphPlan(laned, { ...draftResolution, executionLanes: [{ id: 'fast', effective: target }] }).plan.executionLanes[0]
        ?.fallbacks,
    ).toEqual([]);
  });
  it('none, another, twice', () => {
    expect(resolvingLanes()).toEqual(['INVALID_LANE_RESOLUTION /executionLanes']);
    expect(resolvingLanes({ id: 'slow', effective: target })).toEqual(['INVALID_LANE_RESOLUTION /executionLanes/0/id']);
    expect(resolvingLanes({ id: 'fast', effective: target }, { id: 'fast', effective: target })).toEqual([
      'INVALID_LANE_RESOLUTION /executionLanes/1/id',
    ]);
  });
  it('a target that is not known, a fallback that repeats', () => {
    expect(resolvingLanes({ id: 'fast', effective: stranger })).toEqual(['UNKNOWN_SUBSTITUTION /executionLanes/0/effective']);
    expect(resolvingLanes({ id: 'fast', effective: target, fallbacks: [stranger] })).toEqual([
      'UNKNOWN_SUBSTITUTION /executionLanes/0/fallbacks/0',
    ]);
    expect(resolvingLanes({ id: 'fast', effective: target, fallbacks: [target] })).toEqual([
      'INVALID_LANE_RESOLUTION /executionLanes/0/fallbacks/0',
    ]);
    expect(resolvingLanes({ id: 'fast', effective: target, fallbacks: [substitute, substitute] })).toEqual([
      'INVALID_LANE_RESOLUTION /executionLanes/0/fallbacks/1',
    ]);
  });
});

describe('[case 26] the digest changes with', () => {
  const digestOf = (changed: ExecutionLane) =>
    resolveGraphPlan(describing({ executionLanes: [changed] }), {
      ...draftResolution,
      executionLanes: [{ id: 'fast', effective: changed.requested }],
    }).digest;
  const before = digestOf(lane);
  it.each([
    ['adapter', { adapter: 'other' }],
    ['provider', { provider: 'other' }],
    ['modelFamily', { modelFamily: 'other' }],
    ['model', { model: 'other' }],
    ['tools', { tools: ['read', 'write'] }],
    ['the order of tools', { tools: ['write', 'read'] }],
  ])('%s', (_name, changed) => {
    expect(digestOf({ ...lane, requested: { ...target, ...changed } })).not.toBe(before);
  });
  it('a substitution, but not with the order of keys', () => {
    expect(digestOf({ ...lane, knownSubstitutions: [] })).not.toBe(before);
    expect(digestOf({ knownSubstitutions: [substitute], requested: { ...target }, id: 'fast' })).toBe(before);
  });
});

describe('[case 27] stored plans', () => {
  const stored = structuredClone(resolved) as { plan: Record<string, unknown>; canonicalJson: string; digest: string };
  const changedPlan = (changed: object) => {
    const plan = { ...stored.plan, ...changed };
    return issuesOf(() => validateResolvedPlan({ plan, canonicalJson: canonicalJson(plan), digest: digestJson(plan) }));
  };
  it('pass as they were written', () => {
    expect(validateResolvedPlan(JSON.parse(JSON.stringify(stored)))).toEqual(resolved);
    expect(resolvedPlanOf(stored.plan)).toEqual(resolved);
  });
  it("are refused when text or digest are another plan's", () => {
    expect(issuesOf(() => validateResolvedPlan({ ...stored, digest: digestJson(1) }))).toEqual(['RESOLVED_PLAN_MISMATCH /digest']);
    expect(issuesOf(() => validateResolvedPlan({ ...stored, canonicalJson: '{}' }))).toEqual(['RESOLVED_PLAN_MISMATCH /canonicalJson']);
    expect(issuesOf(() => validateResolvedPlan({ ...stored, plan: { ...stored.plan, inputContract: 1 } }))).toEqual([
      'RESOLVED_PLAN_MISMATCH /canonicalJson',
    ]);
  });
  it('hold no unknown field, at any depth', () => {
    expect(changedPlan({ note: 1 })).toEqual(['UNKNOWN_FIELD /plan/note']);
    expect(changedPlan({ requirements: { memory: 'unused', note: 1 } })).toEqual(['UNKNOWN_FIELD /plan/requirements/note']);
    expect(changedPlan({ requestedPermissions: [] })).toEqual(['UNKNOWN_FIELD /plan/requestedPermissions']);
    expect(issuesOf(() => validateResolvedPlan({ ...stored, note: 1 }))).toEqual(['UNKNOWN_FIELD /note']);
  });
  it('still allow what they chose', () => {
    const executionLanes = [{ ...lane, effective: stranger, fallbacks: [] }];
    expect(changedPlan({ executionLanes })).toEqual(['UNKNOWN_SUBSTITUTION /plan/executionLanes/0/effective']);
    expect(changedPlan({ permissions: { requested: [files], admitted: [] } })).toEqual([
      'PERMISSION_NOT_ADMITTED /plan/permissions/requested/0',
    ]);
    expect(changedPlan({ package: { source: 'a', version: 'b', digest: 'c' } })).toEqual(['INVALID_DIGEST /plan/package/digest']);
    expect(changedPlan({ schemaVersion: 2 })).toEqual(['INVALID_SCHEMA_VERSION /plan/schemaVersion']);
    expect(issuesOf(() => validateResolvedPlan(null))).toEqual(['INVALID_SHAPE ']);
  });
});
