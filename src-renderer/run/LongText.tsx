import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { connectHost } from '../host-client/connect.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { shortNumber } from '../ui/format-amount.ts';
import { visibleText } from '../ui/visible-text.ts';
import css from './LongText.module.css';
import { useRunState } from './run-store.ts';

/** Where a long text lies: a JSON pointer into the payload of an event. */
interface Place {
  readonly revision: number;
  readonly pointer: string;
}

/** Opens the whole of a text of which only the beginning is shown. */
export function LongTextButton({ title, ...place }: Place & { title: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className={css['open']} onClick={() => setOpen(true)}>
        Show all
      </Button>
      {open && <LongText title={title} place={place} onClose={() => setOpen(false)} />}
    </>
  );
}

function LongText({ title, place, onClose }: { title: string; place: Place; onClose: () => void }) {
  const runId = useRunState(({ head }) => head.runId);
  const dialog = useRef<HTMLDialogElement>(null);
  const [pieces, setPieces] = useState<readonly string[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { revision, pointer } = place;
  const loaded = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const [offset, setOffset] = useState(0);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    const leave = new AbortController();
    connectHost()
      .runs.text({ runId, revision, pointer, offset }, { signal: leave.signal })
      .then((piece) => {
        setTotal(piece.total);
        setPieces((before) => (offset === 0 ? [piece.text] : [...before, piece.text]));
      })
      .catch((failure: unknown) => {
        if (!leave.signal.aborted) setError(hostErrorOf(failure).message);
      });
    return () => leave.abort();
  }, [runId, revision, pointer, offset]);
  return (
    <dialog ref={dialog} className={css['dialog']} aria-label={title} onClose={onClose}>
      <header className={css['head']}>
        <h2 className="strong">{title}</h2>
        <span className="small dim num">{total !== null && `${shortNumber(loaded)} of ${shortNumber(total)} characters`}</span>
        <span className="grow" />
        {total !== null && loaded < total && (
          <Button look="line" onClick={() => setOffset(loaded)}>
            Show more
          </Button>
        )}
        <IconButton label="Close" onClick={() => dialog.current?.close()}>
          <X />
        </IconButton>
      </header>
      {/* What scrolls is scrolled by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css['body']} tabIndex={0}>
        {error !== null && <p className={css['error']}>{error}</p>}
        {pieces.map((piece, index) => (
          // Pieces only ever come at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>{visibleText(piece)}</span>
        ))}
      </div>
    </dialog>
  );
}
