import type { CompiledGraph, DispatchCommand, Memory } from '../../src-shared/kernel/graph-type.ts';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import type { DomainEventEnvelope } from '../../src-shared/run/envelope.ts';
import { GraphExecutionError } from '../../src-shared/run/execution-error.ts';
import { headOf } from '../../src-shared/run/fit-json.ts';
import { dispatchPayload, type StrictFold } from '../../src-shared/run/strict-fold.ts';
import type { NewPart, PartKind, RunStorage } from '../../src-shared/run/storage.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import { createAttemptIdentity } from './attempt-identity.ts';
import { Bell } from './bell.ts';
import type { GraphNodeBinding } from './node-binding.ts';
import { PartBuffer } from './part-buffer.ts';
import type { EmittedPart } from './emitted-part.ts';
import { planReopening, type Reopening, type Start } from './reopen.ts';
import { RunLease } from './run-lease.ts';
import { decideNext, isFinal, outcomeOf, type RunOutcome } from './run-decision.ts';
import { type Draft, RunLog } from './run-log.ts';
import { type Ended, RunningAttempts } from './running-attempts.ts';

export type { RunOutcome };

export interface LivePart {
  readonly position: string;
  readonly attempt: number;
  readonly kind: PartKind;
  readonly data: JsonValue;
  /** When it was streamed, in milliseconds since 1970. */
  readonly at: number;
}
/** Told at once, in order: parts as they stream, events when they are on disk. Must not throw. */
export interface RunObserver {
  onEvents(events: readonly DomainEventEnvelope[]): void;
  onPart(part: LivePart): void;
}

export interface DriverOptions {
  readonly runId: string;
  readonly graph: CompiledGraph;
  readonly storage: RunStorage;
  readonly nodes: Readonly<Record<string, GraphNodeBinding>>;
  readonly memory: Memory | null;
  readonly now: () => number;
  readonly newId: () => string;
  readonly observer?: RunObserver;
}

/** A pause or stop that was asked for and is not on record yet. */
interface Wish {
  readonly drafts: () => Draft[];
  readonly recorded: PromiseWithResolvers<void>;
}

/** Longest cause kept of a failure, in UTF-16 units. */
const LONGEST_CAUSE = 8192;
// More conflicts in a row than a busy second writer could cause: something else is wrong.
const MOST_CONFLICTS = 100;

/** Drives one run. Only the loop of `#drive` writes, so every append stands on the state that decided it. */
export class RunDriver {
  readonly #options: DriverOptions;
  readonly #log: RunLog;
  readonly #lease: RunLease;
  readonly #parts: PartBuffer;
  readonly #bell = new Bell();
  readonly #attempts = new RunningAttempts(this.#bell);
  #pausing: Wish | null = null;
  #resuming: Wish | null = null;
  #stopping: Wish | null = null;
  #driving = false;
  #left = false;
  /** The appends of pauses and stops while nothing drives: one after the other, and before the next drive. */
  #alone: Promise<void> = Promise.resolve();
  #conflicts = 0;
  #endedAtOnce = Number.POSITIVE_INFINITY;

  constructor(options: DriverOptions) {
    this.#options = options;
    const { runId, graph, storage, now, newId, observer } = options;
    const stream = { namespace: storage.record.namespace, streamId: runId };
    const store = storage.eventStore;
    this.#log = new RunLog({ graph, store, stream, now, newId, onEvents: (events) => observer?.onEvents(events) });
    this.#lease = new RunLease(store, stream, this.#bell.ring);
    this.#parts = new PartBuffer({ store: store.parts, stream, mostBytes: storage.record.policy.maxEventPayloadBytes });
  }

  /** True between the start and the end of run, resume, proceed or recover. */
  get driving(): boolean {
    return this.#driving;
  }

  /** Goes on from the record until the run settles. Rejects with GraphExecutionError or StorageError; nothing acknowledged is lost. */
  run(signal: AbortSignal): Promise<RunOutcome> {
    return this.#drive(signal, null);
  }
  /** Opens one left turn again (spec/graph-and-team.md 2.3), then goes on. PROTOCOL for an unknown or settled position. */
  resume(position: string, signal: AbortSignal): Promise<RunOutcome> {
    return this.#drive(signal, { kind: 'resume', position });
  }
  /** Lifts a pause and opens every turn that a dead process left, then goes on (decisions.md 12). */
  proceed(signal: AbortSignal): Promise<RunOutcome> {
    return this.#drive(signal, { kind: 'proceed' });
  }
  /** Settles one uncertain turn by a person's choice, then goes on. PROTOCOL for a result that can't stand for the turn. */
  recover(position: string, choice: 'again' | 'failed' | 'result', result: JsonValue, signal: AbortSignal): Promise<RunOutcome> {
    return this.#drive(signal, { kind: 'recover', position, choice, result });
  }

  /** Running turns finish, nothing new starts. Resolves when it is on record; a run that is paused or over is left as it is. */
  async pause(reason: 'person' | 'budget' | 'disk' | 'needs-review'): Promise<void> {
    const drafts = (): Draft[] => (this.#log.fold.control === 'none' ? [{ type: 'host:paused', payload: { reason } }] : []);
    if (!this.#driving) return await this.#appendAlone(drafts);
    this.#pausing ??= { drafts, recorded: Promise.withResolvers() };
    this.#bell.ring();
    await this.#pausing.recorded.promise;
  }

  /** Lifts a pause while running turns still finish: new ones start again. Resolves when it is on record; does nothing unless it is paused. */
  async unpause(): Promise<void> {
    await this.#pausing?.recorded.promise;
    if (!this.#driving) return;
    const drafts = (): Draft[] => (this.#log.fold.control === 'paused' ? [{ type: 'host:resumed', payload: {} }] : []);
    this.#resuming ??= { drafts, recorded: Promise.withResolvers() };
    this.#bell.ring();
    await this.#resuming.recorded.promise;
  }

  /** Running turns are aborted and settle as CANCELLED, then nothing is ever dispatched again. Resolves when it is on record. */
  async stop(by: string): Promise<void> {
    const drafts = () => this.#stopDrafts(by);
    if (!this.#driving) return await this.#appendAlone(drafts);
    this.#stopping ??= { drafts, recorded: Promise.withResolvers() };
    this.#attempts.abort('CANCELLED');
    this.#bell.ring();
    await this.#stopping.recorded.promise;
  }

  /** Gives up what runs, with no word on record: to the log it is as if this process had ended (decisions.md 12). The call that drives rejects. */
  leave(): void {
    this.#left = true;
    this.#bell.ring();
  }

  async #drive(signal: AbortSignal, reopening: Reopening | null): Promise<RunOutcome> {
    if (this.#driving)
      throw new GraphExecutionError('PROTOCOL', `Run "${this.#options.runId}" is already being driven here; wait for that call to end.`);
    this.#driving = true;
    const abort = () => {
      this.#attempts.abort('ABORTED');
      this.#bell.ring();
    };
    signal.addEventListener('abort', abort);
    try {
      await this.#alone;
      if (signal.aborted) throw this.#aborted();
      await this.#log.catchUp();
      const outcome = await this.#outcomeWithoutLease(reopening);
      if (outcome !== null) return outcome;
      await this.#takeLease();
      if (signal.aborted) throw this.#aborted();
      if (reopening !== null) await this.#reopen(reopening);
      return await this.#loop(signal);
    } finally {
      signal.removeEventListener('abort', abort);
      await this.#attempts.discard();
      await this.#parts.close();
      await this.#lease.release();
      this.#driving = false;
      // Asked for while the drive was ending: put on record now, or refused as that is.
      for (const wish of [this.#pausing, this.#stopping]) wish?.recorded.resolve(this.#appendAlone(wish.drafts));
      this.#resuming?.recorded.resolve(); // the drive it was to go on with is over
      [this.#pausing, this.#resuming, this.#stopping] = [null, null, null];
    }
  }

  async #loop(signal: AbortSignal): Promise<RunOutcome> {
    for (;;) {
      if (this.#left) throw this.#aborted();
      if (this.#lease.lost) throw await this.#lease.lostError();
      if (signal.aborted) return await this.#abandon();
      if (!(await this.#record())) continue;
      // After the ends that came with it are on record: they are paid for.
      if (this.#attempts.fault !== null) throw this.#attempts.fault.error;
      if (this.#pausing === null && this.#resuming === null && this.#stopping === null) {
        const { fold } = this.#log;
        const outcome = this.#attempts.idle ? outcomeOf(fold) : null;
        if (outcome !== null) return outcome;
        const fresh = fold.control === 'none' ? decideNext(fold).fresh : [];
        if (fresh.length > 0) {
          await this.#dispatch(fresh);
          continue;
        }
      }
      await this.#woken();
    }
  }

  /** The outcome of a run with nothing to do. A final one anybody may tell; how another stands is for its driver to say, if it has one. */
  async #outcomeWithoutLease(reopening: Reopening | null): Promise<RunOutcome | null> {
    if (reopening !== null && reopening.kind !== 'proceed') return null;
    const outcome = outcomeOf(this.#log.fold);
    if (isFinal(outcome)) return outcome;
    if (outcome === null || reopening !== null) return null;
    await this.#lease.refuseOwned();
    return outcome;
  }

  async #takeLease(): Promise<void> {
    const from = await this.#lease.take();
    await this.#log.catchUp();
    if (from === null) return;
    const taken: Draft = { type: 'host:lease-taken', payload: { from: { ...from } } };
    while (!(await this.#append([taken]))) await this.#log.catchUp();
  }

  /**
   * One append, with all that was streamed before it: whoever reads an event has what had been said by then. False when another revision was
   * found: decide again. Only the lease's holder goes on after that.
   */
  async #append(drafts: readonly Draft[], causes: readonly NewPart[] = []): Promise<boolean> {
    const streamed = this.#parts.take();
    let appended = false;
    try {
      appended = await this.#log.append(drafts, [...streamed, ...causes]);
    } finally {
      if (!appended) this.#parts.restore(streamed);
    }
    if (appended) {
      this.#conflicts = 0;
      return true;
    }
    if (!(await this.#lease.check())) throw await this.#lease.lostError();
    this.#conflicts += 1;
    if (this.#conflicts > MOST_CONFLICTS)
      throw new GraphExecutionError(
        'PROTOCOL',
        `Run "${this.#options.runId}": ${MOST_CONFLICTS} appends in a row found another revision; another writer does not keep the lease.`,
      );
    return false;
  }

  async #dispatch(commands: readonly DispatchCommand[]): Promise<void> {
    for (const { nodeId } of commands)
      if (!Object.hasOwn(this.#options.nodes, nodeId))
        throw new GraphExecutionError(
          'MISSING_NODE_BINDING',
          `Member "${nodeId}" has no binding, so its turn was not dispatched; bind it and run again.`,
          { nodeId },
        );
    const dispatched = commands.map((command): Draft => ({ type: 'graph:node-dispatched', payload: dispatchPayload(command) }));
    const started = commands.map(({ nodeId, position }) => this.#startDraft(nodeId, position));
    if (!(await this.#append([...dispatched, ...started]))) return;
    for (const { nodeId, position, input } of commands) this.#launch({ nodeId, position, input, attempt: 1 });
  }

  #startDraft(nodeId: string, position: string): Draft {
    const stream = { namespace: this.#options.storage.record.namespace, streamId: this.#options.runId };
    const retrySafe = this.#options.nodes[nodeId]?.retrySafe ?? false;
    return { type: 'graph:node-attempt-started', payload: { identity: createAttemptIdentity(stream, nodeId, position), retrySafe } };
  }

  async #reopen(reopening: Reopening): Promise<void> {
    const { graph, storage, runId, nodes } = this.#options;
    const events = () => storage.eventStore.read({ namespace: storage.record.namespace, streamId: runId });
    const plan = await planReopening({
      reopening,
      fold: this.#log.fold,
      graph,
      events,
      nodes,
      startDraft: (nodeId, position) => this.#startDraft(nodeId, position),
    });
    for (const { position, attempt, message } of plan.causes) this.#emit({ position, attempt, kind: 'error', data: { message } });
    if (plan.drafts.length > 0 && !(await this.#append(plan.drafts)))
      throw new GraphExecutionError('PROTOCOL', `Run "${runId}" changed while it was being opened again; try once more.`);
    for (const start of plan.starts) this.#launch(start);
  }

  #launch({ nodeId, position, input, attempt }: Start): void {
    const binding = this.#options.nodes[nodeId];
    if (binding === undefined) return; // checked before anything was recorded
    const { graph, memory } = this.#options;
    const emitPart = ({ kind, data }: EmittedPart) => this.#emit({ position, attempt, kind, data });
    this.#attempts.launch({ graph, nodeId, position, attempt, input, binding, memory, emitPart });
  }

  #emit(emitted: Omit<LivePart, 'at'>): void {
    const part = { ...emitted, at: this.#options.now() };
    if (this.#parts.add({ ...part, revision: this.#log.fold.revision })) this.#options.observer?.onPart(part);
  }

  /** Puts ended attempts, a pause and a stop on record, in one append. False when it must be tried again. */
  async #record(): Promise<boolean> {
    const ended = this.#attempts.ended.slice(0, this.#endedAtOnce);
    const all = ended.length === this.#attempts.ended.length;
    const pausing = this.#endedAtOnce > 1 ? this.#pausing : null;
    const stopping = this.#endedAtOnce > 1 && all && this.#attempts.count === 0 ? this.#stopping : null;
    const resuming = pausing === null && stopping === null && this.#endedAtOnce > 1 ? this.#resuming : null;
    const wishes = [pausing, resuming, stopping].filter((wish) => wish !== null);
    const drafts = [...ended.map(endDraft), ...wishes.flatMap((wish) => wish.drafts())];
    if (drafts.length > 0 && !(await this.#appendEnds(ended, drafts))) return false;
    this.#endedAtOnce = Number.POSITIVE_INFINITY;
    this.#attempts.ended.splice(0, ended.length);
    for (const attempt of ended) this.#parts.forget(attempt);
    for (const wish of wishes) wish.recorded.resolve();
    if (pausing !== null) this.#pausing = null;
    if (resuming !== null) this.#resuming = null;
    if (stopping !== null) this.#stopping = null;
    return true;
  }

  async #appendEnds(ended: readonly Ended[], drafts: readonly Draft[]): Promise<boolean> {
    const streamed = this.#parts.take();
    for (const { position, attempt, end } of ended)
      if (end.kind === 'failed') this.#emit({ position, attempt, kind: 'error', data: { message: headOf(end.cause, LONGEST_CAUSE) } });
    const causes = this.#parts.take();
    this.#parts.restore(streamed);
    try {
      return await this.#append(drafts, causes);
    } catch (error) {
      if (!this.#shrink(error, ended, drafts)) throw error;
      return false;
    }
  }

  /** A record that the storage policy does not admit: first one attempt at a time, then that attempt as RESULT_TOO_LARGE. */
  #shrink(error: unknown, ended: readonly Ended[], drafts: readonly Draft[]): boolean {
    if (!(error instanceof StorageError) || error.code !== 'STORAGE_LIMIT_EXCEEDED') return false;
    const [first] = ended;
    if (first === undefined) return false;
    if (drafts.length > 1) this.#endedAtOnce = 1;
    else if (first.end.kind === 'failed') return false;
    else {
      const cause = `What the turn answered is larger than this store takes. ${error.message}`;
      first.end = { kind: 'failed', code: 'RESULT_TOO_LARGE', cause };
    }
    return true;
  }

  #stopDrafts(by: string): Draft[] {
    const { fold } = this.#log;
    if (fold.control === 'stopped') return [];
    const ended = new Set(this.#attempts.ended.map(({ position }) => position));
    const open = [...fold.open.values()].filter(({ position }) => !ended.has(position));
    const cancelled = open.map(
      ({ nodeId, position }): Draft => ({ type: 'graph:node-failed', payload: { nodeId, position, code: 'CANCELLED' } }),
    );
    return [...cancelled, { type: 'host:stopped', payload: { by } }];
  }

  /** The caller's signal was aborted: the ends of what ran are recorded, and the call rejects. */
  async #abandon(): Promise<never> {
    while (!this.#attempts.idle) if ((await this.#record()) && this.#attempts.count > 0) await this.#woken();
    throw this.#aborted();
  }

  /** Until an attempt ends, a pause or stop is asked for, the signal aborts or the lease is lost. */
  async #woken(): Promise<void> {
    if (this.#attempts.ended.length === 0) await this.#bell.heard();
  }

  /** One append by a run that nobody drives. RUN_OWNED when somebody does; nothing when the run is over. */
  #appendAlone(drafts: () => Draft[]): Promise<void> {
    const wanted = () => (isOver(this.#log.fold) ? [] : drafts());
    const appended = this.#alone.then(async () => {
      await this.#log.catchUp();
      if (wanted().length === 0) return;
      try {
        await this.#takeLease();
        while (wanted().length > 0 && !(await this.#append(wanted())));
      } finally {
        await this.#lease.release();
      }
    });
    this.#alone = appended.catch(() => {});
    return appended;
  }

  #aborted(): GraphExecutionError {
    return new GraphExecutionError('ABORTED', `Run "${this.#options.runId}" was aborted by its caller; run it again to go on.`);
  }
}

/** Complete or failed: no pause or stop is wanted any more. */
function isOver(fold: StrictFold): boolean {
  const [first] = fold.decide();
  return first?.kind === 'complete' || first?.kind === 'fail';
}

function endDraft({ nodeId, position, end }: Ended): Draft {
  switch (end.kind) {
    case 'completed':
      return { type: 'graph:node-completed', payload: { nodeId, position, result: end.result } };
    case 'failed':
      return { type: 'graph:node-failed', payload: { nodeId, position, code: end.code } };
    case 'paused':
      return { type: 'graph:node-paused', payload: { nodeId, position, reason: end.reason, request: end.request } };
  }
}
