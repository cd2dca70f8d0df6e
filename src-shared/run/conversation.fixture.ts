import type { TeamDefinition } from '../graph-types/team/team-definition.ts';
import { teamGraphType } from '../graph-types/team/team-graph-type.ts';
import { compileGraph } from '../kernel/compile-graph.ts';
import type { CompiledGraph, DispatchCommand } from '../kernel/graph-type.ts';
import type { JsonValue } from '../kernel/json.ts';
import type { DomainEventEnvelope } from './envelope.ts';
import { fitJson } from './fit-json.ts';
import type { RunItem } from './run-view.ts';

// Logs of conversations as an executor writes them, played without one.

/** Members who all start, share the room `all` and speak by turns. */
export function circle(names: readonly string[], data: Partial<TeamDefinition['data']> = {}): TeamDefinition {
  return {
    id: 'circle',
    definitionVersion: 1,
    data: {
      task: 'Talk.',
      globalConcurrency: 2,
      maxTurnsPerMember: 10_000,
      communication: { rooms: [{ id: 'all', members: names }], tailMessages: 3 },
      ...data,
    },
    nodes: names.map((id) => ({ id, data: { role: `the ${id}`, brief: `Be ${id}.` } })),
    edges: [],
  };
}
export const compileTeam = (definition: TeamDefinition): CompiledGraph => compileGraph(teamGraphType, definition);

const pad = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0');
/** `2026-01-01` plus so many milliseconds, below a day. */
export function timeAfter(ms: number): string {
  return `2026-01-01T${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}Z`;
}

/** Builds a log event by event; revisions, ids and times follow by themselves. */
export class LogBuilder {
  readonly events: DomainEventEnvelope[] = [];

  constructor() {
    this.add('graph:run-started', { definition: {} });
  }

  add(type: string, payload: JsonValue, version = 1): DomainEventEnvelope {
    const revision = this.events.length + 1;
    const event: DomainEventEnvelope = {
      envelopeVersion: 1,
      streamId: 'talk',
      revision,
      eventId: `event-${revision}`,
      type,
      version,
      timestamp: timeAfter(revision * 1000),
      correlationId: 'talk',
      causationId: null,
      payload,
    };
    this.events.push(event);
    return event;
  }
  dispatch(nodeId: string, position: string): this {
    this.add('graph:node-dispatched', { nodeId, position });
    return this;
  }
  start(nodeId: string, position: string, retrySafe = true): this {
    const identity = { schemaVersion: 1, namespace: 'tests', streamId: 'talk', nodeId, position, attemptId: `sha256:${position}` };
    this.add('graph:node-attempt-started', { identity, retrySafe });
    return this;
  }
  complete(nodeId: string, position: string, result: JsonValue): this {
    this.add('graph:node-completed', { nodeId, position, result });
    return this;
  }
}

/** Lets a conversation run for at most `turns` turns; `answer` gives what each turn says. Returns its log, with every command as it was dispatched. */
export function play(graph: CompiledGraph, turns: number, answer: (command: DispatchCommand, turn: number) => JsonValue) {
  const log = new LogBuilder();
  const commands: DispatchCommand[] = [];
  let state = graph.initialState();
  const reduce = (type: string, payload: JsonValue) => {
    state = graph.reduce(state, { type, version: 1, payload });
  };
  while (commands.length < turns) {
    const batch = graph.decide(state).flatMap((command) => (command.kind === 'dispatch' ? [command] : []));
    if (batch.length === 0) break;
    for (const { nodeId, position } of batch) {
      log.dispatch(nodeId, position);
      reduce('node-dispatched', { nodeId, position });
    }
    for (const { nodeId, position } of batch) log.start(nodeId, position);
    for (const command of batch) {
      commands.push(command);
      const { nodeId, position } = command;
      const result = answer(command, commands.length);
      log.complete(nodeId, position, result);
      reduce('node-completed', { nodeId, position, result });
    }
  }
  return { log, events: log.events, commands, state };
}

/** Everybody answers everybody, for ever: the next member is asked in the shared room. */
export const askingRound =
  (names: readonly string[]) =>
  ({ nodeId }: DispatchCommand, turn: number): JsonValue => {
    const next = names[(names.indexOf(nodeId) + 1) % names.length] ?? nodeId;
    return { summary: `Turn ${turn} of ${nodeId}.`, posts: [{ roomId: 'all', text: `Message ${turn}.`, mentions: [next] }] };
  };

/** An event as it travels to a window. */
export function updateOf(event: DomainEventEnvelope): RunItem {
  const { value, cut } = fitJson(event.payload);
  return { type: 'team:state-update', event: { ...event, payload: value }, cut };
}
export const textPart = (position: string, attempt: number, data: string, at = 0): RunItem => ({
  type: 'team:member-part',
  position,
  attempt,
  kind: 'text',
  data,
  at,
});
export const errorPart = (position: string, attempt: number, message: string): RunItem => ({
  type: 'team:member-part',
  position,
  attempt,
  kind: 'error',
  data: { message },
  at: 0,
});

/**
 * A conversation's items as chance has it: streams, late parts, pauses, resumptions, failures, a person's acts and usage. Each number of
 * `choices` is one step.
 */
export function wander(names: readonly string[], choices: readonly number[]): { readonly graph: CompiledGraph; readonly items: RunItem[] } {
  const graph = compileTeam(circle(names));
  const log = new LogBuilder();
  const items: RunItem[] = [];
  let state = graph.initialState();
  const open = new Map<string, { nodeId: string; attempt: number; paused: boolean }>();
  const add = (type: string, payload: JsonValue) => {
    items.push(updateOf(log.add(type, payload)));
    if (type.startsWith('graph:')) state = graph.reduce(state, { type: type.slice(6), version: 1, payload });
  };
  for (const choice of choices) {
    const [position, turn] = [...open][choice % Math.max(1, open.size)] ?? ['', null];
    const step = choice % 16;
    if (turn === null) {
      for (const command of graph.decide(state)) {
        if (command.kind !== 'dispatch') break;
        add('graph:node-dispatched', { nodeId: command.nodeId, position: command.position });
        open.set(command.position, { nodeId: command.nodeId, attempt: 1, paused: false });
      }
      if (open.size === 0) break;
    } else if (turn.paused) {
      add('graph:node-resumed', { nodeId: turn.nodeId, position });
      Object.assign(turn, { paused: false, attempt: turn.attempt + 1 });
    } else if (step < 6) items.push(textPart(position, step === 0 ? Math.max(1, turn.attempt - 1) : turn.attempt, `<${choice}>`));
    else if (step === 6) add('host:usage', { nodeId: turn.nodeId, position, inputTokens: choice, outputTokens: null, costMicroUsd: step });
    else if (step === 7) add(choice % 32 === 7 ? 'host:paused' : 'host:resumed', { reason: 'budget' });
    else if (step === 8) {
      add('graph:node-paused', { nodeId: turn.nodeId, position, reason: 'May I?', request: null });
      turn.paused = true;
    } else if (step === 9 && choice > 900) {
      items.push(errorPart(position, turn.attempt, 'It broke.'));
      add('graph:node-failed', { nodeId: turn.nodeId, position, code: choice % 2 === 0 ? 'EFFECT_FAILED' : 'CANCELLED' });
      open.delete(position);
    } else {
      const posts = step < 15 ? [{ roomId: 'all', text: `#${choice}`, mentions: [names[choice % names.length] ?? ''] }] : [];
      add('graph:node-completed', { nodeId: turn.nodeId, position, result: { summary: `Done ${choice}.`, posts } });
      open.delete(position);
    }
  }
  return { graph, items };
}
