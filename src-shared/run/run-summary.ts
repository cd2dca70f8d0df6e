import { isJsonObject, type JsonValue } from '../kernel/json.ts';
import type { DomainEventEnvelope } from './envelope.ts';
import { awayEndedBy, isWork } from './run-time.ts';
import { timestampMs } from './timestamp.ts';

/**
 * What lists show of a run without opening it: a constant-cost fold that the store keeps in the append's own transaction.
 * Status is derived from it together with lease and decision (decisions.md 14).
 */
export interface RunSummary {
  readonly runId: string;
  readonly team: string;
  readonly name: string;
  readonly form: string;
  readonly task: string;
  readonly startedAt: string;
  readonly lastAt: string;
  /** When an event last told of work (streamed text is asked for where it counts), and for how long altogether the run was paused or nobody drove it; milliseconds (run-time.ts). */
  readonly signAt: number;
  readonly awayMs: number;
  readonly revision: number;
  /** Dispatched turns. */
  readonly turns: number;
  /** Positions dispatched and not settled; at most as many as the graph runs at once. */
  readonly open: Readonly<Record<string, 'running' | 'paused'>>;
  /** The last control a person or a budget gave. */
  readonly control: 'none' | 'paused' | 'stopped';
  readonly pauseReason: string | null;
  readonly usage: RunUsage;
}
/** Summed `host:usage`; null while no turn has reported that number. `unknown` counts turns whose cost is not known. */
export interface RunUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costMicroUsd: number | null;
  readonly unknown: number;
}

const NO_USAGE: RunUsage = { inputTokens: null, outputTokens: null, costMicroUsd: null, unknown: 0 };
const text = (value: JsonValue | undefined, otherwise: string) => (typeof value === 'string' ? value : otherwise);
const sum = (total: number | null, value: JsonValue | undefined) => (typeof value === 'number' ? (total ?? 0) + value : total);

/** Adds `host:usage` (decisions.md 2) to a total. */
export function addUsage(usage: RunUsage, payload: JsonValue): RunUsage {
  const report = isJsonObject(payload) ? payload : {};
  return {
    inputTokens: sum(usage.inputTokens, report['inputTokens']),
    outputTokens: sum(usage.outputTokens, report['outputTokens']),
    costMicroUsd: sum(usage.costMicroUsd, report['costMicroUsd']),
    unknown: usage.unknown + (typeof report['costMicroUsd'] === 'number' ? 0 : 1),
  };
}

const positionOf = (event: DomainEventEnvelope) => (isJsonObject(event.payload) ? text(event.payload['position'], '') : '');

function opened(event: DomainEventEnvelope): RunSummary {
  const payload = isJsonObject(event.payload) ? event.payload : {};
  const definition = isJsonObject(payload['definition']) ? payload['definition'] : {};
  const graph = isJsonObject(definition['graphDefinition']) ? definition['graphDefinition'] : {};
  const value = isJsonObject(graph['value']) ? graph['value'] : {};
  const data = isJsonObject(value['data']) ? value['data'] : {};
  const inputs = isJsonObject(definition['resolvedInputs']) ? definition['resolvedInputs'] : {};
  const team = text(value['id'], event.streamId);
  return {
    runId: event.streamId,
    team,
    name: text(inputs['name'], team),
    form: text(inputs['form'], 'custom'),
    task: text(data['task'], ''),
    startedAt: event.timestamp,
    lastAt: event.timestamp,
    signAt: timestampMs(event.timestamp),
    awayMs: 0,
    revision: event.revision,
    turns: 0,
    open: {},
    control: 'none',
    pauseReason: null,
    usage: NO_USAGE,
  };
}

/** When text was last streamed before an event of this revision, in milliseconds since 1970; 0 for never. */
export type SaidBefore = (revision: number) => number;

function times(
  { signAt, awayMs, open }: RunSummary,
  event: DomainEventEnvelope,
  saidBefore: SaidBefore,
): Pick<RunSummary, 'signAt' | 'awayMs'> {
  const running = Object.keys(open).filter((position) => open[position] === 'running');
  const isBack = awayEndedBy(event, running) !== null;
  if (!isBack && !isWork(event)) return { signAt, awayMs };
  const at = timestampMs(event.timestamp);
  // As in the view, whoever streams is not away; only here is it asked for.
  return { signAt: at, awayMs: isBack ? awayMs + Math.max(0, at - Math.max(signAt, saidBefore(event.revision))) : awayMs };
}

/** The summary after one more event of the same run; `null` before the first. `saidBefore` is asked where a time away ends. */
export function summarizeRun(summary: RunSummary | null, event: DomainEventEnvelope, saidBefore: SaidBefore = () => 0): RunSummary {
  if (summary === null) return opened(event);
  const next = { ...summary, revision: event.revision, lastAt: event.timestamp, ...times(summary, event, saidBefore) };
  switch (event.type) {
    case 'graph:node-dispatched':
      return { ...next, turns: summary.turns + 1, open: { ...summary.open, [positionOf(event)]: 'running' } };
    case 'graph:node-completed':
    case 'graph:node-failed': {
      const { [positionOf(event)]: _settled, ...open } = summary.open;
      return { ...next, open };
    }
    case 'graph:node-paused':
      return { ...next, open: { ...summary.open, [positionOf(event)]: 'paused' } };
    case 'graph:node-resumed':
      return { ...next, open: { ...summary.open, [positionOf(event)]: 'running' } };
    case 'host:paused':
      if (summary.control === 'stopped') return next;
      return { ...next, control: 'paused', pauseReason: isJsonObject(event.payload) ? text(event.payload['reason'], 'person') : 'person' };
    case 'host:resumed':
      return summary.control === 'stopped' ? next : { ...next, control: 'none', pauseReason: null };
    case 'host:stopped':
      return { ...next, control: 'stopped' };
    case 'host:usage':
      return { ...next, usage: addUsage(summary.usage, event.payload) };
    default:
      return next;
  }
}
