import type { Digest } from './digest.ts';
import type { GraphDescription, GraphDescriptionInput } from './description.ts';
import type { GraphIssue } from './issues.ts';
import type { JsonValue } from './json.ts';

/** A node of a definition; `data` is the graph type's own. */
export type GraphNode<Data extends JsonValue = JsonValue> = { readonly id: string; readonly data: Data };
/** A directed edge of a definition. */
export type GraphEdge<Data extends JsonValue = JsonValue> = {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly data: Data;
};

/** What a graph type is compiled with: plain JSON. Further own fields are kept (spec/graph-and-team.md 1.3). */
export type GraphDefinition<
  Data extends JsonValue = JsonValue,
  NodeData extends JsonValue = JsonValue,
  EdgeData extends JsonValue = JsonValue,
> = {
  readonly id: string;
  readonly definitionVersion: number;
  readonly data: Data;
  readonly nodes: readonly GraphNode<NodeData>[];
  readonly edges: readonly GraphEdge<EdgeData>[];
};

/** A definition as compiled: a frozen copy, its canonical JSON and the digest of that. */
export type DefinitionRecord<Definition = GraphDefinition> = {
  readonly value: Definition;
  readonly canonicalJson: string;
  readonly digest: Digest;
};

/** Look-ups in the validated definition, in definition order. An unknown id gives `undefined` or an empty list. */
export type GraphKernel<Definition extends GraphDefinition = GraphDefinition> = {
  readonly definition: DefinitionRecord<Definition>;
  readonly node: (id: string) => Definition['nodes'][number] | undefined;
  readonly edge: (id: string) => Definition['edges'][number] | undefined;
  /** Nodes with an edge to this one, each once. */
  readonly predecessors: (id: string) => readonly Definition['nodes'][number][];
  /** Nodes that this one has an edge to, each once. */
  readonly successors: (id: string) => readonly Definition['nodes'][number][];
  readonly inboundEdges: (id: string) => readonly Definition['edges'][number][];
  readonly outboundEdges: (id: string) => readonly Definition['edges'][number][];
};

/** One recorded fact, exactly these keys; time and ids stay in the envelope (decisions.md 22). */
export type GraphEvent<Type extends string = string, Payload = JsonValue> = {
  readonly type: Type;
  readonly version: number;
  readonly payload: Payload;
};

/** Start one node; `position` names this occurrence for ever. */
export type DispatchCommand = {
  readonly kind: 'dispatch';
  readonly nodeId: string;
  readonly input: JsonValue;
  readonly position: string;
};
/** Nothing can go on until someone acts. */
export type PauseCommand = { readonly kind: 'pause'; readonly reason: string };
/** The graph is done. */
export type CompleteCommand = { readonly kind: 'complete'; readonly output: JsonValue };
/** The graph can't be done. */
export type FailCommand = { readonly kind: 'fail'; readonly code: string; readonly message: string };
/** A decision is any number of dispatches, or one of the others alone. */
export type GraphCommand = DispatchCommand | PauseCommand | CompleteCommand | FailCommand;

/** What a compiled graph needs from its host. */
export type GraphRequirements = { readonly memory: 'required' | 'unused' };
/** A memory that a host binds; this layer never makes or calls one. */
export type Memory = { readonly scope: string; readonly execute: (request: JsonValue) => Promise<JsonValue> };
/** The bindings that requirements ask of a host. */
export type GraphBindings<Requirements extends GraphRequirements = GraphRequirements> = Requirements['memory'] extends 'required'
  ? { readonly memory: Memory }
  : { readonly memory?: never };

// A property whose arguments are compared both ways, so that a graph over its own state fits where any graph is taken.
type Operation<Arguments extends readonly unknown[], Result> = { run(...args: Arguments): Result }['run'];

/** The pure operations of one kind of graph over one definition. The same arguments always give the same result. */
export type GraphOperations<State, Event extends GraphEvent, Requirements extends GraphRequirements> = {
  readonly requirements: Requirements;
  /** The state before any event. */
  readonly initialState: Operation<[], State>;
  /** The state after one more recorded event; events that mean nothing leave it as it is. */
  readonly reduce: Operation<[state: State, event: Event], State>;
  /** What to do now: dispatches, or one pause, complete or fail alone. Empty while work in flight must settle first. */
  readonly decide: Operation<[state: State], readonly GraphCommand[]>;
  /** What a host may know before anything runs. */
  readonly describe: Operation<[], GraphDescriptionInput>;
  /** Judges a result before its completion is saved; an issue fails the turn with RESULT_INVALID. */
  readonly validateNodeResult?: Operation<[nodeId: string, result: JsonValue], GraphIssue | null>;
};

/** A kind of graph: pure code that reads a definition and gives its operations. */
export type GraphType<
  Definition extends GraphDefinition = GraphDefinition,
  State = unknown,
  Event extends GraphEvent = GraphEvent,
  Requirements extends GraphRequirements = GraphRequirements,
> = {
  readonly kind: string;
  readonly version: number;
  readonly compile: Operation<[definition: Definition, kernel: GraphKernel<Definition>], GraphOperations<State, Event, Requirements>>;
};

/** A graph type over one definition, ready to fold and decide. Every operation works unbound and ignores further arguments. */
export type CompiledGraph<
  Definition extends GraphDefinition = GraphDefinition,
  State = unknown,
  Event extends GraphEvent = GraphEvent,
  Requirements extends GraphRequirements = GraphRequirements,
> = Omit<GraphOperations<State, Event, Requirements>, 'describe'> & {
  readonly definition: DefinitionRecord<Definition>;
  readonly describe: Operation<[], GraphDescription>;
};
