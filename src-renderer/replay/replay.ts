import { createStore, type StoreApi } from 'zustand';
import { type Moment, momentOf } from '../../src-shared/run/moment.ts';
import type { RunItem } from '../../src-shared/run/run-view.ts';
import { connectHost } from '../host-client/connect.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import { ItemPlayer } from './item-player.ts';
import type { ReplayedRun } from './replayed-run.ts';

export const SPEEDS = ['1x', '4x', 'instant'] as const;
export type Speed = (typeof SPEEDS)[number];

/** How long `instant` takes for any run at most, and for a short one an event. */
const INSTANT_MS = 4000;
const INSTANT_EVENT_MS = 40;
/** How often the clocks of a moment go on while nothing is told. */
const TIME_MS = 100;

export interface ReplayState {
  /** The moment that is asked for, which may still be on its way; null at the end. */
  readonly wanted: number | null;
  /** The event of the moment that is shown. */
  readonly moment: Moment | null;
  readonly playing: boolean;
  readonly speed: Speed;
  /** Why a moment cannot be shown. */
  readonly problem: string | null;
}

/** Moves an open run through its saved moments. */
export class Replay {
  readonly store: StoreApi<ReplayState> = createStore<ReplayState>(() => ({
    wanted: null,
    moment: null,
    playing: false,
    speed: '1x',
    problem: null,
  }));
  readonly of: ReplayedRun;
  #moving: Promise<void> | null = null;
  /** The moment that was fetched last, and where what came after it begins; null once something was played on top of it. */
  #reached: { readonly revision: number; readonly place: string } | null = null;
  #player: ItemPlayer | null = null;
  #playing: AbortController | null = null;
  #seeking: Promise<void> = Promise.resolve();
  /** Counts what was wanted otherwise than by seeking, so that a seek that answers late overrides none of it. */
  #wishes = 0;

  constructor(of: ReplayedRun) {
    this.of = of;
  }

  get #last(): number {
    return this.of.run.getState().head.lastRevision;
  }
  /** The revision that is shown: the last one at the end. */
  get #now(): number {
    return this.store.getState().wanted ?? this.#last;
  }

  get #shown(): number {
    return this.of.run.getState().view.revision;
  }

  /** Shows the run right after an event; the last one is the end. */
  async moveTo(revision: number): Promise<void> {
    this.#wishes += 1;
    await this.#go(revision);
  }
  async step(by: 1 | -1): Promise<void> {
    await this.moveTo(this.#now + by);
  }
  /** To where the next (or previous) turn begins, else to the end or the beginning. */
  async seekTurn(back: boolean): Promise<void> {
    await this.#seek('turn', back, (found) => void this.#go(found ?? (back ? 1 : this.#last)));
  }
  async seekFailure(back: boolean): Promise<void> {
    await this.#seek('failure', back, (found) => {
      if (found === null) this.tell(`There is no failure ${back ? 'before' : 'after'} this moment.`);
      else if (found === this.#last) this.tell('The failure is the last event: this is the end.');
      else void this.#go(found);
    });
  }
  /** Leaves the past: the run is shown as it is. */
  toEnd(): void {
    this.#wishes += 1;
    this.#leave();
  }
  #leave(): void {
    this.pause();
    [this.#player, this.#reached] = [null, null];
    this.store.setState({ wanted: null, moment: null, problem: null });
    this.of.showNewest();
  }
  tell(problem: string): void {
    this.store.setState({ problem });
  }

  /** Plays from here to the end; at the end from the beginning. */
  async play(): Promise<void> {
    if (this.#playing !== null || this.#last < 2) return;
    const playing = new AbortController();
    this.#playing = playing;
    this.#wishes += 1;
    this.store.setState({ playing: true, problem: null });
    try {
      if (this.store.getState().wanted === null) await this.#show(1);
      await this.#moving;
      while (!playing.signal.aborted && this.#shown < this.#last) if (!(await this.#playOn(playing.signal))) break;
      if (!playing.signal.aborted && this.#shown >= this.#last) this.toEnd();
    } catch (error) {
      this.tell(hostErrorOf(error).message);
    } finally {
      if (this.#playing === playing) this.pause();
    }
  }
  pause(): void {
    this.#playing?.abort();
    this.#playing = null;
    this.store.setState({ playing: false });
  }
  setSpeed(speed: Speed): void {
    this.store.setState({ speed });
  }

  /** Plays until the speed becomes another kind of playing, or nothing is left of what was saved. False when nothing came. */
  async #playOn(signal: AbortSignal): Promise<boolean> {
    const { fold, view, moment } = this.of.run.getState();
    const isInstant = () => this.store.getState().speed === 'instant' || fold === null;
    if (isInstant()) {
      await this.#playInstantly(isInstant, signal);
      return true;
    }
    if (this.#player === null) {
      if (this.#reached === null) await this.#show(view.revision);
      const start = this.#reached;
      if (start === null || signal.aborted) return false;
      this.#player = new ItemPlayer(this.of.run.getState().head.runId, start.place, moment?.at ?? Date.parse(view.lastAt));
    }
    const switched = new AbortController();
    const unsubscribe = this.store.subscribe(() => {
      if (isInstant()) switched.abort();
    });
    try {
      const speed = () => (this.store.getState().speed === '4x' ? 4 : 1);
      await this.#player.play(speed, (items, at) => this.#tell(items, at), AbortSignal.any([signal, switched.signal]));
      // What a run that goes on has told meanwhile is asked for anew.
      if (!signal.aborted) this.#player = null;
      return switched.signal.aborted || this.#shown > view.revision;
    } finally {
      unsubscribe();
    }
  }

  #tell(items: readonly RunItem[], at: number): void {
    const { view, fold, moment } = this.of.run.getState();
    if (fold === null || moment === null || (items.length === 0 && at - moment.at < TIME_MS)) return;
    this.#reached = null;
    const event = items.findLast((item) => item.type === 'team:state-update')?.event;
    if (event !== undefined) this.store.setState({ moment: momentOf(event), wanted: event.revision });
    this.of.show(fold.apply(view, items), at, true);
  }

  async #playInstantly(goesOn: () => boolean, signal: AbortSignal): Promise<void> {
    const start = performance.now();
    const first = this.#now;
    const events = this.#last - first;
    const length = Math.min(INSTANT_MS, events * INSTANT_EVENT_MS);
    this.#player = null;
    for (let passed = 0; passed < 1 && goesOn() && !signal.aborted; passed = (performance.now() - start) / length) {
      const next = Math.max(this.#now + (passed > 0 ? 1 : 0), first + Math.floor(events * passed));
      if (next >= this.#last) break;
      await this.#show(next);
      await new Promise(requestAnimationFrame);
    }
    // Past its time what is left is not shown moment by moment: that is the end.
    if (goesOn() && !signal.aborted) this.toEnd();
  }

  /** One after another, each from where the one before led. */
  #seek(sought: 'turn' | 'failure', back: boolean, go: (found: number | null) => void): Promise<void> {
    this.pause();
    const wishes = this.#wishes;
    const isWanted = () => this.#wishes === wishes;
    this.#seeking = this.#seeking.then(async () => {
      if (!isWanted()) return;
      try {
        const { runId } = this.of.run.getState().head;
        const { revision } = await connectHost().runs.seek({ runId, from: this.#now, sought, back });
        if (isWanted()) go(revision);
      } catch (error) {
        if (isWanted()) this.tell(hostErrorOf(error).message);
      }
    });
    return this.#seeking;
  }

  async #go(revision: number): Promise<void> {
    this.pause();
    if (revision >= this.#last) return this.#leave();
    try {
      await this.#show(Math.max(1, revision));
    } catch (error) {
      this.tell(hostErrorOf(error).message);
    }
  }

  /** Asks for a moment and shows it. One question at a time: of those that come meanwhile the newest counts. Rejects when it cannot be shown. */
  #show(revision: number): Promise<void> {
    this.store.setState({ wanted: revision, problem: null });
    this.#player = null;
    this.#moving ??= this.#move().finally(() => {
      this.#moving = null;
    });
    return this.#moving;
  }

  async #move(): Promise<void> {
    try {
      for (let wanted = this.store.getState().wanted; wanted !== null && wanted !== this.#reached?.revision; ) {
        const { view, moment, place } = await connectHost().runs.at({ runId: this.of.run.getState().head.runId, revision: wanted });
        ({ wanted } = this.store.getState());
        if (wanted === null) return; // back at the end meanwhile
        this.#reached = { revision: moment.revision, place };
        this.store.setState({ moment });
        this.of.show(view, Date.parse(moment.at), false);
      }
    } catch (error) {
      if (this.store.getState().wanted === null) return; // back at the end meanwhile
      this.store.setState({ wanted: this.of.run.getState().moment?.revision ?? null });
      throw error;
    }
  }
}
