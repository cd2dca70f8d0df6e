import { randomUUID } from 'node:crypto';
import { GraphExecutionError } from '../../src-shared/run/execution-error.ts';
import type { EventStore, EventStream, LeaseOwner } from '../../src-shared/run/storage.ts';

const HEARTBEAT_MS = 2000;

/** The right to drive one run (decisions.md 11): one executor at a time, over all processes. */
export class RunLease {
  readonly #store: EventStore;
  readonly #stream: EventStream;
  readonly #onLost: () => void;
  readonly #holder = randomUUID();
  #timer: NodeJS.Timeout | undefined;
  #lost = false;
  #held = false;

  /** `onLost` is told once another executor has taken the run over. */
  constructor(store: EventStore, stream: EventStream, onLost: () => void) {
    this.#store = store;
    this.#stream = stream;
    this.#onLost = onLost;
  }

  get lost(): boolean {
    return this.#lost;
  }

  /** Takes the lease and returns the dead owner it was taken from, if any. Throws RUN_OWNED with `{pid, host, since}`. */
  async take(): Promise<LeaseOwner | null> {
    const leases = this.#store.leases;
    if (leases === undefined) return null;
    const answer = await leases.acquire(this.#stream, this.#holder);
    if (!answer.ok) throw this.#owned(answer.owner);
    this.#held = true;
    this.#lost = false;
    this.#timer = setInterval(() => void this.check(), HEARTBEAT_MS);
    this.#timer.unref();
    return answer.from;
  }

  /** Renews the lease; false when it is gone. A store that is busy for a moment is no loss: the next beat tries again. */
  async check(): Promise<boolean> {
    if (!this.#held || this.#store.leases === undefined) return !this.#lost;
    const kept = await this.#store.leases.heartbeat(this.#stream, this.#holder).catch(() => true);
    if (!kept && this.#held && !this.#lost) {
      this.#lost = true;
      this.#onLost();
    }
    return kept;
  }

  /** Throws RUN_OWNED when an executor drives the run. */
  async refuseOwned(): Promise<void> {
    const owner = await this.#store.leases?.owner(this.#stream);
    if (owner != null) throw this.#owned(owner);
  }
  /** The error of an executor whose lease is gone. */
  async lostError(): Promise<GraphExecutionError> {
    return this.#owned(await this.#store.leases?.owner(this.#stream).catch(() => null));
  }

  /** Gives the lease back. One that can't be given back expires by itself; the run's own outcome counts. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    const held = this.#held;
    this.#held = false;
    if (held && !this.#lost) await this.#store.leases?.release(this.#stream, this.#holder).catch(() => {});
  }

  #owned(owner: LeaseOwner | null | undefined): GraphExecutionError {
    const who = owner == null ? 'another process' : `process ${owner.pid} on ${owner.host} since ${owner.since}`;
    return new GraphExecutionError(
      'RUN_OWNED',
      `Run "${this.#stream.streamId}" is being driven by ${who}. Watch it with "troupe follow ${this.#stream.streamId}", or end that process first.`,
      owner == null ? {} : { pid: owner.pid, host: owner.host, since: owner.since },
    );
  }
}
