import type { ExecutionLane, GraphDescriptionInput } from '../../kernel/description.ts';
import type { TeamSetup } from './team-setup.ts';

/** What a host is told about a conversation before it runs (spec/graph-and-team.md 1.6). */
export function describeTeam({ members, globalConcurrency, maxTurnsPerMember }: TeamSetup): GraphDescriptionInput {
  const lanes = new Map<string, ExecutionLane>();
  for (const { data } of members) if (data.lane !== undefined && !lanes.has(data.lane.id)) lanes.set(data.lane.id, data.lane);
  return {
    inputContract: { task: 'string' },
    outputContract: { task: 'string', agents: 'array' },
    phases: [{ id: 'team', name: 'Team', nodeIds: members.map(({ id }) => id) }],
    nodes: members.map(({ id, data }) => ({
      id,
      phaseId: 'team',
      inputContract: { task: 'string', role: 'string', brief: 'string', result: 'json', messages: 'array' },
      outputContract: { summary: 'string', data: 'json?', posts: 'array?' },
      laneId: data.lane?.id ?? null,
    })),
    policies: {
      retry: null,
      stop: { maxTurnsPerMember },
      concurrency: { global: globalConcurrency },
      write: null,
      budget: null,
      action: null,
    },
    executionLanes: [...lanes.values()],
    requestedPermissions: [],
    bounds: {
      dispatches: {
        min: { kind: 'known', value: members.filter(({ data }) => data.initialTurn !== false).length },
        max: { kind: 'known', value: members.length * maxTurnsPerMember },
      },
      maxConcurrency: { kind: 'known', value: globalConcurrency },
      maxFanOut: { kind: 'known', value: globalConcurrency },
    },
  };
}
