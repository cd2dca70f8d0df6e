import { isJsonObject, type JsonValue } from '../kernel/json.ts';

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
  return Array.isArray(messages) ? (messages as unknown as readonly PostedMessage[]) : [];
};
const nodeOf = (state: unknown, id: string): JsonValue | undefined => {
  const nodes = fieldOf(state, 'nodes');
  return isJsonObject(nodes) && Object.hasOwn(nodes, id) ? nodes[id] : undefined;
};

/** Messages that the last event added: those saved with `position`, at the end of the list. */
function newMessages(before: unknown, after: unknown, position: string): PostedMessage[] {
  if (before === after || messagesOf(before) === messagesOf(after)) return [];
  const added: PostedMessage[] = [];
  const messages = messagesOf(after);
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message?.position !== position) break;
    added.unshift({ ...message, mentions: [...message.mentions] });
  }
  return added;
}

/** The messages that asked for the node's next turn, with who sent them and where. */
function triggers(state: unknown, id: string): { id: string; sender: string; roomId: string }[] {
  const ids = fieldOf(nodeOf(state, id), 'triggers');
  if (!Array.isArray(ids) || ids.length === 0) return [];
  const wanted = new Set(ids as JsonValue[]);
  const found = messagesOf(state).filter((message) => wanted.has(message.id));
  return found.map(({ id: messageId, sender, roomId }) => ({ id: messageId, sender, roomId }));
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

/** The same state with only the newest messages once they are twice the window: reducing never reads older ones. */
function trim(state: unknown): unknown {
  const messages = messagesOf(state);
  if (messages.length <= 2 * KEPT || !isJsonObject(state)) return state;
  return Object.freeze({ ...state, messages: Object.freeze(messages.slice(-KEPT)) });
}

/** The state as it travels to a window that only reduces: no message texts, no results, the newest `kept` messages. */
function slim(state: unknown, kept: number): unknown {
  if (!isJsonObject(state)) return state;
  const messages = messagesOf(state)
    .slice(-kept)
    .map((message) => ({ ...message, text: '' }));
  const nodes = fieldOf(state, 'nodes');
  if (!isJsonObject(nodes)) return state;
  const light = Object.entries(nodes).map(([id, node]) => [
    id,
    isJsonObject(node) && node['result'] != null ? { ...node, result: { summary: '' } } : node,
  ]);
  return { ...state, messages, nodes: Object.fromEntries(light) };
}

export const graphWindow = { slim, newMessages, triggers, isQueued, failureCode, trim };
