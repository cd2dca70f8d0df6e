import { isJsonObject, type JsonValue, pointerSteps } from '../../src-shared/kernel/json.ts';
import { fitJson, headOf, TEXT_LIMIT } from '../../src-shared/run/fit-json.ts';
import type { EventStream, RunStorage } from '../../src-shared/run/storage.ts';
import { bytesOf } from './fit-team.ts';
import { HostError } from './host-error.ts';
import { readEvents } from './read-events.ts';
import type { RunHistory } from './run-history.ts';
import type { ItemPlace } from './run-items.ts';

/** Most of one answer of events or open turns, in UTF-8 bytes. */
const PAGE_BYTES = 900 * 1024;
/** The same of a page of items, of which the last one may be as large as a value gets (512 KiB). */
const ITEMS_BYTES = 384 * 1024;

/** Events after a revision that match a search (of their type and content), as many as one answer takes. */
export async function eventsPage(
  storage: RunStorage,
  stream: EventStream,
  { after, limit, search }: { readonly after: number; readonly limit: number; readonly search: string },
) {
  const wanted = search.toLowerCase();
  const events = [];
  let more = false;
  let bytes = 0;
  try {
    for await (const event of readEvents(storage, stream, after)) {
      if (wanted !== '' && !`${event.type} ${JSON.stringify(event.payload)}`.toLowerCase().includes(wanted)) continue;
      const { value, cut } = fitJson(event.payload, 8 * 1024, 64 * 1024);
      const row = { ...event, payload: value, cut };
      bytes += bytesOf(row) + 1;
      if ((more = events.length >= limit || bytes > PAGE_BYTES)) break;
      events.push(row);
    }
  } catch (error) {
    if (events.length === 0) throw error;
    more = true; // the page after these begins with the damage, and says so
  }
  return { events, more };
}

/** What a run told from a place on, as much as one answer takes; the place behind it is null at the end. */
export async function itemsPage(history: RunHistory, place: string) {
  const items = [];
  let bytes = 0;
  for await (const { item, at, place: behind } of history.items(placeOf(place))) {
    bytes += bytesOf(item) + 40;
    items.push({ item, at });
    if (bytes > ITEMS_BYTES) return { items, place: placeToText(behind) };
  }
  return { items, place: null };
}
export const placeToText = ({ revision, partId }: ItemPlace): string => `${revision}.${partId}`;
function placeOf(text: string): ItemPlace {
  const [revision = 0, partId = 0] = text.split('.').map(Number);
  return { revision, partId };
}

/** The first of some open turns, as many as one answer takes. */
export function fittingTurns<Turn>(turns: readonly Turn[]): Turn[] {
  let bytes = 0;
  return turns.filter((turn) => (bytes += bytesOf(turn) + 1) <= PAGE_BYTES);
}

/** What travels at once of a text in an event, from a place on. UNKNOWN_REVISION, UNKNOWN_POINTER. */
export async function textPiece(
  storage: RunStorage,
  stream: EventStream,
  { revision, pointer, offset }: { readonly revision: number; readonly pointer: string; readonly offset: number },
  last: number,
) {
  for await (const event of readEvents(storage, stream, revision - 1)) {
    const value = valueAt(event.payload, pointer);
    if (value === undefined)
      throw new HostError(
        'UNKNOWN_POINTER',
        `Nothing stands at "${pointer}" in event ${revision} of run "${stream.streamId}". Ask without a pointer for the whole event.`,
      );
    return pieceOf(typeof value === 'string' ? value : JSON.stringify(value, null, 2), offset);
  }
  throw new HostError(
    'UNKNOWN_REVISION',
    `Run "${stream.streamId}" has no revision ${revision}; its last is ${last}. Ask for one from 1 to that.`,
  );
}

/** What travels of a text at once, from a place on. */
export const pieceOf = (text: string, offset: number) => ({
  text: headOf(text.slice(offset, offset + TEXT_LIMIT + 1)).toWellFormed(),
  total: text.length,
});

/** What stands at a JSON pointer. */
function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of pointerSteps(pointer)) {
    if (isJsonObject(found)) found = Object.hasOwn(found, step) ? found[step] : undefined;
    else found = Array.isArray(found) ? found[Number(step)] : undefined;
  }
  return found;
}
