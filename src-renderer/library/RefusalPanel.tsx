import { X } from 'lucide-react';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { FindingList } from '../ui/FindingList.tsx';
import { Name } from '../ui/Name.tsx';
import css from './LibraryView.module.css';

/** Something that did not happen to a team or file, and why. */
export interface Refusal {
  readonly name: string;
  /** `was not imported; nothing was changed` */
  readonly what: string;
  readonly problems: readonly Problem[];
}

/** Why something was not done, in place and until it is put away. */
export function RefusalPanel({ refusal, onAgain, onClose }: { refusal: Refusal; onAgain: (() => void) | null; onClose: () => void }) {
  return (
    <section className={css['problems']} aria-label="Problems" aria-live="polite">
      <header className={css['problemsHead']}>
        <span className="strong cut">
          <Name>{refusal.name}</Name>
        </span>
        <span className="dim">{refusal.what}</span>
        <span className="grow" />
        {onAgain !== null && <Button onClick={onAgain}>Choose another file</Button>}
        <IconButton label="Close problems" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <FindingList findings={refusal.problems} />
    </section>
  );
}
