import type { Moment, MomentKind } from '../../src-shared/run/moment.ts';

/** One mark of the slider: the most telling event of its stretch. */
export interface Tick {
  readonly revision: number;
  /** Milliseconds since the run's beginning. */
  readonly at: number;
  /** Place of the member in the team; -1 for the run as a whole. */
  readonly member: number;
  readonly kind: MomentKind;
}
/** What a person may look for. */
export type Sought = 'turn' | 'failure';

// By how much they tell, so that of a stretch the highest is shown.
const RANKS: readonly MomentKind[] = ['start', 'start', 'end', 'message', 'host', 'failure'];
const TURN = 1;
const FAILURE = RANKS.indexOf('failure');

const rankOf = ({ type, kind }: Moment): number => (type === 'graph:node-dispatched' ? TURN : RANKS.indexOf(kind));

/** Time, member and kind of every revision of a run: what the slider draws and jumps by. */
export class MomentIndex {
  readonly #members: ReadonlyMap<string, number>;
  readonly #times: number[] = [];
  readonly #places: number[] = [];
  readonly #ranks: number[] = [];

  /** `members` are the run's, in the order of its team. */
  constructor(members: readonly string[]) {
    this.#members = new Map(members.map((id, place) => [id, place]));
  }

  get last(): number {
    return this.#times.length;
  }

  /** Takes the moment after the last one in. */
  add(moment: Moment, at: number): void {
    this.#times.push(at);
    this.#places.push(this.#members.get(moment.member) ?? -1);
    this.#ranks.push(rankOf(moment));
  }

  /** At most so many marks for all revisions. */
  ticks(most: number): Tick[] {
    const stretch = Math.max(1, Math.ceil(this.last / most));
    const ticks: Tick[] = [];
    for (let from = 0; from < this.last; from += stretch) {
      let telling = from;
      for (let index = from + 1; index < Math.min(this.last, from + stretch); index += 1)
        if ((this.#ranks[index] ?? 0) > (this.#ranks[telling] ?? 0)) telling = index;
      ticks.push({
        revision: telling + 1,
        at: (this.#times[telling] ?? 0) - (this.#times[0] ?? 0),
        member: this.#places[telling] ?? -1,
        kind: RANKS[this.#ranks[telling] ?? 0] ?? 'host',
      });
    }
    return ticks;
  }

  /** The nearest revision after (or before) `from` at which a turn begins or something fails; null when there is none. */
  seek(from: number, sought: Sought, back: boolean): number | null {
    const rank = sought === 'turn' ? TURN : FAILURE;
    const found = back ? this.#ranks.lastIndexOf(rank, Math.max(0, from - 2)) : this.#ranks.indexOf(rank, from);
    return found < 0 || (back && from < 2) ? null : found + 1;
  }
}
