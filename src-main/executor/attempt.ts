import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { canonicalJson } from '../../src-shared/kernel/canonical-json.ts';
import type { CompiledGraph, Memory } from '../../src-shared/kernel/graph-type.ts';
import type { GraphIssue } from '../../src-shared/kernel/issues.ts';
import { cloneFrozenJson, type JsonValue } from '../../src-shared/kernel/json.ts';
import type { PartKind } from '../../src-shared/run/storage.ts';
import { attemptLimits } from './attempt-limits.ts';
import type { GraphNodeBinding } from './node-binding.ts';

/** How an attempt ended: what its settling event says. `cause` is kept beside a failure (decisions.md 10). */
export type AttemptEnd =
  | { readonly kind: 'completed'; readonly result: JsonValue }
  | { readonly kind: 'failed'; readonly code: string; readonly cause: string }
  | { readonly kind: 'paused'; readonly reason: string; readonly request: JsonValue };

export interface AttemptRequest {
  readonly graph: CompiledGraph;
  readonly nodeId: string;
  readonly position: string;
  readonly attempt: number;
  readonly input: JsonValue;
  readonly binding: GraphNodeBinding;
  readonly memory: Memory | null;
  /** Aborted with the code that the failure then carries: ABORTED or CANCELLED. */
  readonly signal: AbortSignal;
  readonly emitPart: (part: { readonly kind: PartKind; readonly data: JsonValue }) => void;
}

const failed = (code: string, cause: string): AttemptEnd => ({ kind: 'failed', code, cause });
const bytesOf = (value: JsonValue) => Buffer.byteLength(canonicalJson(value), 'utf8');
const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Runs one attempt of a data node in the order of spec/graph-and-team.md 2.3: binding, input limit, abort, scratch directory, action, effect,
 * output limit, contract, graph. Resolves with how it ended; rejects only when the graph type's own validation misbehaves.
 */
export async function runAttempt(request: AttemptRequest): Promise<AttemptEnd> {
  const { binding, input, nodeId, position, signal } = request;
  const refusal = attemptLimits.invalid(binding);
  if (refusal !== null) return failed('INVALID_ATTEMPT', refusal);
  const inputBytes = bytesOf(input);
  if (inputBytes > binding.policy.inputBytes)
    return failed(
      'INPUT_LIMIT',
      `The turn's input has ${inputBytes} bytes; "${nodeId}" may be given ${binding.policy.inputBytes}. Shorten the task or the message tail, or raise inputBytes.`,
    );
  if (signal.aborted) return stopped(signal);
  const scratch = await scratchRefusal(binding.scratchDirectory);
  if (scratch !== null) return failed('INVALID_ATTEMPT', scratch);
  const action = await askAction(request);
  if (action !== null) return action;
  const effect = await runEffect(request);
  if (effect.kind !== 'value') return effect.end;
  let result: JsonValue;
  try {
    result = cloneFrozenJson(effect.value);
  } catch (error) {
    return failed('EFFECT_FAILED', `The turn of "${nodeId}" answered with something that is not JSON. ${words(error)}`);
  }
  const outputBytes = bytesOf(result);
  if (outputBytes > binding.policy.outputBytes)
    return failed(
      'OUTPUT_LIMIT',
      `The answer has ${outputBytes} bytes; "${nodeId}" may give ${binding.policy.outputBytes}. Ask for less, or raise outputBytes.`,
    );
  if (binding.resultContract !== null) {
    try {
      result = cloneFrozenJson(await binding.resultContract.validate(result));
    } catch (error) {
      return failed('RESULT_INVALID', `The answer at "${position}" does not keep its contract: ${words(error)}`);
    }
  }
  const issue = judge(request.graph, nodeId, result);
  return issue === null ? { kind: 'completed', result } : failed('RESULT_INVALID', `${issue.path}: ${issue.message}`);
}

/** The graph's own judgement. A malformed issue or a throw is the graph type's bug and is thrown on. */
export function judge(graph: CompiledGraph, nodeId: string, result: JsonValue): GraphIssue | null {
  return graph.validateNodeResult?.(nodeId, result) ?? null;
}

const stopped = (signal: AbortSignal): AttemptEnd =>
  signal.reason === 'CANCELLED'
    ? failed('CANCELLED', 'Stopped before it had finished.')
    : failed('ABORTED', 'Aborted before it had finished.');

// Directories proven once in this process; checking again at every turn would cost more than a scripted turn itself.
const provenDirectories = new Set<string>();

async function scratchRefusal(directory: string): Promise<string | null> {
  if (provenDirectories.has(directory)) return null;
  if (!isAbsolute(directory)) return `The scratch directory "${directory}" is not an absolute path.`;
  try {
    if ((await lstat(directory)).isSymbolicLink()) return `The scratch directory "${directory}" is a link; name the folder itself.`;
    const real = await realpath(directory);
    if (real !== directory) return `The scratch directory "${directory}" is really "${real}"; name that.`;
  } catch (error) {
    return `The scratch directory "${directory}" cannot be used: ${words(error)}`;
  }
  provenDirectories.add(directory);
  return null;
}

async function askAction({ binding, input, position, nodeId }: AttemptRequest): Promise<AttemptEnd | null> {
  try {
    const decision = await binding.decideAction({ input, position, nodeId });
    switch (decision.kind) {
      case 'allow':
        return null;
      case 'deny':
        return failed('DENIED', decision.reason);
      case 'wait':
        return { kind: 'paused', reason: decision.reason, request: cloneFrozenJson(decision.request) };
    }
  } catch (error) {
    return failed('ACTION_POLICY', `Asking whether "${nodeId}" may act failed: ${words(error)}`);
  }
}

type Effect = { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'end'; readonly end: AttemptEnd };

/** The effect itself, bounded in time: its signal aborts at timeoutMs, a value is taken until the grace has passed, a late throw is TIMEOUT. */
function runEffect(request: AttemptRequest): Promise<Effect> {
  const { binding, input, position, attempt, memory, signal, emitPart } = request;
  const { timeoutMs, teardownGraceMs } = binding.policy;
  const inner = new AbortController();
  const end = (code: AttemptEnd): Effect => ({ kind: 'end', end: code });
  const timeout = () => failed('TIMEOUT', `No answer within ${timeoutMs} ms. Raise timeoutMs, or give "${request.nodeId}" less to do.`);
  return new Promise((resolve) => {
    let late = false;
    let over = false;
    let grace: NodeJS.Timeout | undefined;
    const settle = (effect: Effect) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      clearTimeout(grace);
      signal.removeEventListener('abort', outside);
      resolve(effect);
    };
    const outside = () => {
      inner.abort(signal.reason);
      grace ??= setTimeout(() => settle(end(stopped(signal))), teardownGraceMs);
    };
    const timer = setTimeout(() => {
      late = true;
      inner.abort('TIMEOUT');
      grace ??= setTimeout(() => settle(end(timeout())), teardownGraceMs);
    }, timeoutMs);
    signal.addEventListener('abort', outside, { once: true });
    const context = {
      input,
      memory,
      scratchDirectory: binding.scratchDirectory,
      workspaceDirectory: binding.workspace.directory,
      trustedCaller: binding.trustedCaller,
      permissions: binding.permissions,
      signal: inner.signal,
      position,
      attempt,
      // What comes after the end belongs to no turn.
      emitPart: (part: { readonly kind: PartKind; readonly data: JsonValue }) => (over ? undefined : emitPart(part)),
    };
    Promise.resolve()
      .then(() => binding.runData?.(context))
      .then(
        (value) => settle(signal.aborted ? end(stopped(signal)) : { kind: 'value', value }),
        (error: unknown) => {
          if (signal.aborted) settle(end(stopped(signal)));
          else settle(end(late ? timeout() : failed(attemptLimits.failureCode(error), words(error))));
        },
      );
  });
}
