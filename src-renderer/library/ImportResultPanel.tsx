import { X } from 'lucide-react';
import { Button, IconButton } from '../ui/Button.tsx';
import { FindingList } from '../ui/FindingList.tsx';
import { Name } from '../ui/Name.tsx';
import type { ImportResult } from './import-document.ts';
import css from './LibraryView.module.css';

/** Why a document did not come in, in place and until it is put away. */
export function ImportResultPanel({ result, onAgain, onClose }: { result: ImportResult; onAgain: () => void; onClose: () => void }) {
  return (
    <section className={css['problems']} aria-label="Problems" aria-live="polite">
      <header className={css['problemsHead']}>
        <span className="strong cut">
          <Name>{result.fileName}</Name>
        </span>
        <span className="dim">was not imported; nothing was changed</span>
        <span className="grow" />
        <Button onClick={onAgain}>Choose another file</Button>
        <IconButton label="Close problems" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <FindingList findings={result.problems} />
    </section>
  );
}
