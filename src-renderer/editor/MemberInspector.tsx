import { X } from 'lucide-react';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { IconButton } from '../ui/Button.tsx';
import { ReadOnlyField } from '../ui/Field.tsx';
import { Name } from '../ui/Name.tsx';
import { MemberBar } from '../ui/Seats.tsx';
import { visibleText } from '../ui/visible-text.ts';
import css from './TeamView.module.css';

const SKETCHED_BRIEF = 400;

/** What the document says of one member. */
export function MemberInspector({
  team,
  member,
  onClose,
}: {
  team: TeamSketch;
  member: TeamSketch['members'][number];
  onClose: () => void;
}) {
  const rooms = team.rooms.filter(({ members }) => members.includes(member.id));
  const brief = member.brief.length >= SKETCHED_BRIEF ? `${member.brief}…` : member.brief;
  return (
    <aside className={css['inspector']} role="region" aria-label="Inspector">
      <header className={css['inspectorHead']}>
        <MemberBar color={member.color} />
        <h2 className="cut strong">
          <Name>{member.name}</Name>
        </h2>
        <span className="small dimmer">Member</span>
        <span className="grow" />
        <IconButton label="Close inspector" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className={css['group']}>
        <div className={css['two']}>
          <ReadOnlyField label="Name" value={visibleText(member.name)} />
          <ReadOnlyField label="Role" value={visibleText(member.role)} />
        </div>
        <ReadOnlyField label="Brief" value={visibleText(brief)} lines={6} />
        <p className="small dim">
          {member.initialTurn ? 'Takes the first turn, before anyone mentions it.' : 'Speaks when someone mentions it in a room.'}
        </p>
      </div>
      <div className={css['group']}>
        <span className={css['groupName']}>Rooms</span>
        {rooms.length === 0 ? (
          <p className="dim">Sits in no room.</p>
        ) : (
          <ul className={css['rooms']} aria-label={`Rooms of ${visibleText(member.name)}`}>
            {rooms.map((room) => (
              <li key={room.id} className="cut">
                <Name>{room.name}</Name>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={css['group']}>
        <ReadOnlyField label="Engine" value={visibleText([member.engine.kind, member.engine.detail].filter(Boolean).join(' · '))} />
        <p className="small dim num">At most {team.limits.maxTurnsPerMember ?? 'unlimited'} turns in a run.</p>
      </div>
    </aside>
  );
}
