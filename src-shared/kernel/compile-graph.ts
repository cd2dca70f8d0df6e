import { createKernel, validateDefinition } from './definition.ts';
import { compileDescription } from './compile-description.ts';
import { checkedDecision } from './decision.ts';
import type { CompiledGraph, GraphDefinition, GraphEvent, GraphOperations, GraphRequirements, GraphType } from './graph-type.ts';
import { checkEvent, checkNodeIssue, checkOperations, checkType, refuseType, vetted } from './graph-type-checks.ts';
import { isOwnGraphType } from './own-graph-types.ts';

/**
 * Checks a definition, then turns it and a graph type into pure operations. Order: kind and version, definition, compile(), requirements
 * and methods, initialState(), describe(); the last two run once, here. Throws GraphValidationError: the codes of a definition,
 * INVALID_GRAPH_TYPE with paths like /kind, /compile/reduce, /event/payload, and the codes of a description (spec/graph-and-team.md 2.1).
 *
 * The operations work unbound, ignore further arguments, hand frozen values to the type, and leave the caller's own unfrozen.
 * Values of a type from outside are copied and frozen, each part once; our own types are trusted to (decisions.md 16).
 */
export function compileGraph<Definition extends GraphDefinition, State, Event extends GraphEvent, Requirements extends GraphRequirements>(
  type: GraphType<Definition, State, Event, Requirements>,
  definition: Definition,
): CompiledGraph<Definition, State, Event, Requirements> {
  return compileWith(type, definition, isOwnGraphType(type));
}

/** As compileGraph, but vets types of ours too: what the conformance kit proves them with. */
export function compileVetted<Definition extends GraphDefinition, State, Event extends GraphEvent, Requirements extends GraphRequirements>(
  type: GraphType<Definition, State, Event, Requirements>,
  definition: Definition,
): CompiledGraph<Definition, State, Event, Requirements> {
  return compileWith(type, definition, false);
}

function compileWith<Definition extends GraphDefinition, State, Event extends GraphEvent, Requirements extends GraphRequirements>(
  type: GraphType<Definition, State, Event, Requirements>,
  definition: Definition,
  trusted: boolean,
): CompiledGraph<Definition, State, Event, Requirements> {
  checkType(type);
  const record = validateDefinition(definition);
  const kernel = createKernel(record);
  const operations = type.compile(record.value, kernel);
  checkOperations(operations);
  const requirements = vetted(operations.requirements, '/compile/requirements');
  const initialState = vetted(operations.initialState(), '/initialState');
  const description = compileDescription(type, record, requirements, operations.describe());

  const isNode = (id: string) => kernel.node(id) !== undefined;
  const state = (value: State): State => (trusted ? value : vetted(value, '/state'));
  const event = (value: Event, path: string): Event => {
    checkEvent(value, path);
    return trusted ? value : vetted(value, path);
  };
  return Object.freeze({
    definition: record,
    requirements,
    initialState: () => initialState,
    describe: () => description,
    reduce: (before: State, next: Event) => {
      const reduced = operations.reduce(state(before), event(next, '/event'));
      return trusted ? reduced : vetted(reduced, '/reducedState');
    },
    decide: (current: State) => {
      const decision = operations.decide(state(current));
      return trusted ? decision : checkedDecision(decision, isNode);
    },
    ...resultValidation(operations, isNode),
  });
}

// The key is there only if the type supplies it: its presence is how an executor knows.
function resultValidation<State, Event extends GraphEvent, Requirements extends GraphRequirements>(
  operations: GraphOperations<State, Event, Requirements>,
  isNode: (id: string) => boolean,
) {
  const { validateNodeResult } = operations;
  if (validateNodeResult === undefined) return {};
  return {
    validateNodeResult: (nodeId: string, result: Parameters<typeof validateNodeResult>[1]) => {
      if (!isNode(nodeId)) refuseType('/nodeId', `The graph has no node ${JSON.stringify(nodeId)}; name one of its nodes.`);
      return checkNodeIssue(validateNodeResult.call(operations, nodeId, vetted(result, '/result')), '/validateNodeResult');
    },
  };
}
