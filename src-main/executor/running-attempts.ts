import { type AttemptEnd, type AttemptRequest, runAttempt } from './attempt.ts';
import type { Bell } from './bell.ts';

/** An attempt that is over and not yet on record. */
export interface Ended {
  readonly nodeId: string;
  readonly position: string;
  readonly attempt: number;
  end: AttemptEnd;
}

/** The attempts that run in this process, and those that ended and wait for their record. */
export class RunningAttempts {
  readonly #running = new Map<string, { readonly controller: AbortController; readonly over: Promise<void> }>();
  readonly #bell: Bell;
  /** In the order they ended. */
  readonly ended: Ended[] = [];
  /** Thrown by the graph type's own validation: the run cannot go on. */
  fault: { readonly error: unknown } | null = null;
  #aborted: 'ABORTED' | 'CANCELLED' | null = null;

  constructor(bell: Bell) {
    this.#bell = bell;
  }

  get count(): number {
    return this.#running.size;
  }
  /** Nothing runs and nothing waits for its record. */
  get idle(): boolean {
    return this.#running.size === 0 && this.ended.length === 0;
  }

  launch(request: Omit<AttemptRequest, 'signal'>): void {
    const { nodeId, position, attempt } = request;
    const controller = new AbortController();
    if (this.#aborted !== null) controller.abort(this.#aborted);
    const over = runAttempt({ ...request, signal: controller.signal })
      .then(
        (end) => void this.ended.push({ nodeId, position, attempt, end }),
        (error: unknown) => void (this.fault ??= { error }),
      )
      .finally(() => {
        this.#running.delete(position);
        this.#bell.ring();
      });
    this.#running.set(position, { controller, over });
  }

  /** Aborts what runs, and what is launched from now on: its record was being written. */
  abort(code: 'ABORTED' | 'CANCELLED'): void {
    this.#aborted ??= code;
    for (const { controller } of this.#running.values()) controller.abort(code);
  }

  /** Aborts what still runs, waits for it, and forgets what was never recorded: on record those turns are open. */
  async discard(): Promise<void> {
    this.abort('ABORTED');
    await Promise.all([...this.#running.values()].map(({ over }) => over));
    this.ended.length = 0;
    this.fault = null;
    this.#aborted = null;
  }
}
