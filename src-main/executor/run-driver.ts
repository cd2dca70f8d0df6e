import { setImmediate as nextTick } from 'node:timers/promises';
import type {
  CompiledGraph,
  CompleteCommand,
  DispatchCommand,
  FailCommand,
  Memory,
  PauseCommand,
} from '../../src-shared/kernel/graph-type.ts';
import type { JsonValue } from '../../src-shared/kernel/json.ts';
import type { DomainEventEnvelope } from '../../src-shared/run/envelope.ts';
import { GraphExecutionError } from '../../src-shared/run/execution-error.ts';
import { dispatchPayload } from '../../src-shared/run/strict-fold.ts';
import type { PartKind, RunStorage } from '../../src-shared/run/storage.ts';
import { StorageError } from '../../src-shared/run/storage-error.ts';
import { type AttemptEnd, runAttempt } from './attempt.ts';
import { createAttemptIdentity } from './attempt-identity.ts';
import type { GraphNodeBinding } from './node-binding.ts';
import { PartBuffer } from './part-buffer.ts';
import { planReopening, type Reopening, type Start } from './reopen.ts';
import { RunLease } from './run-lease.ts';
import { type Draft, RunLog } from './run-log.ts';

/** How driving a run ended: the graph's own word, open turns of a dead process, or a person's pause or stop. */
export type RunOutcome =
  | PauseCommand
  | CompleteCommand
  | FailCommand
  | { readonly kind: 'waiting'; readonly positions: readonly string[] }
  | { readonly kind: 'held'; readonly control: 'paused' | 'stopped' };

export interface LivePart {
  readonly position: string;
  readonly attempt: number;
  readonly kind: PartKind;
  readonly data: JsonValue;
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

interface Ended {
  readonly nodeId: string;
  readonly position: string;
  readonly attempt: number;
  end: AttemptEnd;
}
interface Control {
  readonly draft: Draft;
  readonly done: () => void;
}

// More conflicts in a row than a busy second writer could cause: something else is wrong.
const MOST_CONFLICTS = 100;

/** Drives one run. Only the loop of `#drive` writes, so every append stands on the state that decided it. */
export class RunDriver {
  readonly #options: DriverOptions;
  readonly #log: RunLog;
  readonly #lease: RunLease;
  readonly #parts: PartBuffer;
  readonly #running = new Map<string, AbortController>();
  readonly #ended: Ended[] = [];
  readonly #controls: Control[] = [];
  #stopping: { readonly by: string; readonly done: (() => void)[] } | null = null;
  /** Thrown by the graph type's own validation: the run cannot go on. */
  #fault: { readonly error: unknown } | null = null;
  #driving = false;
  #conflicts = 0;
  #endedAtOnce = Number.POSITIVE_INFINITY;
  #wake: () => void = () => {};

  constructor(options: DriverOptions) {
    this.#options = options;
    const stream = { namespace: options.storage.record.namespace, streamId: options.runId };
    const store = options.storage.eventStore;
    this.#log = new RunLog({
      graph: options.graph,
      store,
      stream,
      now: options.now,
      newId: options.newId,
      onEvents: (events) => options.observer?.onEvents(events),
    });
    this.#lease = new RunLease(store, stream);
    this.#parts = new PartBuffer(store.parts, stream, options.now);
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
  /** Settles one uncertain turn by a person's choice, then goes on. */
  recover(position: string, choice: 'again' | 'failed' | 'result', result: JsonValue, signal: AbortSignal): Promise<RunOutcome> {
    return this.#drive(signal, { kind: 'recover', position, choice, result });
  }

  /** Running turns finish, nothing new starts. Resolves when it is on record. */
  async pause(reason: 'person' | 'budget' | 'disk' | 'needs-review'): Promise<void> {
    const draft: Draft = { type: 'host:paused', payload: { reason } };
    if (!this.#driving) return this.#appendAlone(() => (this.#log.fold.control === 'none' ? [draft] : []));
    await new Promise<void>((done) => {
      this.#controls.push({ draft, done });
      this.#wake();
    });
  }

  /** Running turns are aborted and settle as CANCELLED, then nothing is ever dispatched again. Resolves when it is on record. */
  async stop(by: string): Promise<void> {
    if (!this.#driving) return this.#appendAlone(() => (this.#log.fold.control === 'stopped' ? [] : this.#stopDrafts(by)));
    await new Promise<void>((done) => {
      this.#stopping ??= { by, done: [] };
      this.#stopping.done.push(done);
      for (const controller of this.#running.values()) controller.abort('CANCELLED');
      this.#wake();
    });
  }

  async #drive(signal: AbortSignal, reopening: Reopening | null): Promise<RunOutcome> {
    if (this.#driving)
      throw new GraphExecutionError('PROTOCOL', `Run "${this.#options.runId}" is already being driven here; wait for that call to end.`);
    this.#driving = true;
    const wake = () => this.#wake();
    signal.addEventListener('abort', wake);
    try {
      if (signal.aborted) throw this.#aborted();
      await this.#log.catchUp();
      const outcome = reopening === null ? this.#outcome() : null;
      if (outcome !== null) return outcome;
      const from = await this.#lease.take(wake);
      await this.#log.catchUp();
      if (from !== null) await this.#log.append([{ type: 'host:lease-taken', payload: { from: { ...from } } }]);
      if (reopening !== null) await this.#reopen(reopening);
      return await this.#loop(signal);
    } finally {
      signal.removeEventListener('abort', wake);
      for (const controller of this.#running.values()) controller.abort('ABORTED');
      await this.#parts.flush();
      await this.#lease.release();
      this.#driving = false;
      for (const { done } of this.#controls.splice(0)) done();
      for (const done of this.#stopping?.done ?? []) done();
    }
  }

  async #loop(signal: AbortSignal): Promise<RunOutcome> {
    for (;;) {
      if (this.#fault !== null) throw this.#fault.error;
      if (this.#lease.lost) throw await this.#lease.ownedError();
      if (signal.aborted) return await this.#abandon();
      if (!(await this.#record())) continue;
      const idle = this.#running.size === 0 && this.#ended.length === 0;
      const { control } = this.#log.fold;
      if (control !== 'none' && idle) return { kind: 'held', control };
      if (control === 'none' && this.#stopping === null) {
        const dispatches = this.#dispatches();
        if (dispatches.length > 0) {
          await this.#dispatch(dispatches);
          continue;
        }
        const outcome = idle ? this.#outcome() : null;
        if (outcome !== null) return outcome;
      }
      await this.#woken();
    }
  }

  /** New dispatches of the decision now; positions already open are dropped from it (decisions.md 5). */
  #dispatches(): DispatchCommand[] {
    const { fold } = this.#log;
    const commands = fold.decide();
    const fresh: DispatchCommand[] = [];
    for (const command of commands) {
      if (command.kind !== 'dispatch') {
        if (this.#running.size > 0 || this.#ended.length > 0)
          throw new GraphExecutionError(
            'PROTOCOL',
            `The graph decided "${command.kind}" while ${[...this.#running.keys()].join(', ')} still runs; it must return [] until that settles.`,
          );
        return [];
      }
      if (fold.isSettled(command.position))
        throw new GraphExecutionError(
          'DUPLICATE_POSITION',
          `The graph dispatched "${command.position}" again, which has already settled; give each occurrence its own position.`,
          { position: command.position },
        );
      if (!fold.open.has(command.position)) fresh.push(command);
    }
    return fresh;
  }

  /** How the run stands with nothing running here, or null when there is something to do. */
  #outcome(): RunOutcome | null {
    const { fold } = this.#log;
    if (fold.control !== 'none') return { kind: 'held', control: fold.control };
    const [first] = fold.decide();
    if (first !== undefined && first.kind !== 'dispatch') return first;
    if (this.#dispatches().length > 0) return null;
    if (fold.open.size > 0) return { kind: 'waiting', positions: [...fold.open.keys()] };
    throw new GraphExecutionError(
      'EMPTY_DECISION',
      `The graph decided nothing while nothing runs at revision ${fold.revision}; a decision there must dispatch, pause, complete or fail.`,
    );
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
    if (!this.#noteConflict(await this.#log.append([...dispatched, ...started]))) return;
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
    if (plan.drafts.length > 0 && !(await this.#log.append(plan.drafts, this.#parts.take())))
      throw new GraphExecutionError('PROTOCOL', `Run "${runId}" changed while it was being opened again; try once more.`);
    for (const start of plan.starts) this.#launch(start);
  }

  #launch({ nodeId, position, input, attempt }: Start): void {
    const binding = this.#options.nodes[nodeId];
    if (binding === undefined) return; // checked before anything was recorded
    const controller = new AbortController();
    this.#running.set(position, controller);
    const { graph, memory } = this.#options;
    const emitPart = ({ kind, data }: { readonly kind: PartKind; readonly data: JsonValue }) =>
      this.#emit({ position, attempt, kind, data });
    void runAttempt({ graph, nodeId, position, attempt, input, binding, memory, signal: controller.signal, emitPart })
      .then(
        (end) => void this.#ended.push({ nodeId, position, attempt, end }),
        (error: unknown) => void (this.#fault = { error }),
      )
      .finally(() => {
        this.#running.delete(position);
        this.#wake();
      });
  }

  #emit(part: LivePart): void {
    this.#parts.add(part, part.kind, part.data);
    this.#options.observer?.onPart(part);
  }

  /** Puts controls and ended attempts on record, in one append. False when it must be tried again. */
  async #record(): Promise<boolean> {
    const ended = this.#ended.slice(0, this.#endedAtOnce);
    const controls = this.#controls.slice();
    const stopping = this.#running.size === 0 && ended.length === this.#ended.length ? this.#stopping : null;
    const drafts = [...ended.map(endDraft), ...controls.map(({ draft }) => draft)];
    if (stopping !== null) drafts.push(...this.#stopDrafts(stopping.by, new Set(ended.map(({ position }) => position))));
    if (drafts.length === 0) return true;
    for (const { position, attempt, end } of ended)
      if (end.kind === 'failed') this.#emit({ position, attempt, kind: 'error', data: { message: end.cause } });
    const parts = this.#parts.take();
    try {
      if (!this.#noteConflict(await this.#log.append(drafts, parts))) {
        this.#parts.restore(parts.filter(({ kind }) => kind !== 'error'));
        if (!(await this.#lease.check(() => this.#wake()))) throw await this.#lease.ownedError();
        return false;
      }
    } catch (error) {
      this.#parts.restore(parts.filter(({ kind }) => kind !== 'error'));
      if (!this.#shrink(error, ended)) throw error;
      return false;
    }
    this.#endedAtOnce = Number.POSITIVE_INFINITY;
    this.#ended.splice(0, ended.length);
    this.#controls.splice(0, controls.length);
    for (const attempt of ended) this.#parts.forget(attempt);
    for (const { done } of controls) done();
    for (const done of stopping?.done ?? []) done();
    if (stopping !== null) this.#stopping = null;
    return true;
  }

  /** A record that the storage policy does not admit: first one attempt at a time, then that attempt as RESULT_TOO_LARGE. */
  #shrink(error: unknown, ended: readonly Ended[]): boolean {
    if (!(error instanceof StorageError) || error.code !== 'STORAGE_LIMIT_EXCEEDED') return false;
    const [only] = ended;
    if (only === undefined || (only.end.kind === 'failed' && only.end.code === 'RESULT_TOO_LARGE')) return false;
    if (ended.length > 1) this.#endedAtOnce = 1;
    else
      only.end = {
        kind: 'failed',
        code: 'RESULT_TOO_LARGE',
        cause: `What the turn answered is larger than this store takes. ${error.message}`,
      };
    return true;
  }

  #noteConflict(appended: boolean): boolean {
    this.#conflicts = appended ? 0 : this.#conflicts + 1;
    if (this.#conflicts > MOST_CONFLICTS)
      throw new GraphExecutionError(
        'PROTOCOL',
        `Run "${this.#options.runId}": ${MOST_CONFLICTS} appends in a row found another revision; another writer does not keep the lease.`,
      );
    return appended;
  }

  #stopDrafts(by: string, settled: ReadonlySet<string> = new Set()): Draft[] {
    const open = [...this.#log.fold.open.values()].filter(({ position }) => !settled.has(position));
    const cancelled = open.map(
      ({ nodeId, position }): Draft => ({ type: 'graph:node-failed', payload: { nodeId, position, code: 'CANCELLED' } }),
    );
    return [...cancelled, { type: 'host:stopped', payload: { by } }];
  }

  /** The caller's signal was aborted: what runs is aborted, its end recorded, and the call rejects. */
  async #abandon(): Promise<never> {
    for (const controller of this.#running.values()) controller.abort('ABORTED');
    while (this.#running.size > 0) await this.#woken();
    while (this.#ended.length > 0) await this.#record();
    throw this.#aborted();
  }

  /** Until an attempt ends, a control arrives or the signal aborts; what ends in the same tick is taken together. */
  async #woken(): Promise<void> {
    if (this.#ended.length === 0 && this.#controls.length === 0 && this.#running.size > 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#wake = () => {};
    // Also lets the rest of the process have its turn: instant engines would otherwise keep it for the whole run.
    await nextTick();
  }

  /** One append by a run that nobody drives. RUN_OWNED when somebody does. */
  async #appendAlone(drafts: () => Draft[]): Promise<void> {
    await this.#lease.take(() => {});
    try {
      do await this.#log.catchUp();
      while (drafts().length > 0 && !(await this.#log.append(drafts())));
    } finally {
      await this.#lease.release();
    }
  }

  #aborted(): GraphExecutionError {
    return new GraphExecutionError('ABORTED', `Run "${this.#options.runId}" was aborted by its caller; run it again to go on.`);
  }
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
