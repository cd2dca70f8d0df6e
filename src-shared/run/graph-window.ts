import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';

// The view keeps the state of the run's own graph type, over a window of messages, so that who is queued and what was posted come from the
// very code that schedules. A graph type whose state has no `nodes` or `messages` simply has nothing of the kind to show.

/** A saved message as the graph state holds it. */
export interface PostedMessage {
  readonly id: string;
  readonly sender: string;
  readonly position: string;
  readonly roomId: string;
  readonly text: string;
  readonly mentions: string[];
}

const KEPT = 400;

const fieldOf = (state: unknown, key: string): JsonValue | undefined => (isJsonObject(state) ? state[key] : undefined);
const messagesOf = (state: unknown): readonly PostedMessage[] => {
  const messages = fieldOf(state, 'messages');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a conversation's state has messages, and its reducer made them
  return Array.isArray(messages) ? (messages as readonly PostedMessage[]) : [];
};
const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);
const nodeOf = (state: unknown, id: string): JsonValue | undefined => {
  const nodes = fieldOf(state, 'nodes');
  return isJsonObject(nodes) && Object.hasOwn(nodes, id) ? nodes[id] : undefined;
};

/** Messages that the last event added: those saved with `position`, at the end of the list. */
function newMessages(before: unknown, after: unknown, position: string): PostedMessage[] {
  const messages = messagesOf(after);
  if (before === after || messagesOf(before) === messages) return [];
  let first = messages.length;
  while (messages[first - 1]?.position === position) first -= 1;
  return messages.slice(first).map((message) => ({ ...message, mentions: [...message.mentions] }));
}

/** The messages that asked for the node's next turn, with who sent them and where. */
function triggers(state: unknown, id: string): { id: string; sender: string; roomId: string }[] {
  const wanted = new Set(listOf(fieldOf(nodeOf(state, id), 'triggers')));
  if (wanted.size === 0) return [];
  const messages = messagesOf(state);
  const found: PostedMessage[] = [];
  // From the end: what asks for a turn is among the newest.
  for (let index = messages.length - 1; index >= 0 && found.length < wanted.size; index -= 1) {
    const message = messages[index];
    if (message !== undefined && wanted.has(message.id)) found.push(message);
  }
  return found.toReversed().map(({ id: messageId, sender, roomId }) => ({ id: messageId, sender, roomId }));
}

function isQueued(state: unknown, id: string): boolean {
  return fieldOf(nodeOf(state, id), 'queued') === true;
}

/** Code with which the graph type itself holds the node failed (an invalid completion on record), or null. */
function failureCode(state: unknown, id: string): string | null {
  const node = nodeOf(state, id);
  const code = fieldOf(node, 'failureCode');
  return fieldOf(node, 'status') === 'failed' && typeof code === 'string' ? code : null;
}

/** The newest messages, and before them a few older ones that a waiting turn still asks for. */
function newest(state: JsonObject, kept: number): PostedMessage[] {
  const messages = messagesOf(state);
  const first = Math.max(0, messages.length - kept);
  const nodes = fieldOf(state, 'nodes');
  const wanted = new Set(isJsonObject(nodes) ? Object.values(nodes).flatMap((node) => listOf(fieldOf(node, 'triggers'))) : []);
  const older = wanted.size === 0 ? [] : messages.slice(0, first).filter(({ id }) => wanted.has(id));
  return [...older.slice(-Math.ceil(kept / 2)), ...messages.slice(first)];
}

/** The same state with only the newest messages once they are twice the window: reducing never reads older ones. */
function trim(state: unknown): unknown {
  if (messagesOf(state).length <= 2 * KEPT || !isJsonObject(state)) return state;
  return Object.freeze({ ...state, messages: Object.freeze(newest(state, KEPT)) });
}

function withNodes(state: unknown, change: (nodes: [string, JsonValue][]) => [string, JsonValue][]): unknown {
  const nodes = fieldOf(state, 'nodes');
  if (!isJsonObject(state) || !isJsonObject(nodes)) return state;
  return { ...state, nodes: Object.fromEntries(change(Object.entries(nodes))) };
}

/** The state as it travels to a window that only reduces: no message texts, no results, the newest `kept` messages and `names` triggers. */
function slim(state: unknown, kept: number, names: number): unknown {
  const light = withNodes(state, (nodes) =>
    nodes.map(([id, node]) => {
      if (!isJsonObject(node)) return [id, node];
      const result = node['result'] == null ? {} : { result: { summary: '' } };
      const asked = Array.isArray(node['triggers']) ? { triggers: node['triggers'].slice(-names) } : {};
      return [id, { ...node, ...result, ...asked }];
    }),
  );
  if (!isJsonObject(light) || !Array.isArray(light['messages'])) return light;
  const messages = kept === 0 ? [] : newest(light, kept);
  return { ...light, messages: messages.map((message) => ({ ...message, text: '', mentions: [] })) };
}

/** The state with some of its nodes: events of the others leave it as it is. */
function only(state: unknown, isKept: (id: string) => boolean): unknown {
  return withNodes(state, (nodes) => nodes.filter(([id]) => isKept(id)));
}

export const graphWindow = { slim, only, newMessages, triggers, isQueued, failureCode, trim };
