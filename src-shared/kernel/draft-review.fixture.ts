import type { GraphTypeConformanceFixture } from './conformance.ts';
import type { GraphDescriptionInput } from './description.ts';
import type { GraphCommand, GraphDefinition, GraphEvent, GraphType } from './graph-type.ts';
import { GraphValidationError } from './issues.ts';
import type { PlanResolution } from './plan.ts';

// The draft-review graph of seed 003 (G of spec/graph-and-team.md 5), in parts that a test can replace.

export type DraftState = { readonly next: 'draft' | 'review' | 'done' };
export type DraftEvent = GraphEvent<'node-completed', { readonly nodeId: 'draft' | 'review' }>;
type Unused = { readonly memory: 'unused' };
export type DraftType = GraphType<GraphDefinition, DraftState, DraftEvent, Unused>;
type DraftOperations = ReturnType<DraftType['compile']>;

export const draftDefinition: GraphDefinition = {
  id: 'draft-review',
  definitionVersion: 1,
  data: {},
  nodes: [
    { id: 'draft', data: {} },
    { id: 'review', data: {} },
  ],
  edges: [{ id: 'draft-to-review', source: 'draft', target: 'review', data: {} }],
};

const unknown = { kind: 'unknown', reason: 'not asked here' } as const;

export function describeDraft(definition: GraphDefinition): GraphDescriptionInput {
  return {
    inputContract: {},
    outputContract: {},
    phases: [{ id: 'work', name: 'Draft and review', nodeIds: definition.nodes.map((node) => node.id) }],
    nodes: definition.nodes.map((node) => ({ id: node.id, phaseId: 'work', inputContract: {}, outputContract: {}, laneId: null })),
    policies: { retry: null, stop: null, concurrency: null, write: null, budget: null, action: null },
    executionLanes: [],
    requestedPermissions: [],
    bounds: {
      dispatches: { min: { kind: 'known', value: 2 }, max: { kind: 'known', value: 2 } },
      maxConcurrency: { kind: 'known', value: 1 },
      maxFanOut: { kind: 'known', value: 1 },
    },
  };
}
export const unknownBounds = { dispatches: { min: unknown, max: unknown }, maxConcurrency: unknown, maxFanOut: unknown };

export function decideDraft({ next }: DraftState): readonly GraphCommand[] {
  return next === 'done'
    ? [{ kind: 'complete', output: { approved: true } }]
    : [{ kind: 'dispatch', nodeId: next, input: {}, position: `work/${next}` }];
}

/** The type with some operations replaced. */
export function draftType(
  replaced: Partial<DraftOperations> | ((definition: GraphDefinition) => Partial<DraftOperations>) = {},
): DraftType {
  return {
    kind: 'draft-review',
    version: 1,
    compile: (definition) => ({
      requirements: { memory: 'unused' },
      initialState: () => ({ next: 'draft' }),
      reduce: (state, event) => (event.payload.nodeId === state.next ? { next: state.next === 'draft' ? 'review' : 'done' } : state),
      decide: decideDraft,
      describe: () => describeDraft(definition),
      ...(typeof replaced === 'function' ? replaced(definition) : replaced),
    }),
  };
}

export const completed = (nodeId: 'draft' | 'review'): DraftEvent => ({ type: 'node-completed', version: 1, payload: { nodeId } });

const identity = { source: 'npm:@example/draft-review', version: '1.0.0', digest: `sha256:${'1'.repeat(64)}` } as const;
export const draftResolution: PlanResolution = {
  package: identity,
  admission: { package: identity, permissions: [] },
  executionLanes: [],
};

export type DraftFixture = GraphTypeConformanceFixture<GraphDefinition, DraftState, DraftEvent, Unused>;
export const draftFixture: DraftFixture = {
  graphType: draftType(),
  definition: draftDefinition,
  events: [completed('draft'), completed('review')],
  invalidDefinitions: [{ ...draftDefinition, nodes: [...draftDefinition.nodes, { id: 'draft', data: {} }] }],
  planResolution: draftResolution,
  expected: {
    states: [{ next: 'draft' }, { next: 'review' }, { next: 'done' }],
    commands: [decideDraft({ next: 'draft' }), decideDraft({ next: 'review' }), decideDraft({ next: 'done' })],
    bounds: describeDraft(draftDefinition).bounds,
  },
};

/** What a call was refused with: `code path` of each issue. Fails the test when nothing was thrown. */
export function issuesOf(call: () => unknown): string[] {
  try {
    call();
  } catch (error) {
    if (error instanceof GraphValidationError) return error.issues.map((issue) => `${issue.code} ${issue.path}`);
    throw error;
  }
  return ['nothing was thrown'];
}
