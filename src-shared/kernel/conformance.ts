import { canonicalJson } from './canonical-json.ts';
import { compileGraph, compileVetted } from './compile-graph.ts';
import { checkPlanResolution } from './conformance-bounds.ts';
import { firstChangeable, firstFrozen } from './conformance-freezing.ts';
import type { GraphBounds } from './description.ts';
import type { CompiledGraph, GraphCommand, GraphDefinition, GraphEvent, GraphRequirements, GraphType } from './graph-type.ts';
import { GraphValidationError } from './issues.ts';
import { isOwnGraphType } from './own-graph-types.ts';
import type { PlanResolution } from './plan.ts';

/** What a graph type is proven with: a trace of events, and the state and decision expected before the first and after each. */
export type GraphTypeConformanceFixture<
  Definition extends GraphDefinition = GraphDefinition,
  State = unknown,
  Event extends GraphEvent = GraphEvent,
  Requirements extends GraphRequirements = GraphRequirements,
> = {
  readonly graphType: GraphType<Definition, State, Event, Requirements>;
  readonly definition: Definition;
  readonly events: readonly Event[];
  /** Each must be refused with GraphValidationError. */
  readonly invalidDefinitions: readonly unknown[];
  readonly planResolution: PlanResolution;
  readonly expected: {
    readonly states: readonly NoInfer<State>[];
    readonly commands: readonly (readonly GraphCommand[])[];
    readonly bounds: GraphBounds;
  };
};

/** The six cases; all of them always run. */
export type ConformanceCase =
  | 'deterministic compile'
  | 'deterministic replay'
  | 'deterministic decision'
  | 'input immutability'
  | 'invalid definitions'
  | 'deterministic plan resolution';
/** What the kit found; frozen. `cases` is always 6. */
export type ConformanceReport = {
  readonly ok: boolean;
  readonly cases: 6;
  readonly failures: readonly { readonly case: ConformanceCase; readonly message: string }[];
};

type Fixture = GraphTypeConformanceFixture;
/** Says what a case found; one line, in words. */
export type Complain = (message: string) => void;

const CASES: readonly (readonly [ConformanceCase, (fixture: Fixture, complain: Complain) => void])[] = [
  ['deterministic compile', checkCompile],
  ['deterministic replay', checkReplay],
  ['deterministic decision', checkDecisions],
  ['input immutability', checkImmutability],
  ['invalid definitions', checkInvalidDefinitions],
  ['deterministic plan resolution', checkPlanResolution],
];

/**
 * Proves a graph type on one trace, without a test framework and without ever throwing: in separate instances each operation is called
 * more than once and compared with what is expected (spec/graph-and-team.md 5, cases 28-36; decisions.md 17). Types of ours are vetted
 * here like any other. The kit is not a sandbox: it runs the type with the caller's rights.
 */
export function runGraphTypeConformance<
  Definition extends GraphDefinition,
  State,
  Event extends GraphEvent,
  Requirements extends GraphRequirements,
>(fixture: GraphTypeConformanceFixture<Definition, State, Event, Requirements>): ConformanceReport {
  const before = snapshot(fixture);
  const failures: { readonly case: ConformanceCase; readonly message: string }[] = [];
  const inCase = (name: ConformanceCase, run: (complain: Complain) => void): void => {
    const complain = (message: string) => failures.push(Object.freeze({ case: name, message }));
    try {
      run(complain);
    } catch (error) {
      complain(error instanceof Error ? error.message : `Something other than an error was thrown: ${typeof error}.`);
    }
  };
  for (const [name, check] of CASES) inCase(name, (complain) => check(fixture, complain));
  const after = snapshot(fixture);
  if (before !== after) inCase('input immutability', (complain) => complain("The graph type changed the caller's definition or events."));
  return Object.freeze({ ok: failures.length === 0, cases: 6, failures: Object.freeze(failures) });
}

/** As runGraphTypeConformance, for use inside a test: throws an Error that lists the failures. */
export function assertGraphTypeConformance<
  Definition extends GraphDefinition,
  State,
  Event extends GraphEvent,
  Requirements extends GraphRequirements,
>(fixture: GraphTypeConformanceFixture<Definition, State, Event, Requirements>): void {
  const { ok, failures } = runGraphTypeConformance(fixture);
  if (!ok)
    throw new Error(`The graph type does not conform:\n${failures.map((failure) => `- ${failure.case}: ${failure.message}`).join('\n')}`);
}

function snapshot(fixture: { readonly definition: unknown; readonly events: unknown }): string {
  try {
    return canonicalJson([fixture.definition, fixture.events]);
  } catch {
    return 'not JSON'; // the cases that compile and fold say so
  }
}

/** Two instances of the graph, compiled apart. */
function instances({ graphType, definition }: Fixture): readonly [CompiledGraph, CompiledGraph] {
  return [compileVetted(graphType, definition), compileVetted(graphType, definition)];
}

function checkCompile(fixture: Fixture, complain: Complain): void {
  const [first, second] = instances(fixture);
  const parts = ['initialState', 'describe'] as const;
  for (const part of parts)
    if (canonicalJson(first[part]()) !== canonicalJson(second[part]()))
      complain(`${part}() differs between two instances of the same definition.`);
  if (canonicalJson(first.requirements) !== canonicalJson(second.requirements)) complain('requirements differ between two instances.');
}

/** The states of the trace, one more than events, from one instance. Calls reduce twice for each and says where the two differ. */
function replay(graph: CompiledGraph, { events }: Fixture, complain: Complain): unknown[] {
  const states = [graph.initialState()];
  for (const [index, event] of events.entries()) {
    const next = graph.reduce(states[index], event);
    if (canonicalJson(next) !== canonicalJson(graph.reduce(states[index], event)))
      complain(`reduce gives two different states for event ${index}.`);
    states.push(next);
  }
  return states;
}

function checkReplay(fixture: Fixture, complain: Complain): void {
  const { events, expected } = fixture;
  if (expected.states.length !== events.length + 1)
    complain(`${events.length} events need ${events.length + 1} expected states, ${expected.states.length} are given.`);
  for (const graph of instances(fixture))
    for (const [index, state] of replay(graph, fixture, complain).entries())
      if (index < expected.states.length && canonicalJson(state) !== canonicalJson(expected.states[index]))
        complain(`The state after ${index} events is ${canonicalJson(state)}, expected ${canonicalJson(expected.states[index])}.`);
}

function checkDecisions(fixture: Fixture, complain: Complain): void {
  const { events, expected } = fixture;
  if (expected.commands.length !== events.length + 1)
    complain(`${events.length} events need ${events.length + 1} expected decisions, ${expected.commands.length} are given.`);
  for (const graph of instances(fixture))
    for (const [index, state] of replay(graph, fixture, () => undefined).entries()) {
      const decision = canonicalJson(graph.decide(state));
      if (decision !== canonicalJson(graph.decide(state))) complain(`decide gives two different decisions after ${index} events.`);
      if (index < expected.commands.length && decision !== canonicalJson(expected.commands[index]))
        complain(`The decision after ${index} events is ${decision}, expected ${canonicalJson(expected.commands[index])}.`);
    }
}

function checkImmutability(fixture: Fixture, complain: Complain): void {
  // Everything handed to the type here is frozen, so an attempt to change it throws and is reported by the caller.
  for (const state of replay(compileVetted(fixture.graphType, fixture.definition), fixture, () => undefined)) {
    const graph = compileVetted(fixture.graphType, fixture.definition);
    graph.decide(state);
  }
  if (isOwnGraphType(fixture.graphType)) checkFreezing(fixture, complain);
}

// A type of ours is not vetted at run time, so here it has to show that it freezes what it returns and nothing of its caller's.
function checkFreezing({ graphType, definition, events }: Fixture, complain: Complain): void {
  const graph = compileGraph(graphType, definition);
  let state = graph.initialState();
  for (const [index, given] of events.entries()) {
    const event: GraphEvent = JSON.parse(canonicalJson(given));
    state = graph.reduce(state, event);
    const values = { state, decision: graph.decide(state) };
    for (const [name, value] of Object.entries(values)) {
      const path = firstChangeable(value);
      if (path !== null) complain(`The ${name} after event ${index} can be changed at ${path || 'its root'}; build it frozen.`);
    }
    const frozen = firstFrozen(event);
    if (frozen !== null) complain(`Event ${index} of the caller was frozen at ${frozen || 'its root'}; copy what is kept.`);
  }
}

// What is to be refused may be anything, so here compile takes any value for a definition.
const compiler: { compile(type: GraphType, definition: unknown): unknown } = { compile: compileVetted };

function checkInvalidDefinitions({ graphType, invalidDefinitions }: Fixture, complain: Complain): void {
  for (const [index, definition] of invalidDefinitions.entries())
    try {
      compiler.compile(graphType, definition);
      complain(`Invalid definition ${index} compiles.`);
    } catch (error) {
      if (!(error instanceof GraphValidationError))
        complain(`Invalid definition ${index} throws something other than GraphValidationError.`);
    }
}
