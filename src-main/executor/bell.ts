import { setImmediate as nextTick } from 'node:timers/promises';

/** Wakes one waiting loop. Rung while nobody waits, it is heard by the next wait, so no ring is ever lost. */
export class Bell {
  #rung = false;
  #wake: () => void = () => {};

  readonly ring = (): void => {
    this.#rung = true;
    this.#wake();
  };

  /** Resolves after a ring, one tick later: what ends in the same tick is seen together, and the rest of the process has its turn. */
  async heard(): Promise<void> {
    if (!this.#rung)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    await nextTick();
    this.#rung = false;
  }
}
