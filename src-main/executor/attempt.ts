import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { CompiledGraph, Memory } from '../../src-shared/kernel/graph-type.ts';
import { type GraphIssue, isText } from '../../src-shared/kernel/issues.ts';
import { cloneFrozenJson, type JsonValue } from '../../src-shared/kernel/json.ts';
import { attemptLimits } from './attempt-limits.ts';
import { checkParts, type EmittedPart } from './emitted-part.ts';
import { words } from './error-words.ts';
import { jsonBytes } from './json-bytes.ts';
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
  readonly emitPart: (part: EmittedPart) => void;
}

const failed = (code: string, cause: string): AttemptEnd => ({ kind: 'failed', code, cause });

/**
 * Runs one attempt of a data node in the order of spec/graph-and-team.md 2.3: binding, input limit, abort, scratch directory, action, effect,
 * output limit, contract, graph. Resolves with how it ended; rejects only when the graph type's own validation misbehaves.
 */
export async function runAttempt(request: AttemptRequest): Promise<AttemptEnd> {
  const { binding, input, nodeId, position, signal } = request;
  const refusal = attemptLimits.invalid(binding);
  if (refusal !== null) return failed('INVALID_ATTEMPT', refusal);
  const inputBytes = jsonBytes(input);
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
  const outputBytes = jsonBytes(result);
  if (outputBytes > binding.policy.outputBytes)
    return failed(
      'OUTPUT_LIMIT',
      `The answer has ${outputBytes} bytes; "${nodeId}" may give ${binding.policy.outputBytes}. Ask for less, or raise outputBytes.`,
    );
  const { resultContract } = binding;
  if (resultContract !== null) {
    try {
      const kept = await beforeAbort(signal, () => resultContract.validate(result));
      if (kept === ABORTED) return stopped(signal);
      result = cloneFrozenJson(kept);
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

// Directories proven once in this process; checking again at every turn would cost more than a scripted turn itself. Turns that start together
// wait for one check, so that it does not pull the ends of one tick apart.
const checks = new Map<string, Promise<string | null>>();

async function scratchRefusal(directory: string): Promise<string | null> {
  const check = checks.get(directory) ?? checkScratch(directory);
  checks.set(directory, check);
  const refusal = await check;
  if (refusal !== null) checks.delete(directory);
  return refusal;
}

async function checkScratch(directory: string): Promise<string | null> {
  if (!isAbsolute(directory)) return `The scratch directory "${directory}" is not an absolute path.`;
  try {
    const found = await lstat(directory);
    if (found.isSymbolicLink()) return `The scratch directory "${directory}" is a link; name the folder itself.`;
    if (!found.isDirectory()) return `The scratch directory "${directory}" is no folder.`;
    const real = await realpath(directory);
    if (real !== directory) return `The scratch directory "${directory}" is really "${real}"; name that.`;
  } catch (error) {
    return `The scratch directory "${directory}" cannot be used: ${words(error)}`;
  }
  return null;
}

async function askAction({ binding, input, position, nodeId, signal }: AttemptRequest): Promise<AttemptEnd | null> {
  try {
    const decision = await beforeAbort(signal, () => binding.decideAction({ input, position, nodeId }));
    if (decision === ABORTED) return stopped(signal);
    switch (decision.kind) {
      case 'allow':
        return null;
      case 'deny':
        return failed('DENIED', words(decision.reason));
      case 'wait':
        if (isText(decision.reason)) return { kind: 'paused', reason: decision.reason, request: cloneFrozenJson(decision.request) };
        return failed('ACTION_POLICY', `Asked whether "${nodeId}" may act, its policy said wait without a reason on one line.`);
      default:
        return failed('ACTION_POLICY', `Asked whether "${nodeId}" may act, its policy said neither allow, wait nor deny.`);
    }
  } catch (error) {
    return failed('ACTION_POLICY', `Asking whether "${nodeId}" may act failed: ${words(error)}`);
  }
}

const ABORTED = Symbol('aborted');

/** What the host's own code answers, or ABORTED when the attempt is aborted before: nothing that never answers may hold up a stop. */
async function beforeAbort<Value>(signal: AbortSignal, ask: () => Value | PromiseLike<Value>): Promise<Value | typeof ABORTED> {
  if (signal.aborted) return ABORTED;
  const aborted = Promise.withResolvers<typeof ABORTED>();
  const abort = () => aborted.resolve(ABORTED);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([Promise.resolve().then(ask), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

type Effect = { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'end'; readonly end: AttemptEnd };

const endWith = (end: AttemptEnd): Effect => ({ kind: 'end', end });

/** The effect itself, bounded in time: its signal aborts at timeoutMs, a value is taken until the grace has passed, a late throw is TIMEOUT. */
function runEffect(request: AttemptRequest): Promise<Effect> {
  const { binding, input, position, attempt, memory, signal, emitPart } = request;
  const { timeoutMs, teardownGraceMs } = binding.policy;
  const inner = new AbortController();
  const timeout = () => failed('TIMEOUT', `No answer within ${timeoutMs} ms. Raise timeoutMs, or give "${request.nodeId}" less to do.`);
  // Aborted while the policy was asked or the directory looked at: nothing that costs may start any more.
  if (signal.aborted) return Promise.resolve(endWith(stopped(signal)));
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
      grace ??= setTimeout(() => settle(endWith(stopped(signal))), teardownGraceMs);
    };
    const timer = setTimeout(() => {
      late = true;
      inner.abort('TIMEOUT');
      grace ??= setTimeout(() => settle(endWith(timeout())), teardownGraceMs);
    }, timeoutMs);
    signal.addEventListener('abort', outside, { once: true });
    const emit = checkParts(emitPart);
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
      emitPart: (part: EmittedPart) => (over ? undefined : emit(part)),
    };
    Promise.resolve()
      .then(() => binding.runData?.(context))
      .then(
        (value) => settle(signal.aborted ? endWith(stopped(signal)) : { kind: 'value', value }),
        (error: unknown) => {
          if (signal.aborted) settle(endWith(stopped(signal)));
          else settle(endWith(late ? timeout() : failed(attemptLimits.failureCode(error), words(error))));
        },
      );
  });
}
