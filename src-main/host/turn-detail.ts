import { canonicalJson, digestJson } from '../../src-shared/kernel/canonical-json.ts';
import type { DispatchCommand } from '../../src-shared/kernel/graph-type.ts';
import { isJsonObject, stringOf, type JsonObject, type JsonValue } from '../../src-shared/kernel/json.ts';
import type { TurnDetail } from '../../src-shared/contract/runs-contract.ts';
import type { DomainEventEnvelope } from '../../src-shared/run/envelope.ts';
import { fitJson } from '../../src-shared/run/fit-json.ts';
import { StrictFold } from '../../src-shared/run/strict-fold.ts';
import { timestampMs } from '../../src-shared/run/timestamp.ts';
import type { AttemptPolicy } from '../executor/node-binding.ts';
import { HostError } from './host-error.ts';
import type { LoadedRun } from './loaded-run.ts';
import { readEvents } from './read-events.ts';

/** How an attempt ended whose process ended before it. */
const LOST = 'process ended';

interface Attempt {
  attempt: number;
  startedAt: string;
  endedAt: string | null;
  end: string;
}

/** A turn as its log has it up to the revision `until`: the input decided again, the answer, the limits and what was used of them, every attempt. */
export async function readTurnDetail(
  { graph, storage, stream }: LoadedRun,
  position: string,
  {
    policyOf,
    driven,
    until,
  }: { readonly policyOf: (member: string) => AttemptPolicy | null; readonly driven: boolean; readonly until: number },
): Promise<TurnDetail> {
  const fold = new StrictFold(graph);
  const revisions: number[] = [];
  const attempts: Attempt[] = [];
  let command: DispatchCommand | null = null;
  let member = '';
  let state = 'dispatched';
  let result: JsonValue = null;
  let code: string | null = null;
  for await (const event of readEvents(storage, stream)) {
    if (event.revision > until) break;
    fold.apply(event);
    const payload = payloadAt(event, position);
    if (payload === null) continue;
    revisions.push(event.revision);
    const last = attempts.at(-1);
    switch (event.type) {
      case 'graph:node-dispatched':
        command = fold.dispatched(position);
        member = stringOf(payload['nodeId']);
        break;
      case 'graph:node-attempt-started':
      case 'graph:node-resumed':
        if (last !== undefined && last.endedAt === null) last.end = LOST;
        attempts.push({ attempt: attempts.length + 1, startedAt: event.timestamp, endedAt: null, end: 'running' });
        state = 'running';
        break;
      case 'graph:node-completed':
      case 'graph:node-failed':
      case 'graph:node-paused':
        state = event.type.slice('graph:node-'.length);
        result = payload['result'] ?? null;
        code = typeof payload['code'] === 'string' ? payload['code'] : null;
        if (last !== undefined) [last.endedAt, last.end] = [event.timestamp, code ?? state];
        break;
      default:
    }
    if (state === 'completed' || state === 'failed') break;
  }
  if (command === null)
    throw new HostError('UNKNOWN_TURN', `Run "${stream.streamId}" has no turn at "${position}". Open it from the run's panels or events.`);
  const running = attempts.at(-1);
  if (state === 'running' && !driven && running !== undefined) [state, running.end] = ['interrupted', LOST];
  const errors = ((await storage.eventStore.parts?.read(stream, { position })) ?? []).filter(({ kind }) => kind === 'error');
  const cause = errors.map(({ data }) => stringOf(isJsonObject(data) ? data['message'] : data)).at(-1) ?? null;
  const input = fitJson(command.input);
  const answer = fitJson(result, undefined, 256 * 1024);
  return {
    position,
    member,
    state,
    input: input.value,
    inputDigest: digestJson(command.input),
    result: answer.value,
    code,
    cause: code === null ? null : cause,
    limits: limitsOf(policyOf(member), command.input, result, attempts),
    usage: null,
    attempts,
    revisions,
    cut: input.cut || answer.cut,
  };
}

function payloadAt(event: DomainEventEnvelope, position: string): JsonObject | null {
  if (!isJsonObject(event.payload)) return null;
  const named = isJsonObject(event.payload['identity']) ? event.payload['identity'] : event.payload;
  return named['position'] === position ? event.payload : null;
}

const bytesOf = (value: JsonValue) => Buffer.byteLength(canonicalJson(value));

function limitsOf(policy: AttemptPolicy | null, input: JsonValue, result: JsonValue, attempts: readonly Attempt[]): TurnDetail['limits'] {
  if (policy === null) return [];
  const last = attempts.at(-1);
  const took = last?.endedAt == null ? null : timestampMs(last.endedAt) - timestampMs(last.startedAt);
  return [
    { name: 'Input', limit: policy.inputBytes, used: bytesOf(input), unit: 'bytes' },
    { name: 'Output', limit: policy.outputBytes, used: result === null ? null : bytesOf(result), unit: 'bytes' },
    { name: 'Time', limit: policy.timeoutMs, used: took, unit: 'ms' },
  ];
}
