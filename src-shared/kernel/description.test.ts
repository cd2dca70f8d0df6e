import { describe, expect, it } from 'vitest';
import { compileGraph } from './compile-graph.ts';
import { type GraphDescription, validateGraphDescription } from './description.ts';
import { describeDraft, draftDefinition, draftType, issuesOf, unknownBounds } from './draft-review.fixture.ts';

const described = compileGraph(draftType(), draftDefinition).describe();
const target = { adapter: 'api', provider: 'p', modelFamily: 'f', model: 'm', tools: ['read'] };
const lane = { id: 'fast', requested: target, knownSubstitutions: [{ ...target, model: 'n' }] };

/** Issues of a description with parts replaced by anything. */
const checking = (replaced: Record<string, unknown>) => issuesOf(() => validateGraphDescription({ ...described, ...replaced }));
const nodes = (...changes: object[]) => described.nodes.map((node, index) => ({ ...node, ...changes[index] }));
const compiling = (replaced: Record<string, unknown>) =>
  issuesOf(() => compileGraph(draftType({ describe: () => ({ ...describeDraft(draftDefinition), ...replaced }) }), draftDefinition));

describe('compiled descriptions', () => {
  it('[case 12] what the compiler owns is put over what describe() says', () => {
    const replaced = {
      schemaVersion: 999,
      graph: { id: 'another' },
      edges: [],
      requirements: { memory: 'required' },
      note: 'kept',
    };
    const compiled = compileGraph(draftType({ describe: () => ({ ...describeDraft(draftDefinition), ...replaced }) }), draftDefinition);
    expect(compiled.describe()).toMatchObject({
      schemaVersion: 1,
      graph: {
        id: 'draft-review',
        definitionVersion: 1,
        kind: 'draft-review',
        typeVersion: 1,
        definitionDigest: compiled.definition.digest,
      },
      edges: [{ id: 'draft-to-review', source: 'draft', target: 'review' }],
      requirements: { memory: 'unused' },
      note: 'kept',
    });
  });
  it('[case 19] nodes in another order, too few, others: DESCRIPTION_MISMATCH', () => {
    const [draft, review] = describeDraft(draftDefinition).nodes;
    expect(compiling({ nodes: [review, draft] })).toEqual(['DESCRIPTION_MISMATCH /nodes']);
    expect(compiling({ nodes: [draft] })).toEqual(['DESCRIPTION_MISMATCH /nodes']);
    expect(compiling({ nodes: [draft, { ...review, id: 'other' }] })).toEqual(['DESCRIPTION_MISMATCH /nodes']);
  });
  it('what is no description at all', () => {
    expect(issuesOf(() => compileGraph(draftType({ describe: () => null as never }), draftDefinition))).toEqual(['INVALID_SHAPE ']);
    expect(compiling({ nodes: 'none' })).toEqual(['INVALID_SHAPE /nodes']);
    expect(compiling({ bounds: undefined })).toEqual(['INVALID_JSON_VALUE /bounds']);
  });
});

describe('phases, nodes, lanes', () => {
  it('[case 20] a node listed in one phase that names another; a node in none', () => {
    const phases = [
      { id: 'listed', name: 'Listed', nodeIds: ['draft', 'review'] },
      { id: 'claimed', name: 'Claimed', nodeIds: [] },
    ];
    const listed = { phaseId: 'listed' };
    expect(checking({ phases, nodes: nodes({ phaseId: 'claimed' }, listed) })).toEqual(['INVALID_PHASE_ASSIGNMENT /nodes/0/phaseId']);
    expect(checking({ phases: [{ id: 'work', name: 'Work', nodeIds: ['draft'] }] })).toEqual(['INVALID_PHASE_ASSIGNMENT /phases']);
    expect(validateGraphDescription({ ...described, phases, nodes: nodes(listed, listed) }).phases).toHaveLength(2);
  });
  it('[case 21] a node listed twice, an unknown node listed', () => {
    const work = { id: 'work', name: 'Work', nodeIds: ['draft', 'review'] };
    expect(checking({ phases: [{ ...work, nodeIds: ['draft', 'review', 'draft'] }] })).toEqual([
      'INVALID_PHASE_ASSIGNMENT /phases/0/nodeIds/2',
    ]);
    expect(checking({ phases: [work, { ...work, id: 'more' }] })).toEqual(['INVALID_PHASE_ASSIGNMENT /phases/1/nodeIds/0']);
    expect(checking({ phases: [{ ...work, nodeIds: ['draft', 'nope', 'review'] }] })).toEqual(['UNKNOWN_NODE /phases/0/nodeIds/1']);
  });
  it('[case 22] an unknown lane or phase', () => {
    expect(checking({ nodes: nodes({}, { laneId: 'fast' }) })).toEqual(['UNKNOWN_LANE /nodes/1/laneId']);
    expect(checking({ nodes: nodes({ laneId: 7 }) })).toEqual(['UNKNOWN_LANE /nodes/0/laneId']);
    expect(checking({ nodes: nodes({ phaseId: 'later' }) })).toEqual(['UNKNOWN_PHASE /nodes/0/phaseId']);
    expect(checking({ nodes: nodes({ laneId: 'fast' }), executionLanes: [lane] })).toEqual(['nothing was thrown']);
  });
  it('edges lead between nodes', () => {
    expect(checking({ edges: [{ id: 'e', source: 'draft', target: 'nope' }] })).toEqual(['UNKNOWN_NODE /edges/0/target']);
    expect(checking({ edges: [{ id: 'e', source: 'nope', target: 'draft' }] })).toEqual(['UNKNOWN_NODE /edges/0/source']);
  });
  it('targets of lanes: texts, tools once, no substitution twice', () => {
    const lanes = (changed: object) => checking({ executionLanes: [{ ...lane, ...changed }] });
    expect(lanes({ requested: { ...target, model: ' ' } })).toEqual(['INVALID_TEXT /executionLanes/0/requested/model']);
    expect(lanes({ requested: { ...target, tools: ['read', 'read'] } })).toEqual(['DUPLICATE_ID /executionLanes/0/requested/tools/1']);
    expect(lanes({ requested: { ...target, tools: 'read' } })).toEqual(['INVALID_SHAPE /executionLanes/0/requested/tools']);
    expect(lanes({ knownSubstitutions: [target] })).toEqual(['DUPLICATE_SUBSTITUTION /executionLanes/0/knownSubstitutions/0']);
    const other = { ...target, provider: 'q' };
    expect(lanes({ knownSubstitutions: [other, { ...other }] })).toEqual(['DUPLICATE_SUBSTITUTION /executionLanes/0/knownSubstitutions/1']);
    expect(lanes({ id: '' })).toEqual(['INVALID_ID /executionLanes/0/id']);
  });
});

describe('[case 22] bounds', () => {
  const bounds = (changed: object) => checking({ bounds: { ...described.bounds, ...changed } });
  const known = (value: unknown) => ({ kind: 'known', value });
  it.each([-1, 1.5, 2 ** 53, '2', null])('the known bound %j', (value) => {
    expect(bounds({ maxFanOut: known(value) })).toEqual(['INVALID_BOUND /bounds/maxFanOut/value']);
    expect(bounds({ dispatches: { min: known(value), max: known(2) } })).toEqual(['INVALID_BOUND /bounds/dispatches/min/value']);
  });
  it('a minimum above the maximum; an unknown one is neither', () => {
    expect(bounds({ dispatches: { min: known(3), max: known(2) } })).toEqual(['INVALID_BOUND /bounds/dispatches']);
    expect(bounds({ dispatches: { min: known(3), max: { kind: 'unknown', reason: 'a person decides' } } })).toEqual(['nothing was thrown']);
    expect(checking({ bounds: unknownBounds })).toEqual(['nothing was thrown']);
  });
  it('an unknown bound says why', () => {
    expect(bounds({ maxConcurrency: { kind: 'unknown', reason: ' ' } })).toEqual(['INVALID_TEXT /bounds/maxConcurrency/reason']);
    expect(bounds({ maxConcurrency: { kind: 'unknown' } })).toEqual(['MISSING_FIELD /bounds/maxConcurrency/reason']);
    expect(bounds({ maxConcurrency: { kind: 'none' } })).toEqual(['INVALID_BOUND /bounds/maxConcurrency/kind']);
    expect(bounds({ maxConcurrency: 1 })).toEqual(['INVALID_SHAPE /bounds/maxConcurrency']);
  });
});

describe('validateGraphDescription', () => {
  it('returns a frozen copy, further fields kept', () => {
    const outside = { ...structuredClone(described), note: { a: 1 } };
    const checked = validateGraphDescription(outside);
    expect(checked).toEqual(outside);
    expect(Object.isFrozen(checked) && Object.isFrozen(checked.nodes[0]) && !Object.isFrozen(outside)).toBe(true);
  });
  it('[case 15] JSON nested more than 256 levels, and what is no JSON', () => {
    let deep: unknown = 0;
    for (let level = 0; level < 300; level += 1) deep = [deep];
    expect(checking({ inputContract: deep })[0]).toMatch(/^INVALID_JSON_VALUE \/inputContract/);
    expect(checking({ inputContract: new Map() })).toEqual(['INVALID_JSON_VALUE /inputContract']);
  });
  it.each(Object.keys(described))('the field %s missing', (field) => {
    const rest = Object.fromEntries(Object.entries(described).filter(([key]) => key !== field));
    expect(issuesOf(() => validateGraphDescription(rest))).toEqual([`MISSING_FIELD /${field}`]);
  });
  it('one issue, the first by kind of check, with the prefix of plans', () => {
    const twoFaults = { schemaVersion: 2, requirements: { memory: 'maybe' }, nodes: nodes({ id: ' ' }) };
    expect(checking(twoFaults)).toEqual(['INVALID_SCHEMA_VERSION /schemaVersion']);
    expect(checking({ ...twoFaults, schemaVersion: 1 })).toEqual(['INVALID_ID /nodes/0/id']);
    expect(checking({ requirements: { memory: 'maybe' } })).toEqual(['INVALID_REQUIREMENT /requirements/memory']);
    expect(() => validateGraphDescription({})).toThrow(/^Invalid graph plan: /);
    expect(issuesOf(() => validateGraphDescription(null))).toEqual(['INVALID_SHAPE ']);
  });
  it('identity, texts, duplicate ids', () => {
    const graph = (changed: object) => checking({ graph: { ...described.graph, ...changed } });
    expect(graph({ id: '' })).toEqual(['INVALID_ID /graph/id']);
    expect(graph({ kind: ' ' })).toEqual(['INVALID_TEXT /graph/kind']);
    expect(graph({ typeVersion: 0 })).toEqual(['INVALID_VERSION /graph/typeVersion']);
    expect(graph({ definitionVersion: '1' })).toEqual(['INVALID_VERSION /graph/definitionVersion']);
    expect(graph({ definitionDigest: `sha256:${'A'.repeat(64)}` })).toEqual(['INVALID_DIGEST /graph/definitionDigest']);
    expect(checking({ phases: [{ id: 'work', name: '\n', nodeIds: ['draft', 'review'] }] })).toEqual(['INVALID_TEXT /phases/0/name']);
    expect(checking({ nodes: [...described.nodes, described.nodes[0]] })).toEqual(['DUPLICATE_ID /nodes/2/id']);
    expect(checking({ executionLanes: [lane, lane] })).toEqual(['DUPLICATE_ID /executionLanes/1/id']);
  });
  it('permissions: a name, each name and scope once', () => {
    const permission = { name: 'files', scope: { paths: ['a'] } };
    expect(checking({ requestedPermissions: [{ ...permission, name: ' ' }] })).toEqual(['INVALID_TEXT /requestedPermissions/0/name']);
    expect(checking({ requestedPermissions: [permission, { ...permission }] })).toEqual(['DUPLICATE_PERMISSION /requestedPermissions/1']);
    expect(checking({ requestedPermissions: [permission, { ...permission, scope: null }] })).toEqual(['nothing was thrown']);
    expect(checking({ requestedPermissions: [{ name: 'files' }] })).toEqual(['MISSING_FIELD /requestedPermissions/0/scope']);
  });
  it("a type of the description is the description's", () => {
    const checked: GraphDescription = validateGraphDescription(described);
    expect(checked).toEqual(described);
  });
});
