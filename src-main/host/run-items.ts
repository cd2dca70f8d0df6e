import { isJsonObject, stringOf } from '../../src-shared/kernel/json.ts';
import type { DomainEventEnvelope } from '../../src-shared/run/envelope.ts';
import { fitJson, TEXT_LIMIT } from '../../src-shared/run/fit-json.ts';
import type { RunItem } from '../../src-shared/run/run-view.ts';
import type { EventStream, RunStorage, StoredPart } from '../../src-shared/run/storage.ts';
import { timestampMs } from '../../src-shared/run/timestamp.ts';
import type { LivePart } from '../executor/run-driver.ts';
import { readEvents } from './read-events.ts';

/** A saved event as it travels. */
export const updateOf = (event: DomainEventEnvelope): Extract<RunItem, { type: 'team:state-update' }> => {
  const { value, cut } = fitJson(event.payload);
  return { type: 'team:state-update', event: { ...event, payload: value }, cut };
};
/** A streamed part as it travels: one unit more than is shown of a text, so that the fold sees that there was more. */
export const partOf = ({ position, attempt, kind, data, at }: LivePart | StoredPart): RunItem => {
  const { value } = fitJson(data, TEXT_LIMIT + 1);
  return { type: 'team:member-part', position, attempt, kind, data: value, at };
};

/** Where reading a run stands: behind the event of a revision, and behind a part. */
export interface ItemPlace {
  readonly revision: number;
  readonly partId: number;
}
export interface PlacedItem {
  readonly item: RunItem;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The place behind it. */
  readonly place: ItemPlace;
}

const PAGE = 500;
const BEGINS = new Set(['graph:node-dispatched', 'graph:node-resumed']);
const ENDS = new Set(['graph:node-failed', 'graph:node-paused']);

/**
 * A run's items in the very order in which a live reader was told them, from a place on to its last event: each part stands behind the event
 * that was the last one when it was streamed.
 */
export async function* readItems(storage: RunStorage, stream: EventStream, from: ItemPlace): AsyncGenerator<PlacedItem> {
  const store = storage.eventStore.parts;
  const read = async (options: Parameters<NonNullable<typeof store>['read']>[1]) => (await store?.read(stream, options)) ?? [];
  // Rows that kept no revision count as there from their turn's beginning; a run's oldest part tells whether it has any.
  const isOld = (await read({ limit: 1 }))[0]?.revision === 0;
  const old = async (position: string, kind: StoredPart['kind']) =>
    isOld && position !== '' ? (await read({ position })).filter((part) => part.revision === 0 && part.kind === kind) : [];
  let page: readonly StoredPart[] = [];
  let next = 0;
  let { partId } = from;
  const peek = async () => {
    if (next === page.length) [page, next] = [await read({ after: partId, limit: PAGE }), 0];
    return page[next];
  };
  let begun = '';
  for await (const event of readEvents(storage, stream, isOld ? Math.max(0, from.revision - 1) : from.revision)) {
    const at = timestampMs(event.timestamp);
    const before = event.revision - 1;
    const position = isJsonObject(event.payload) ? stringOf(event.payload['position']) : '';
    if (event.revision > from.revision) {
      const kept = [...(await old(begun, 'text')), ...(ENDS.has(event.type) ? await old(position, 'error') : [])];
      for (const part of kept) yield { item: partOf(part), at, place: { revision: before, partId } };
      for (let part = await peek(); part !== undefined && part.revision <= before; part = await peek()) {
        next += 1;
        partId = part.id;
        if (part.revision > 0) yield { item: partOf(part), at: part.at, place: { revision: before, partId } };
      }
      yield { item: updateOf(event), at, place: { revision: event.revision, partId } };
    }
    begun = BEGINS.has(event.type) ? position : '';
  }
}
