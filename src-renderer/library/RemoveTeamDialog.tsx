import type { TeamRow } from '../../src-shared/contract/teams-contract.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Name } from '../ui/Name.tsx';
import css from './LibraryView.module.css';

/** Asks before a team goes for good, and says what stays. */
export function RemoveTeamDialog({ team, onRemove, onClose }: { team: TeamRow; onRemove: () => void; onClose: () => void }) {
  return (
    <Dialog
      title="Remove this team?"
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            Keep it
          </Button>
          <Button look="primary" onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      <div className={css['question']}>
        <p>
          <b className="strong">
            <Name>{team.name}</Name>
          </b>{' '}
          goes out of the library with all its versions. This can not be taken back; export it first if you may want it again.
        </p>
        <p className="dim">
          Its runs stay under Runs, each with the team it ran with.
          {team.path !== null && (
            <>
              {' '}
              The file <Name>{team.path}</Name> stays where it is.
            </>
          )}
        </p>
      </div>
    </Dialog>
  );
}
