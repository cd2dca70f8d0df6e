import { Copy, Download, Ellipsis, PenLine, Trash2 } from 'lucide-react';
import type { TeamRow } from '../../src-shared/contract/teams-contract.ts';
import type { DocumentFormat } from '../../src-shared/team-document/write-document.ts';
import { IconButton } from '../ui/Button.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx';
import { visibleText } from '../ui/visible-text.ts';
import css from './LibraryView.module.css';

/** What can be done with a team of the list. */
export interface TeamActs {
  readonly open: (team: TeamRow) => void;
  readonly copy: (team: TeamRow) => void;
  readonly save: (team: TeamRow, format: DocumentFormat) => void;
  readonly remove: (team: TeamRow) => void;
}

export function TeamMenu({ team, acts }: { team: TeamRow; acts: TeamActs }) {
  const name = visibleText(team.name);
  return (
    <span className={css['menu']}>
      <Menu
        label={`Actions for ${name}`}
        trigger={
          <IconButton label={`Actions for ${name}`}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => acts.open(team)}>
          <PenLine /> Open
        </MenuItem>
        <MenuItem onSelect={() => acts.copy(team)}>
          <Copy /> Duplicate
        </MenuItem>
        <MenuLine />
        <MenuItem onSelect={() => acts.save(team, 'yaml')}>
          <Download /> Export YAML
        </MenuItem>
        <MenuItem onSelect={() => acts.save(team, 'json')}>
          <Download /> Export JSON
        </MenuItem>
        <MenuLine />
        <MenuItem onSelect={() => acts.remove(team)}>
          <Trash2 /> Remove
        </MenuItem>
      </Menu>
    </span>
  );
}
