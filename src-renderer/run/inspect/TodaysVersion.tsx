import type { ConversationDocument } from '../../../src-shared/team-document/schema.ts';
import { Name } from '../../ui/Name.tsx';
import { useRunState } from '../run-store.ts';
import css from './Inspect.module.css';
import { Group } from './TurnFacts.tsx';
import { useChangesSince } from './use-frozen-team.ts';

const MOST = 40;

/** The team as it is today: the way to it, and what differs from what this run had. */
export function TodaysVersion({ frozen }: { frozen: ConversationDocument }) {
  const teamId = useRunState(({ head }) => head.teamId);
  return (
    <Group title="Since this run">
      {teamId === null ? (
        <p className="dim">The team of this run is not in the library, so there is no version of today to compare with.</p>
      ) : (
        <>
          <Changes frozen={frozen} teamId={teamId} />
          <a className={css['link']} href={`#/teams/${encodeURIComponent(teamId)}`}>
            Open today’s version
          </a>
        </>
      )}
    </Group>
  );
}

function Changes({ frozen, teamId }: { frozen: ConversationDocument; teamId: string }) {
  const { lines, error } = useChangesSince(frozen, teamId);
  if (error !== null) return <p className="dim">{error}</p>;
  if (lines === null) return null;
  if (lines.length === 0) return <p className="dim">Nothing was changed in the team.</p>;
  return (
    <ul className={css['changes']} aria-label="Changed since this run">
      {lines.slice(0, MOST).map((line) => (
        <li key={line}>
          <Name>{line}</Name>
        </li>
      ))}
      {lines.length > MOST && <li className="dim">and {lines.length - MOST} more</li>}
    </ul>
  );
}
