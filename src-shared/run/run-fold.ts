import type { CompiledGraph } from '../kernel/graph-type.ts';
import { isJsonObject, type JsonObject, stringOf } from '../kernel/json.ts';
import { headOf, isBeginning, TEXT_LIMIT } from './fit-json.ts';
import { graphWindow } from './graph-window.ts';
import { roomIds } from './room-ids.ts';
import { addUsage } from './run-summary.ts';
import { awayWithin, endAway, isWork } from './run-time.ts';
import type { MemberView, RunItem, RunView, TurnView } from './run-view.ts';
import { timestampMs } from './timestamp.ts';
import { ViewDraft } from './view-draft.ts';

type Envelope = Extract<RunItem, { type: 'team:state-update' }>['event'];
type Part = Extract<RunItem, { type: 'team:member-part' }>;

/** Folds a run's live items into its view; the host and the studio use this one. */
export interface RunFold {
  /** The view at revision 1. */
  open(started: Envelope): RunView;
  /** The view after these items, in order. Members and rooms that none of them touched keep their identity. */
  apply(view: RunView, items: readonly RunItem[]): RunView;
  /** The view with `parts` in place of all that its open turns had streamed. */
  restart(view: RunView, parts: readonly RunItem[]): RunView;
}

/** Longest cause, reason and code shown, in UTF-16 units. */
const LONGEST_CAUSE = 8192;
const LONGEST_CODE = 256;

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** A fold over one compiled graph. A member's `turns` and a room's `messages` are windows; counts are of all. */
export function createRunFold(graph: CompiledGraph): RunFold {
  const definition = graph.definition.value;
  const description = graph.describe();
  const kind = description.graph.kind;
  const cap = description.bounds.dispatches.max;
  const data = objectOf(definition.data);
  const memberCap = typeof data['maxTurnsPerMember'] === 'number' ? data['maxTurnsPerMember'] : null;
  const rooms = roomIds(definition);

  function open(started: Envelope): RunView {
    const state = graph.initialState();
    const members = definition.nodes.map(({ id }): [string, MemberView] => {
      const state0 = graphWindow.isQueued(state, id) ? 'queued' : 'idle';
      return [id, { id, state: state0, code: null, turnCount: 0, turnCap: memberCap, turns: [], activeMs: 0 }];
    });
    return {
      runId: started.streamId,
      task: headOf(stringOf(data['task'])),
      revision: started.revision,
      startedAt: started.timestamp,
      lastAt: started.timestamp,
      signAt: timestampMs(started.timestamp),
      awayMs: 0,
      away: [],
      members: Object.fromEntries(members),
      rooms: Object.fromEntries(rooms.map((id) => [id, { id, messageCount: 0, messages: [] }])),
      turns: { used: 0, cap: cap.kind === 'known' ? cap.value : null },
      usage: { inputTokens: null, outputTokens: null, costMicroUsd: null, unknown: 0 },
      control: 'none',
      pauseReason: null,
      open: {},
      graph: state,
    };
  }

  function apply(view: RunView, items: readonly RunItem[]): RunView {
    if (items.length === 0) return view;
    const draft = new ViewDraft(view);
    for (const item of items) {
      if (item.type === 'team:member-part') addPart(draft, item);
      else if (item.event.revision > draft.view.revision) addEvent(draft, item.event, item.cut);
    }
    return draft.view;
  }

  function addEvent(draft: ViewDraft, event: Envelope, cut: boolean): void {
    const { view } = draft;
    view.revision = event.revision;
    view.lastAt = event.timestamp;
    endAway(view, event);
    if (event.type.startsWith('host:')) return addHostEvent(draft, event);
    if (isWork(event)) view.signAt = timestampMs(event.timestamp);
    const payload = objectOf(event.payload);
    if (event.type === 'graph:node-attempt-started') {
      const position = stringOf(objectOf(payload['identity'])['position']);
      const turn = draft.turnAt(position);
      if (turn !== null) turn.startedAt = event.timestamp;
      return;
    }
    const reduced = event.type.startsWith('graph:') ? event.type.slice(6) : event.type.startsWith(`${kind}:`) ? event.type : null;
    if (reduced === null || event.type === 'graph:run-started' || event.type === 'graph:model-unavailable') return;
    const nodeId = stringOf(payload['nodeId']);
    const position = stringOf(payload['position']);
    if (event.type === 'graph:node-dispatched') dispatch(draft, event, nodeId, position);
    const before = view.graph;
    const after = graph.reduce(before, { type: reduced, version: event.version, payload: event.payload });
    const posted = graphWindow.newMessages(before, after, position);
    view.graph = graphWindow.trim(after);
    draft.addMessages(posted, event, cut);
    settle(draft, event, position, payload, posted, cut);
    for (const id of new Set([nodeId, ...posted.flatMap((message) => message.mentions)])) refresh(draft, id);
  }

  function restart(view: RunView, parts: readonly RunItem[]): RunView {
    const draft = new ViewDraft(view);
    for (const position of Object.keys(view.open)) {
      const turn = draft.turnAt(position);
      // What a waiting turn had said is whole.
      if (turn?.state === 'running') Object.assign(turn, { text: '', cut: false });
    }
    return apply(draft.view, parts);
  }

  return { open, apply, restart };
}

function dispatch(draft: ViewDraft, event: Envelope, nodeId: string, position: string): void {
  const { view } = draft;
  view.turns = { ...view.turns, used: view.turns.used + 1 };
  view.open = { ...view.open, [position]: nodeId };
  const member = draft.member(nodeId);
  if (member === null) return;
  member.turnCount += 1;
  draft.pushTurn(member, {
    position,
    turn: member.turnCount,
    attempt: 1,
    state: 'running',
    revision: event.revision,
    settledRevision: null,
    startedAt: event.timestamp,
    endedAt: null,
    triggers: graphWindow.triggers(draft.view.graph, nodeId),
    text: '',
    cut: false,
    posts: [],
    hasData: false,
    code: null,
    cause: null,
    reason: null,
  });
}

function settle(
  draft: ViewDraft,
  event: Envelope,
  position: string,
  payload: JsonObject,
  posted: readonly { id: string; roomId: string; mentions: string[] }[],
  cut: boolean,
): void {
  const turn = draft.turnAt(position);
  switch (event.type) {
    case 'graph:node-completed': {
      const failure = graphWindow.failureCode(draft.view.graph, stringOf(payload['nodeId']));
      if (failure !== null) return close(draft, position, turn, event, 'failed', failure);
      const result = objectOf(payload['result']);
      const said = typeof payload['result'] === 'string' ? payload['result'] : stringOf(result['summary'] ?? result['content']);
      if (turn !== null)
        Object.assign(turn, {
          text: headOf(said),
          cut: isBeginning(said, cut),
          hasData: result['data'] !== undefined,
          posts: posted.map(({ id, roomId, mentions }) => ({ id, roomId, mentions })),
        } satisfies Partial<TurnView>);
      return close(draft, position, turn, event, 'completed', null);
    }
    case 'graph:node-failed': {
      const code = headOf(stringOf(payload['code']), LONGEST_CODE);
      return close(draft, position, turn, event, code === 'CANCELLED' || code === 'ABORTED' ? 'cancelled' : 'failed', code);
    }
    case 'graph:node-paused':
      if (turn === null) return;
      addActive(draft, turn, event);
      Object.assign(turn, { state: 'waiting', reason: headOf(stringOf(payload['reason']), LONGEST_CAUSE) } satisfies Partial<TurnView>);
      return;
    case 'graph:node-resumed':
      if (turn === null) return;
      Object.assign(turn, {
        state: 'running',
        attempt: turn.attempt + 1,
        startedAt: event.timestamp,
        text: '',
        cut: false,
        reason: null,
      } satisfies Partial<TurnView>);
      return;
    default:
  }
}

function close(
  draft: ViewDraft,
  position: string,
  turn: TurnView | null,
  event: Envelope,
  state: TurnView['state'],
  code: string | null,
): void {
  if (turn !== null) {
    addActive(draft, turn, event);
    Object.assign(turn, {
      state,
      code,
      endedAt: event.timestamp,
      settledRevision: event.revision,
      reason: null,
    } satisfies Partial<TurnView>);
  }
  const { [position]: _settled, ...stillOpen } = draft.view.open;
  draft.view.open = stillOpen;
}

/** A turn's time counts while it runs, not while it waits for a person. */
function addActive(draft: ViewDraft, turn: TurnView, event: Envelope): void {
  const member = draft.member(draft.view.open[turn.position] ?? '');
  if (member === null || turn.state !== 'running') return;
  const [from, to] = [timestampMs(turn.startedAt), timestampMs(event.timestamp)];
  member.activeMs += Math.max(0, to - from - awayWithin(draft.view.away, from, to));
}

function refresh(draft: ViewDraft, id: string): void {
  const member = draft.member(id);
  if (member === null) return;
  const last = member.turns.at(-1);
  if (last !== undefined) {
    member.code = last.state === 'failed' ? last.code : null;
    member.state = last.state === 'completed' ? 'done' : last.state;
  }
  // Without a turn in its window (a small snapshot), a member stays what it was.
  if ((member.state === 'idle' || member.state === 'done') && graphWindow.isQueued(draft.view.graph, id)) member.state = 'queued';
}

function addPart(draft: ViewDraft, part: Part): void {
  const turn = draft.turnAt(part.position);
  if (turn === null || turn.attempt !== part.attempt) return;
  if (part.kind === 'error') {
    const cause = stringOf(objectOf(part.data)['message'] ?? part.data);
    turn.cause = headOf(cause, LONGEST_CAUSE);
  } else if (part.kind === 'text' && turn.state === 'running') {
    draft.view.signAt = Math.max(draft.view.signAt, part.at);
    if (turn.cut) return;
    const text = turn.text + stringOf(part.data);
    turn.cut = text.length > TEXT_LIMIT;
    turn.text = headOf(text);
  }
}

function addHostEvent(draft: ViewDraft, event: Envelope): void {
  const { view } = draft;
  const payload = objectOf(event.payload);
  if (event.type === 'host:usage') view.usage = addUsage(view.usage, payload);
  else if (event.type === 'host:stopped') view.control = 'stopped';
  else if (view.control === 'stopped') return;
  else if (event.type === 'host:paused')
    [view.control, view.pauseReason] = ['paused', headOf(stringOf(payload['reason']), LONGEST_CAUSE) || 'person'];
  else if (event.type === 'host:resumed') [view.control, view.pauseReason] = ['none', null];
}
