import { FileText } from 'lucide-react';
import type { TeamRow } from '../../src-shared/contract/teams-contract.ts';
import { FormIcon, formName } from '../canvas/FormIcon.tsx';
import { classNames } from '../ui/class-names.ts';
import { capital, countOf } from '../ui/format-amount.ts';
import { changedAt, moment } from '../ui/format-day.ts';
import { Name } from '../ui/Name.tsx';
import { Seats } from '../ui/Seats.tsx';
import { State } from '../ui/State.tsx';
import { visibleText } from '../ui/visible-text.ts';
import css from './LibraryView.module.css';
import { type TeamActs, TeamMenu } from './TeamMenu.tsx';

/** Where a team came from, as far as that is not said by its being here. */
function Origin({ team: { origin, path } }: { team: TeamRow }) {
  if (path !== null)
    return (
      <span className={classNames(css['origin'], 'row')} title={visibleText(path)}>
        <FileText aria-label="Linked to" />
        <span className={css['path']}>
          <Name>{path}</Name>
        </span>
      </span>
    );
  return origin === 'sample' ? <span className={css['origin']}>Sample</span> : null;
}

/** One team of the library; the whole row leads to it. */
export function TeamLine({ team, now, acts }: { team: TeamRow; now: number; acts: TeamActs }) {
  return (
    <div className={classNames(css['line'], css['team'])}>
      <span className="dim">
        <FormIcon form={team.form} />
      </span>
      <span className="row">
        <a className={classNames(css['link'], 'strong', 'cut')} href={`#/teams/${encodeURIComponent(team.id)}`}>
          <Name>{team.name}</Name>
        </a>
        {team.errors > 0 && <State kind="failed">{countOf(team.errors, 'problem')}</State>}
        <Origin team={team} />
      </span>
      <span className="dim cut">{formName(team.form)}</span>
      <Seats colors={team.colors} count={team.memberCount} />
      {team.lastRun === null ? (
        <span className="label">Never run</span>
      ) : (
        <State kind={team.lastRun.status}>{capital(team.lastRun.status)}</State>
      )}
      <time className={classNames(css['right'], 'small', 'dim')} dateTime={team.updatedAt} title={moment(team.updatedAt)}>
        {changedAt(team.updatedAt, now)}
      </time>
      <TeamMenu team={team} acts={acts} />
    </div>
  );
}
