import type { TeamRow } from '../../src-shared/contract/teams-contract.ts';
import { classNames } from '../ui/class-names.ts';
import { capital, countOf } from '../ui/format-amount.ts';
import { changedAt, moment } from '../ui/format-day.ts';
import { Name } from '../ui/Name.tsx';
import { Seats } from '../ui/Seats.tsx';
import { State } from '../ui/State.tsx';
import { FormIcon, formName } from '../canvas/FormIcon.tsx';
import css from './LibraryView.module.css';

/** One team of the library; the whole row leads to it. */
export function TeamLine({ team, now }: { team: TeamRow; now: number }) {
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
    </div>
  );
}
