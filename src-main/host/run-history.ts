import { type Moment, momentOf } from '../../src-shared/run/moment.ts';
import { createRunFold, type RunFold } from '../../src-shared/run/run-fold.ts';
import type { RunItem, RunView } from '../../src-shared/run/run-view.ts';
import { HostError } from './host-error.ts';
import type { LoadedRun } from './loaded-run.ts';
import { MomentIndex } from './moment-index.ts';
import { type ItemPlace, type PlacedItem, readItems } from './run-items.ts';

/** Events between two views that are kept, as long as there is room for them. */
const STRIDE = 200;
/** What the kept views may hold together, in UTF-16 units of text and the like; beyond it every second one goes. */
const MOST_UNITS = 6_000_000;
const ENTRY_UNITS = 200;
/** Items folded at once. */
const BATCH = 500;

/** A run as it stood right after an event. */
export interface PastRun {
  readonly view: RunView;
  readonly moment: Moment;
  /** Where the items after it begin. */
  readonly place: ItemPlace;
}

/**
 * The past of one run: the view at any revision, folded from the nearest of the views that are kept. Its log is read once, from where the last
 * reading ended.
 */
export class RunHistory {
  readonly #run: LoadedRun;
  readonly #fold: RunFold;
  readonly #index: MomentIndex;
  #kept: PastRun[] = [];
  #last: PastRun | null = null;
  #stride = STRIDE;
  #units = 0;
  #weighed = new WeakSet<object>();
  #reading: Promise<void> | null = null;

  constructor(run: LoadedRun) {
    this.#run = run;
    this.#fold = createRunFold(run.graph);
    this.#index = new MomentIndex(run.graph.definition.value.nodes.map(({ id }) => id));
  }

  /** Views that are kept, and what they hold together. */
  get size(): { readonly views: number; readonly units: number } {
    return { views: this.#kept.length, units: this.#units };
  }

  /** The run right after an event: all events up to it, and what had been streamed before it. UNKNOWN_REVISION. */
  async at(revision: number): Promise<PastRun> {
    await this.#readOn().catch((error: unknown) => {
      // What stands before damage can still be seen.
      if (this.#index.last < revision) throw error;
    });
    const nearest =
      this.#last?.moment.revision === revision ? this.#last : this.#kept.findLast(({ moment }) => moment.revision <= revision);
    if (nearest === undefined || revision > this.#index.last) {
      const { runId } = this.#run;
      throw new HostError(
        'UNKNOWN_REVISION',
        `Run "${runId}" has no revision ${revision}; its last is ${this.#index.last}. Ask for one from 1 to that.`,
      );
    }
    let reached = nearest;
    if (nearest.moment.revision < revision)
      // Full batches come on the way too: only the event that is asked for is the end.
      for await (reached of this.#walk(nearest, (moment) => moment.revision === revision)) if (reached.moment.revision === revision) break;
    return reached;
  }

  /** Time, member and kind of each event, up to the last. */
  async moments(): Promise<MomentIndex> {
    await this.#readOn();
    return this.#index;
  }

  /** Items from a place on, in the order in which they were told. */
  items(from: ItemPlace): AsyncGenerator<PlacedItem> {
    return readItems(this.#run.storage, this.#run.stream, from);
  }

  /** One reading for all who ask. */
  #readOn(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const isKept = ({ revision }: Moment) => revision === 1 || revision % this.#stride === 0;
    for await (const past of this.#walk(this.#last, isKept, (moment, at) => this.#index.add(moment, at))) {
      this.#last = past;
      if (isKept(past.moment)) this.#keep(past);
    }
  }

  /** The run after each event that is `wanted`, and after the last; folded in batches, since most are not looked at. */
  async *#walk(
    from: PastRun | null,
    isWanted: (moment: Moment) => boolean,
    onMoment: (moment: Moment, at: number) => void = () => {},
  ): AsyncGenerator<PastRun> {
    let view = from?.view ?? null;
    let last: Omit<PastRun, 'view'> | null = null;
    const batch: RunItem[] = [];
    for await (const { item, at, place } of readItems(this.#run.storage, this.#run.stream, from?.place ?? { revision: 0, partId: 0 })) {
      if (view !== null) batch.push(item);
      if (item.type === 'team:member-part') continue;
      view ??= this.#fold.open(item.event);
      last = { moment: momentOf(item.event), place };
      onMoment(last.moment, at);
      if (batch.length < BATCH && !isWanted(last.moment)) continue;
      view = this.#fold.apply(view, batch.splice(0));
      yield { ...last, view };
    }
    if (view !== null && last !== null) yield { ...last, view: this.#fold.apply(view, batch) };
  }

  #keep(past: PastRun): void {
    this.#kept.push(past);
    this.#weigh(past);
    while (this.#units > MOST_UNITS && this.#kept.length > 2) {
      this.#stride *= 2;
      this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
      [this.#units, this.#weighed] = [0, new WeakSet()];
      for (const kept of this.#kept) this.#weigh(kept);
    }
  }

  /** Counts what this view holds that none before it did: views share what did not change between them. */
  #weigh({ view }: PastRun): void {
    const isNew = (part: object) => !this.#weighed.has(part) && this.#weighed.add(part) !== undefined;
    for (const member of Object.values(view.members)) {
      this.#units += ENTRY_UNITS / 10;
      if (isNew(member)) for (const turn of member.turns) if (isNew(turn)) this.#units += ENTRY_UNITS + turn.text.length;
    }
    for (const room of Object.values(view.rooms))
      if (isNew(room)) for (const message of room.messages) if (isNew(message)) this.#units += ENTRY_UNITS + message.text.length;
  }
}
