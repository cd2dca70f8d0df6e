import type { GraphEvent, GraphType } from '../../kernel/graph-type.ts';
import { ownGraphType } from '../../kernel/own-graph-types.ts';
import { decideTeam } from './team-decide.ts';
import type { TeamDefinition } from './team-definition.ts';
import { describeTeam } from './team-describe.ts';
import { initialTeamState, reduceTeam } from './team-reduce.ts';
import { teamResultIssue } from './team-result.ts';
import { setUpTeam } from './team-setup.ts';
import type { TeamState } from './team-state.ts';
import { validateTeam } from './team-validation.ts';

/**
 * The Conversation: members with their own briefs, rooms they sit in, and mentions that request each other's turns
 * (spec/graph-and-team.md 1.6, 2.4). An invalid definition is GraphValidationError INVALID_TEAM.
 */
export const teamGraphType: GraphType<TeamDefinition, TeamState, GraphEvent, { readonly memory: 'unused' }> = ownGraphType({
  kind: 'team',
  version: 1,
  compile(definition) {
    validateTeam(definition);
    const setup = setUpTeam(definition);
    return {
      requirements: { memory: 'unused' },
      initialState: () => initialTeamState(setup),
      reduce: (state, event) => reduceTeam(setup, state, event),
      decide: (state) => decideTeam(setup, state),
      describe: () => describeTeam(setup),
      validateNodeResult: (nodeId, result) => teamResultIssue(setup, nodeId, result),
    };
  },
});
