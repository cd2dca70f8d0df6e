import { isJsonObject, type JsonObject } from '../../src-shared/kernel/json.ts';

/** An event as its table shows it. */
export interface EventLike {
  readonly type: string;
  readonly payload: unknown;
}

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

/** Id of the member that an event is about; empty for the run as a whole. */
export function eventMember({ payload }: EventLike): string {
  const { nodeId, identity } = objectOf(payload);
  return textOf(nodeId) || textOf(objectOf(identity)['nodeId']);
}

/** Position of the turn that an event belongs to; empty for none. */
export function eventPosition({ payload }: EventLike): string {
  const { position, identity } = objectOf(payload);
  return textOf(position) || textOf(objectOf(identity)['position']);
}

/** One line of what an event says: the answer, the code, the reason, else its turn. */
export function eventSummary(event: EventLike): string {
  const payload = objectOf(event.payload);
  const result = payload['result'];
  const said = textOf(result) || textOf(objectOf(result)['summary']) || textOf(objectOf(result)['content']);
  const first = said || textOf(payload['code']) || textOf(payload['reason']) || textOf(payload['choice']) || textOf(payload['by']);
  const line = (first || eventPosition(event) || textOf(payload['runId'])).slice(0, 300);
  return line.replaceAll(/\s+/g, ' ').trim();
}
