import type { CompiledGraph } from '../../src-shared/kernel/graph-type.ts';
import { cloneFrozenJson, type JsonValue } from '../../src-shared/kernel/json.ts';
import type { DomainEventEnvelope } from '../../src-shared/run/envelope.ts';
import { GraphExecutionError } from '../../src-shared/run/execution-error.ts';
import { findDispatch } from '../../src-shared/run/find-dispatch.ts';
import type { OpenPosition, StrictFold } from '../../src-shared/run/strict-fold.ts';
import { judge } from './attempt.ts';
import { words } from './error-words.ts';
import type { GraphNodeBinding } from './node-binding.ts';
import type { Draft } from './run-log.ts';

/** What is asked of turns that an earlier process left open. */
export type Reopening =
  | { readonly kind: 'resume'; readonly position: string }
  | { readonly kind: 'proceed' }
  | { readonly kind: 'recover'; readonly position: string; readonly choice: 'again' | 'failed' | 'result'; readonly result: JsonValue };

/** An attempt to launch once its events are on record. */
export interface Start {
  readonly nodeId: string;
  readonly position: string;
  readonly input: JsonValue;
  readonly attempt: number;
}
export interface ReopeningPlan {
  readonly drafts: readonly Draft[];
  readonly starts: readonly Start[];
  readonly causes: readonly Cause[];
}
/** Why an attempt failed, kept beside its event. */
interface Cause {
  readonly position: string;
  readonly attempt: number;
  readonly message: string;
}
interface Request {
  readonly reopening: Reopening;
  readonly fold: StrictFold;
  readonly graph: CompiledGraph;
  readonly events: () => AsyncIterable<DomainEventEnvelope>;
  readonly nodes: Readonly<Record<string, GraphNodeBinding>>;
  readonly startDraft: (nodeId: string, position: string) => Draft;
}

/** A turn whose process ended this often while it ran may be what ends it: it is not started again by itself (faults.md C9). */
const MOST_LOST = 3;
const POISONED = `The process that ran this turn ended ${MOST_LOST} times before the turn did, so it does not run again by itself.`;
/** The reason and request of an attempt whose outcome nobody knows (decisions.md 21). */
const UNCERTAIN = 'The previous process stopped after node code started, so its outcome is uncertain.';

/** Whether a turn that a dead process left may run again without a person's choice (decisions.md 12). */
export function runsAgainByItself({ state, retrySafe, lostAttempts }: OpenPosition): boolean {
  return state === 'dispatched' || (state === 'started' && retrySafe && lostAttempts + 1 < MOST_LOST);
}

/** Decides what becomes of left turns (spec/graph-and-team.md 2.3, decisions.md 12): the events to append and the attempts to start. */
export async function planReopening(request: Request): Promise<ReopeningPlan> {
  const { reopening, fold } = request;
  if (reopening.kind === 'recover') return planRecovery(request, reopening);
  const drafts: Draft[] = [];
  const starts: Start[] = [];
  if (reopening.kind === 'proceed' && fold.control === 'stopped') return { drafts, starts, causes: [] };
  if (reopening.kind === 'proceed' && fold.control === 'paused') drafts.push({ type: 'host:resumed', payload: {} });
  // A paused turn waits for a person: only its own resume opens it.
  const wanted =
    reopening.kind === 'resume' ? [openAt(fold, reopening.position)] : [...fold.open.values()].filter(({ state }) => state !== 'paused');
  for (const open of wanted) {
    const { nodeId, position } = open;
    const poisoned = reopening.kind === 'proceed' && open.retrySafe && !runsAgainByItself(open);
    if (open.state === 'started' && (poisoned || !open.retrySafe)) {
      const reason = poisoned ? POISONED : UNCERTAIN;
      const reconcile = { kind: 'reconcile-attempt', attemptId: open.attemptId };
      drafts.push({ type: 'graph:node-paused', payload: { nodeId, position, reason, request: reconcile } });
      continue;
    }
    starts.push(await startOf(request, open));
    drafts.push(
      open.state === 'dispatched' ? request.startDraft(nodeId, position) : { type: 'graph:node-resumed', payload: { nodeId, position } },
    );
  }
  return { drafts, starts, causes: [] };
}

async function planRecovery(
  request: Request,
  { position, choice, result }: Extract<Reopening, { kind: 'recover' }>,
): Promise<ReopeningPlan> {
  const open = openAt(request.fold, position);
  const { nodeId } = open;
  const resumed: Draft = { type: 'graph:node-resumed', payload: { nodeId, position } };
  const drafts: Draft[] = [{ type: 'host:recovered', payload: { position, choice } }];
  if (choice === 'again') {
    const again = open.state === 'dispatched' ? request.startDraft(nodeId, position) : resumed;
    return { drafts: [...drafts, again], starts: [await startOf(request, open)], causes: [] };
  }
  if (choice === 'failed') {
    drafts.push({ type: 'graph:node-failed', payload: { nodeId, position, code: 'EFFECT_FAILED' } });
    const message = 'Marked failed by a person, after the process that ran it had ended.';
    return { drafts, starts: [], causes: [{ position, attempt: Math.max(1, open.attempt), message }] };
  }
  // Graph types ignore the completion of a paused turn, so it is taken up again first.
  if (open.state === 'paused') drafts.push(resumed);
  const given = await acceptable(request, open, result);
  return { drafts: [...drafts, { type: 'graph:node-completed', payload: { nodeId, position, result: given } }], starts: [], causes: [] };
}

/** A result given by hand, judged as the turn's own would be. */
async function acceptable({ nodes, graph }: Request, { nodeId, position }: OpenPosition, result: JsonValue): Promise<JsonValue> {
  const refused = (why: string, path: string) =>
    new GraphExecutionError('PROTOCOL', `That result cannot stand for "${nodeId}" at "${position}": ${why}`, { position, path });
  const contract = nodes[nodeId]?.resultContract ?? null;
  let given: JsonValue;
  try {
    given = cloneFrozenJson(result);
    if (contract !== null) given = cloneFrozenJson(await contract.validate(given));
  } catch (error) {
    throw refused(words(error), '');
  }
  const issue = judge(graph, nodeId, given);
  if (issue !== null) throw refused(`${issue.path}: ${issue.message}`, issue.path);
  return given;
}

function openAt(fold: StrictFold, position: string): OpenPosition {
  const open = fold.open.get(position);
  if (open !== undefined) return open;
  const why = fold.isSettled(position) ? 'it has already settled' : 'the run has no such turn';
  const others = fold.open.size > 0 ? ` Open now: ${[...fold.open.keys()].join(', ')}.` : ' No turn is open.';
  throw new GraphExecutionError('PROTOCOL', `"${position}" cannot be resumed: ${why}.${others}`, { position });
}

async function startOf({ graph, events, nodes }: Request, open: OpenPosition): Promise<Start> {
  if (!Object.hasOwn(nodes, open.nodeId))
    throw new GraphExecutionError(
      'MISSING_NODE_BINDING',
      `Member "${open.nodeId}" has no binding; bind it before its turn at "${open.position}" is resumed.`,
    );
  const command = await findDispatch(graph, events(), open.position);
  if (command === null) throw new GraphExecutionError('PROTOCOL', `The dispatch of "${open.position}" is not on record.`);
  return { nodeId: open.nodeId, position: open.position, input: command.input, attempt: open.attempt + 1 };
}
