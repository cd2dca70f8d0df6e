import '@xyflow/react/dist/base.css';
import {
  Background,
  type EdgeChange,
  MiniMap,
  type Node,
  type NodeChange,
  type OnConnectEnd,
  type OnConnectStart,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  useReactFlow,
} from '@xyflow/react';
import {
  type DragEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createStore } from 'zustand';
import { readKey } from '../../src-shared/team-document/edit/thing-key.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { visibleText } from '../ui/visible-text.ts';
import { type CanvasActs, type CanvasView, DRAGGED_KIND, type NewKind } from './canvas-acts.ts';
import { type Drawing as LineDrawing, DrawingContext } from './Ends.tsx';
import { FIT_BESIDE_PALETTE } from './fit.ts';
import { freePlaceIn } from './free-place.ts';
import { createMovedLines, MovedLinesContext } from './MembershipEdge.tsx';
import { NewLine } from './NewLine.tsx';
import { NewThingMenu } from './NewThingMenu.tsx';
import { bringIntoSight } from './bring-into-sight.ts';
import { nodeIdAt } from './node-id-at.ts';
import { boxesOf, MEMBER, type Place, ROOM } from './node-places.ts';
import css from './TeamCanvas.module.css';
import { createTeamEdges, EDGE_TYPES, movedLines } from './team-edges.ts';
import { createTeamNodes, FEW, movedNodes, NODE_TYPES } from './team-nodes.ts';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useEscapeFromLine, useNodeDrag } from './use-node-drag.ts';
import { ZoomControls } from './ZoomControls.tsx';

const PAN_BUTTONS = [1, 2];
const MAP_SIZE = { width: 120, height: 74 };
const MULTI_KEYS = ['Shift', 'Control', 'Meta'];
const CHOICES: Record<string, readonly { kind: NewKind; label: string }[]> = {
  member: [
    { kind: 'room', label: 'New room' },
    { kind: 'member', label: 'New member, direct message' },
  ],
  room: [{ kind: 'member', label: 'New member' }],
};

interface EditorCanvasProps {
  readonly team: TeamSketch;
  readonly selection: ReadonlySet<string>;
  /** Number of errors by member. */
  readonly problems: ReadonlyMap<string, number>;
  readonly acts: CanvasActs;
  readonly ref: RefObject<CanvasView | null>;
}

/** Always the newest value, for what acts later than it was drawn. */
function useNewest<Value>(value: Value): RefObject<Value> {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}

const nodeUnder = (x: number, y: number): string | null => {
  for (const element of document.elementsFromPoint(x, y)) {
    const id = nodeIdAt(element);
    if (id !== null) return id;
  }
  return null;
};
const nodesIn = (team: TeamSketch) => team.members.length + team.rooms.length + team.notes.length;
const sizeOf = (kind: NewKind) => (kind === 'room' ? ROOM : MEMBER);
/** The upper left corner of something new whose middle is at a point. */
const cornerOf = (kind: NewKind, { x, y }: Place): Place => ({ x: x - sizeOf(kind).width / 2, y: y - sizeOf(kind).height / 2 });
const pointOf = (event: MouseEvent | TouchEvent): Place => {
  const touch = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 };
};

function Drawing({ team, selection, problems, acts, ref }: EditorCanvasProps) {
  const flow = useReactFlow();
  const section = useRef<HTMLElement>(null);
  const [nodesOf] = useState(createTeamNodes);
  const [edgesOf] = useState(createTeamEdges);
  const [lineDrawing] = useState(() => createStore<LineDrawing>(() => ({ from: null, target: null })));
  const [seat, setSeat] = useState<string | null>(null);
  const [offer, setOffer] = useState<{ from: string; at: Place; left: number; top: number } | null>(null);
  const [words, say] = useState('');
  // An empty canvas is not fitted to the first thing that is put on it: that stays where it was put.
  const [isFitted] = useState(nodesIn(team) > 0);
  const { moved, onPositions, start: startDrag, end: endDrag } = useNodeDrag(acts);
  const line = useEscapeFromLine();
  const still = useMemo(() => nodesOf(team, { live: false, editable: true, selection, problems }), [nodesOf, team, selection, problems]);
  const nodes = useMemo(() => movedNodes(still, team, moved), [still, team, moved]);
  const edges = useMemo(() => edgesOf(team, { live: false, editable: true, selection, chosen: seat }), [edgesOf, team, selection, seat]);
  const [lines] = useState(createMovedLines);
  useLayoutEffect(() => lines.setState(movedLines(team, moved), true), [lines, team, moved]);
  const [newestTeam, newestSelection, newestSeat] = [useNewest(team), useNewest(selection), useNewest(seat)];

  const view = useMemo((): CanvasView => {
    const seen = () => {
      const { left, top, right, bottom } = section.current?.getBoundingClientRect() ?? new DOMRect();
      const [from, to] = [flow.screenToFlowPosition({ x: left, y: top }), flow.screenToFlowPosition({ x: right, y: bottom })];
      return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
    };
    const element = (key: string) => section.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(key)}"]`);
    return {
      freePlace: (kind) => freePlaceIn(seen(), sizeOf(kind), boxesOf(newestTeam.current).values()),
      middle: () => {
        const { x, y, width, height } = seen();
        return { x: x + width / 3, y: y + height / 3 };
      },
      show: (key) => {
        const box = boxesOf(newestTeam.current).get(key);
        if (box === undefined) return;
        bringIntoSight(flow, seen(), box);
        const focus = () => {
          const node = element(key);
          node?.focus({ preventScroll: true });
          return node != null;
        };
        // A node that was out of view is drawn with the next frame; one that is here takes the keyboard now, and never from what comes later.
        if (!focus()) requestAnimationFrame(() => requestAnimationFrame(focus));
      },
      fit: () => void flow.fitView(FIT_BESIDE_PALETTE),
      zoom: (direction) => void (direction > 0 ? flow.zoomIn() : flow.zoomOut()),
      focus: () => section.current?.focus({ preventScroll: true }),
    };
  }, [flow, newestTeam]);
  useImperativeHandle(ref, () => view, [view]);
  const onKeyDown = useCanvasKeys({
    team: newestTeam,
    selection: newestSelection,
    chosenSeat: newestSeat,
    acts,
    view,
    drawing: lineDrawing,
    say,
  });

  const onNodesChange = useCallback(
    (changes: NodeChange[]) => {
      onPositions(changes);
      const picks = changes.filter((change) => change.type === 'select');
      if (picks.length === 0) return;
      const next = new Set(newestSelection.current);
      for (const { id, selected } of picks) {
        if (selected) next.add(id);
        else next.delete(id);
      }
      acts.select(next);
    },
    [onPositions, acts, newestSelection],
  );
  const onEdgesChange = useCallback((changes: EdgeChange[]) => {
    for (const change of changes)
      if (change.type === 'select') setSeat((known) => (change.selected ? change.id : known === change.id ? null : known));
  }, []);
  const onConnectStart = useCallback<OnConnectStart>(
    (_event, { nodeId }) => {
      lineDrawing.setState({ from: nodeId, target: null });
    },
    [lineDrawing],
  );
  const onConnectEnd = useCallback<OnConnectEnd>(
    (event) => {
      const { from } = lineDrawing.getState();
      lineDrawing.setState({ from: null, target: null });
      if (from === null || line.isGivenUp()) return;
      const point = pointOf(event);
      const target = nodeUnder(point.x, point.y);
      if (target !== null) {
        if (target !== from) acts.connect(from, target);
        return;
      }
      const box = section.current?.getBoundingClientRect();
      const isInside = box !== undefined && point.x > box.left && point.x < box.right && point.y > box.top && point.y < box.bottom;
      if (isInside) setOffer({ from, at: flow.screenToFlowPosition(point), left: point.x - box.left, top: point.y - box.top });
    },
    [lineDrawing, line, acts, flow],
  );
  const onDrop = (event: DragEvent) => {
    const kind = event.dataTransfer.getData(DRAGGED_KIND);
    if (kind !== 'member' && kind !== 'room' && kind !== 'note') return;
    event.preventDefault();
    acts.add(kind, cornerOf(kind, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })));
  };

  return (
    <DrawingContext value={lineDrawing}>
      {/* Keys and drops are for the nodes inside, which are the controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={section}
        className={css['canvas']}
        aria-label="Team canvas"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes(DRAGGED_KIND)) event.preventDefault();
        }}
        onDrop={onDrop}
        onPointerMove={(event) => {
          const { from, target } = lineDrawing.getState();
          if (from === null || event.buttons === 0) return;
          const under = nodeUnder(event.clientX, event.clientY);
          if (under !== target) lineDrawing.setState({ from, target: under });
        }}
      >
        <MovedLinesContext value={lines}>
          <ReactFlow
            aria-label={`Drawing of ${visibleText(team.name)}`}
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            onNodesChange={onNodesChange}
            onEdgesChange={onEdgesChange}
            onNodeDragStart={startDrag}
            onNodeDragStop={endDrag}
            onSelectionDragStart={startDrag}
            onSelectionDragStop={endDrag}
            onConnectStart={onConnectStart}
            onConnectEnd={onConnectEnd}
            onNodeDoubleClick={(_event, { id }) => acts.name(id)}
            onPaneClick={() => {
              acts.select(new Set());
              setSeat(null);
            }}
            connectionLineComponent={NewLine}
            connectOnClick={false}
            edgesFocusable={false}
            deleteKeyCode={null}
            selectionKeyCode={null}
            multiSelectionKeyCode={MULTI_KEYS}
            selectionOnDrag
            selectionMode={SelectionMode.Partial}
            panOnDrag={PAN_BUTTONS}
            panOnScroll
            zoomOnDoubleClick={false}
            nodeDragThreshold={2}
            disableKeyboardA11y
            onlyRenderVisibleElements={nodes.length > FEW}
            proOptions={{ hideAttribution: true }}
            fitView={isFitted}
            fitViewOptions={FIT_BESIDE_PALETTE}
            minZoom={0.05}
            maxZoom={2}
          >
            <Background gap={16} size={2} color="var(--dot)" bgColor="var(--canvas)" />
            {nodes.length > 0 && (
              <MiniMap
                className={css['map'] ?? ''}
                style={MAP_SIZE}
                ariaLabel="Overview"
                pannable
                zoomable
                nodeColor={colorOf}
                nodeBorderRadius={8}
                maskColor="transparent"
              />
            )}
          </ReactFlow>
        </MovedLinesContext>
        <ZoomControls fit={FIT_BESIDE_PALETTE} />
        {offer !== null && (
          <NewThingMenu
            left={offer.left}
            top={offer.top}
            choices={CHOICES[readKey(offer.from).kind] ?? []}
            onPick={(kind) => {
              setOffer(null);
              acts.connectToNew(offer.from, kind, cornerOf(kind, offer.at));
            }}
            onClose={() => setOffer(null)}
          />
        )}
        <p className={css['said']} role="status" aria-live="polite">
          {words}
        </p>
      </section>
    </DrawingContext>
  );
}

// Not made anew in a render: the overview draws every node again when it gets another one.
function colorOf({ data }: Node): string {
  const member = data['member'];
  const color =
    typeof member === 'object' && member !== null && 'color' in member && typeof member.color === 'number' ? member.color : null;
  return color === null ? 'var(--line-strong)' : `var(--m${color})`;
}

/** A team that is drawn: nodes are moved by their body and joined by their rim, by mouse and by keyboard. */
export function EditorCanvas(props: EditorCanvasProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  );
}
