import { describe, expect, it } from 'vitest';
import { compileGraph } from './compile-graph.ts';
import { createKernel, validateDefinition } from './definition.ts';
import { draftDefinition, draftType, issuesOf } from './draft-review.fixture.ts';
import { defineGraphDefinition } from './fixtures.ts';
import type { GraphDefinition } from './graph-type.ts';

/** Compiles the draft definition with parts replaced by anything. */
const compiling = (replaced: Record<string, unknown>) => () => compileGraph(draftType(), { ...draftDefinition, ...replaced });
const everyFrozen = (issues: readonly object[]) => Object.isFrozen(issues) && issues.every(Object.isFrozen);
const edge = { id: 'e', source: 'draft', target: 'review', data: {} };

describe('refused definitions', () => {
  it('[case 1] a node twice, an edge twice: named at the second', () => {
    const nodes = [...draftDefinition.nodes, { id: 'draft', data: {} }];
    expect(issuesOf(compiling({ nodes }))).toEqual(['DUPLICATE_NODE_ID /nodes/2/id']);
    expect(issuesOf(compiling({ edges: [edge, edge] }))).toEqual(['DUPLICATE_EDGE_ID /edges/1/id']);
  });
  it('[case 2] an edge from or to nowhere', () => {
    expect(issuesOf(compiling({ edges: [{ ...edge, target: 'nope' }] }))).toEqual(['UNKNOWN_TARGET_NODE /edges/0/target']);
    expect(issuesOf(compiling({ edges: [{ ...edge, source: 'nope' }] }))).toEqual(['UNKNOWN_SOURCE_NODE /edges/0/source']);
  });
  it.each(['', ' ', ' draft', 'draft ', 'dr\naft', 'dr\u007faft', '\u0000', 7, null])('[case 3] the identifier %j', (id) => {
    expect(issuesOf(compiling({ id }))).toEqual(['INVALID_ID /id']);
    expect(issuesOf(compiling({ nodes: [{ id, data: {} }], edges: [] }))).toEqual(['INVALID_ID /nodes/0/id']);
    expect(issuesOf(compiling({ edges: [{ ...edge, id }] }))).toEqual(['INVALID_ID /edges/0/id']);
    expect(issuesOf(compiling({ edges: [{ ...edge, source: id }] }))).toEqual(['INVALID_ID /edges/0/source']);
    expect(issuesOf(compiling({ edges: [{ ...edge, target: id }] }))).toEqual(['INVALID_ID /edges/0/target']);
  });
  it('[case 4] all issues come in one error, frozen', () => {
    const compile = compiling({ id: ' ', definitionVersion: 0, nodes: [...draftDefinition.nodes, { id: 'draft', data: {} }] });
    expect(issuesOf(compile)).toEqual(['INVALID_ID /id', 'INVALID_VERSION /definitionVersion', 'DUPLICATE_NODE_ID /nodes/2/id']);
    expect(compile).toThrow(expect.objectContaining({ name: 'GraphValidationError', issues: expect.toSatisfy(everyFrozen) }));
  });
  it.each([0, -1, 1.5, 2 ** 53, '1', null])('the version %j', (definitionVersion) => {
    expect(issuesOf(compiling({ definitionVersion }))).toEqual(['INVALID_VERSION /definitionVersion']);
  });
  it('missing or misshapen parts', () => {
    expect(issuesOf(compiling({ nodes: {}, edges: null }))).toEqual(['INVALID_DEFINITION /nodes', 'INVALID_DEFINITION /edges']);
    expect(issuesOf(compiling({ nodes: [null], edges: [1] }))).toEqual(['INVALID_DEFINITION /nodes/0', 'INVALID_DEFINITION /edges/0']);
    const { data: _data, ...noData } = draftDefinition;
    expect(issuesOf(() => compileGraph(draftType(), noData as GraphDefinition))).toEqual(['INVALID_DEFINITION /data']);
    expect(issuesOf(compiling({ nodes: [{ id: 'draft' }, { id: 'review' }] }))).toEqual([
      'INVALID_DEFINITION /nodes/0/data',
      'INVALID_DEFINITION /nodes/1/data',
    ]);
    for (const definition of [null, [], 'text', 1])
      expect(issuesOf(() => validateDefinition(definition as never))).toEqual(['INVALID_DEFINITION ']);
  });
  it('what is not JSON, beside the other issues', () => {
    expect(issuesOf(compiling({ definitionVersion: 0, data: { at: new Date(0) } }))).toEqual([
      'INVALID_JSON_VALUE /data/at',
      'INVALID_VERSION /definitionVersion',
    ]);
    expect(issuesOf(compiling({ id: 1n }))).toEqual(['INVALID_JSON_VALUE /id', 'INVALID_ID /id']);
  });
});

describe('accepted definitions', () => {
  it('self-edges, no nodes at all, further fields', () => {
    const { definition } = compileGraph(draftType(), {
      ...draftDefinition,
      edges: [{ ...edge, target: 'draft' }],
      note: 'kept',
    } as GraphDefinition);
    expect(definition.value).toMatchObject({ note: 'kept' });
    expect(compileGraph(draftType(), { ...draftDefinition, nodes: [], edges: [] }).definition.value.nodes).toEqual([]);
  });
  it('[case 14] a later change of the caller changes nothing', () => {
    const definition = structuredClone(draftDefinition) as { nodes: { id: string; data: object }[] } & GraphDefinition;
    const compiled = compileGraph(draftType(), definition);
    definition.nodes.push({ id: 'late', data: {} });
    expect(compiled.definition.value).toEqual(draftDefinition);
    expect(Object.isFrozen(compiled.definition) && Object.isFrozen(compiled.definition.value.nodes)).toBe(true);
  });
  it('the canonical JSON and digest of section 4', () => {
    const { canonicalJson, digest } = validateDefinition(draftDefinition);
    expect(canonicalJson).toBe(
      '{"data":{},"definitionVersion":1,"edges":[{"data":{},"id":"draft-to-review","source":"draft","target":"review"}],"id":"draft-review","nodes":[{"data":{},"id":"draft"},{"data":{},"id":"review"}]}',
    );
    expect(digest).toBe('sha256:caa482b93bd1506f05519e8a1d6ec758fc2337416c1c32dc9ab4d27a62a109c0');
  });
});

it('the kernel looks nodes, edges and neighbours up, in definition order', () => {
  const edges = [
    ['ab', 'a', 'b'],
    ['ab2', 'a', 'b'],
    ['cb', 'c', 'b'],
    ['bb', 'b', 'b'],
  ].map(([id = '', source = '', target = '']) => ({ id, source, target, data: {} }));
  const kernel = createKernel(validateDefinition(defineGraphDefinition({ id: 'g', nodes: ['a', 'b', 'c', '__proto__'], edges })));
  expect(kernel.node('__proto__')?.id).toBe('__proto__');
  expect(kernel.edge('cb')?.source).toBe('c');
  expect(kernel.predecessors('b').map((node) => node.id)).toEqual(['a', 'c', 'b']);
  expect(kernel.successors('a').map((node) => node.id)).toEqual(['b']);
  expect(kernel.inboundEdges('b').map(({ id }) => id)).toEqual(['ab', 'ab2', 'cb', 'bb']);
  expect(kernel.outboundEdges('b').map(({ id }) => id)).toEqual(['bb']);
  expect([kernel.node('x'), kernel.edge('x'), kernel.predecessors('x'), kernel.inboundEdges('x')]).toEqual([undefined, undefined, [], []]);
  expect(kernel.definition.value.id).toBe('g');
});
