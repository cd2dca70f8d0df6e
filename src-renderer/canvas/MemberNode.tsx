import type { Node, NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { isFinalStatus } from '../../src-shared/run/run-status.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { Chip } from '../ui/Chip.tsx';
import { classNames } from '../ui/class-names.ts';
import { countOf } from '../ui/format-amount.ts';
import { Name } from '../ui/Name.tsx';
import { State } from '../ui/State.tsx';
import { Ends, useIsTarget } from './Ends.tsx';
import { lastWords } from './last-words.ts';
import css from './MemberNode.module.css';
import { shownState, useMember, useRunStatus } from './run-source.ts';

export type MemberNodeData = { member: TeamSketch['members'][number]; seated: boolean; problems: number; editable: boolean };

/** A member: colour edge, name, role, engine; in a run also its state, its turn and its last words. */
export const MemberNode = memo(function MemberNode({ id, data, selected }: NodeProps<Node<MemberNodeData>>) {
  const { member, problems, seated, editable } = data;
  const isTarget = useIsTarget(id);
  const live = useMember(member.id);
  const status = useRunStatus();
  const state = live === undefined ? null : shownState(live.state, status);
  return (
    <div
      className={classNames(
        css['node'],
        selected && css['selected'],
        problems > 0 && css['problem'],
        state !== null && css[state],
        isTarget && css['target'],
      )}
      data-m={member.color}
    >
      <div className={css['top']}>
        <span className={classNames(css['name'], 'cut', 'grow')}>
          <Name>{member.name}</Name>
        </span>
        {state !== null && <State kind={state} />}
        {problems > 0 && <State kind="failed">{countOf(problems, 'problem')}</State>}
      </div>
      <div className={classNames(css['role'], 'cut')}>
        <Name>{member.role}</Name>
      </div>
      <div className={css['foot']}>
        <Chip>
          <Name>{member.engine.kind}</Name>
        </Chip>
        <span className="cut grow num">
          {live === undefined ? (
            <Name>{[member.engine.detail, member.initialTurn ? 'first turn' : ''].filter(Boolean).join(' · ')}</Name>
          ) : live.code !== null ? (
            <span className={css['code']}>{live.code}</span>
          ) : (
            `turn ${live.turnCount}${live.turnCap === null ? '' : ` of ${live.turnCap}`}`
          )}
        </span>
      </div>
      {live !== undefined && (
        <div className={classNames(css['words'], 'cut')}>
          <Name>{lastWords(live, seated, status !== undefined && isFinalStatus(status))}</Name>
        </div>
      )}
      <Ends editable={editable} />
    </div>
  );
});
