// A run of 1,000 members on the canvas, of whom eight change their state at a tick: the studio's canvas, whose nodes ask a store for their
// own member, and the way React Flow's examples do it, with the state in the nodes.
import { Background, ReactFlow } from '@xyflow/react';
import { memo, useEffect, useState } from 'react';
import { createStore } from 'zustand';
import { Ends } from '../../src-renderer/canvas/Ends.tsx';
import { FIT } from '../../src-renderer/canvas/fit.ts';
import { lastWords } from '../../src-renderer/canvas/last-words.ts';
import nodeCss from '../../src-renderer/canvas/MemberNode.module.css';
import { RoomNode } from '../../src-renderer/canvas/RoomNode.tsx';
import { TeamCanvas } from '../../src-renderer/canvas/TeamCanvas.tsx';
import canvasCss from '../../src-renderer/canvas/TeamCanvas.module.css';
import { createTeamEdges, EDGE_TYPES } from '../../src-renderer/canvas/team-edges.ts';
import { createTeamNodes } from '../../src-renderer/canvas/team-nodes.ts';
import { Chip } from '../../src-renderer/ui/Chip.tsx';
import { Name } from '../../src-renderer/ui/Name.tsx';
import { State } from '../../src-renderer/ui/State.tsx';
import { sketchTeam } from '../../src-shared/team-document/sketch-team.ts';
import { gridTeam } from '../grid-team.mjs';

const AT_ONCE = 8;
const team = sketchTeam(gridTeam(1000));
const ids = team.members.map(({ id }) => id);
const STATES = ['running', 'done', 'queued', 'idle'];
const PAGE = { display: 'grid', height: '100vh' };

const memberIn = (id, state, turnCount) => ({ id, state, code: null, turnCount, turnCap: 8, turns: [], activeMs: 0 });
const first = Object.fromEntries(ids.map((id) => [id, memberIn(id, 'idle', 0)]));
/** The members that a tick changes, as they are then. */
const changedAt = (tick) =>
  Array.from({ length: AT_ONCE }, (_, index) => memberIn(ids[(tick * 37 + index * 121) % ids.length], STATES[tick % STATES.length], tick));

/** `onTick` gets what one tick changes. */
function useTicks(onTick) {
  useEffect(() => {
    let tick = 0;
    window.benchTick = () => onTick(changedAt((tick += 1)));
  }, [onTick]);
}

const rooms = Object.fromEntries(team.rooms.map(({ id }) => [id, { id, messageCount: 0, messages: [] }]));
const run = createStore(() => ({ view: { members: first, rooms }, status: 'running', arrived: [] }));
const tickStore = (changed) =>
  run.setState(({ view }) => ({
    view: { ...view, members: { ...view.members, ...Object.fromEntries(changed.map((one) => [one.id, one])) } },
  }));
const nothing = () => undefined;
const NONE = [];

export function StudioTick() {
  useTicks(tickStore);
  return (
    <div style={PAGE}>
      <TeamCanvas team={team} run={run} selected={NONE} onSelect={nothing} />
    </div>
  );
}

const PlainMember = memo(function PlainMember({ data: { member, live } }) {
  return (
    <div className={`${nodeCss.node} ${nodeCss[live.state] ?? ''}`} data-m={member.color}>
      <div className={nodeCss.top}>
        <span className={`${nodeCss.name} cut grow`}>
          <Name>{member.name}</Name>
        </span>
        <State kind={live.state} />
      </div>
      <div className={`${nodeCss.role} cut`}>
        <Name>{member.role}</Name>
      </div>
      <div className={nodeCss.foot}>
        <Chip>
          <Name>{member.engine.kind}</Name>
        </Chip>
        <span className="cut grow num">{`turn ${live.turnCount} of ${live.turnCap}`}</span>
      </div>
      <div className={`${nodeCss.words} cut`}>
        <Name>{lastWords(live, true, false)}</Name>
      </div>
      <Ends editable={false} />
    </div>
  );
});
const PLAIN_TYPES = { member: PlainMember, room: RoomNode };
const DRAWN = { live: true, editable: false, selection: new Set() };
const edges = createTeamEdges()(team, DRAWN);

export function PlainTick() {
  const [nodes, setNodes] = useState(() =>
    createTeamNodes()(team, DRAWN).map((node) =>
      node.type === 'member' ? { ...node, data: { ...node.data, live: first[node.data.member.id] } } : node,
    ),
  );
  const [onTick] = useState(() => (changed) => {
    const byNode = new Map(changed.map((one) => [`member:${one.id}`, one]));
    setNodes((known) => known.map((node) => (byNode.has(node.id) ? { ...node, data: { ...node.data, live: byNode.get(node.id) } } : node)));
  });
  useTicks(onTick);
  return (
    <div style={PAGE}>
      <section className={canvasCss.canvas}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={PLAIN_TYPES}
          edgeTypes={EDGE_TYPES}
          nodesDraggable={false}
          nodesConnectable={false}
          edgesFocusable={false}
          onlyRenderVisibleElements
          fitView
          fitViewOptions={FIT}
          minZoom={0.05}
        >
          <Background gap={16} size={2} color="var(--dot)" bgColor="var(--canvas)" />
        </ReactFlow>
      </section>
    </div>
  );
}
