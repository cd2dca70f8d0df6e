import { X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { headOf } from '../../src-shared/run/fit-json.ts';
import { connectHost } from '../host-client/connect.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { shortNumber } from '../ui/format-amount.ts';
import { saveFile } from '../ui/save-file.ts';
import { visibleText } from '../ui/visible-text.ts';
import css from './LongText.module.css';
import { useRunState } from './run-store.ts';
import { Words } from './Words.tsx';

/** Where a long text lies: a JSON pointer into the payload of an event; or the text itself, where that is here. */
export type TextSource = { readonly revision: number; readonly pointer: string } | { readonly text: string };

/** Reads a text from `offset` on, a piece at a time. */
type ReadPiece = (offset: number, signal?: AbortSignal) => Promise<{ readonly text: string; readonly total: number }>;

function useReadPiece(from: TextSource): ReadPiece {
  const runId = useRunState(({ head }) => head.runId);
  const [here, revision, pointer] = 'text' in from ? [from.text, 0, ''] : [null, from.revision, from.pointer];
  return useCallback(
    (offset, signal) =>
      here === null
        ? connectHost().runs.text({ runId, revision, pointer, offset }, signal === undefined ? {} : { signal })
        : Promise.resolve({ text: headOf(here.slice(offset)), total: here.length }),
    [runId, revision, pointer, here],
  );
}

async function readWhole(read: ReadPiece): Promise<string> {
  let text = '';
  for (;;) {
    const piece = await read(text.length);
    text += piece.text;
    if (text.length >= piece.total || piece.text === '') return text;
  }
}

const fileName = (title: string): string => `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}.txt`;

/** Shows the whole of a text of which only the beginning is on screen, or gives it as a file. */
export function LongTextButton({ title, from }: { title: string; from: TextSource }) {
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const read = useReadPiece(from);
  const save = () => {
    setSaving(true);
    setError(null);
    readWhole(read)
      .then((text) => saveFile(fileName(title), text, 'text/plain'))
      .catch((failure: unknown) => setError(hostErrorOf(failure).message))
      .finally(() => setSaving(false));
  };
  return (
    <div className={css['open']}>
      <Button onClick={() => setOpen(true)}>Show all</Button>
      <Button disabled={saving} onClick={save}>
        Save
      </Button>
      {error !== null && <span className={css['error']}>{error}</span>}
      {open && <LongText title={title} read={read} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** How far from its end, in pixels, a text is read on. */
const NEAR_END = 2000;

function LongText({ title, read, onClose }: { title: string; read: ReadPiece; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [pieces, setPieces] = useState<readonly string[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const loaded = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const [offset, setOffset] = useState(0);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    const leave = new AbortController();
    read(offset, leave.signal)
      .then((piece) => {
        if (leave.signal.aborted) return;
        setTotal(piece.total);
        setPieces((before) => (offset === 0 ? [piece.text] : [...before, piece.text]));
      })
      .catch((failure: unknown) => {
        if (!leave.signal.aborted) setError(hostErrorOf(failure).message);
      });
    return () => leave.abort();
  }, [read, offset]);
  return (
    <dialog ref={dialog} className={css['dialog']} aria-label={title} onClose={onClose}>
      <header className={css['head']}>
        <h2 className="strong cut">{visibleText(title)}</h2>
        <span className={css['count']}>{total !== null && `${shortNumber(loaded)} of ${shortNumber(total)} characters`}</span>
        <span className="grow" />
        <IconButton label="Close" onClick={() => dialog.current?.close()}>
          <X />
        </IconButton>
      </header>
      {/* What scrolls is scrolled by keyboard too. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
      <div
        className={css['body']}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          if (total !== null && loaded < total && scrollHeight - scrollTop - clientHeight < NEAR_END) setOffset(loaded);
        }}
      >
        {error !== null && <p className={css['error']}>{error}</p>}
        {pieces.map((piece, index) => (
          // Pieces only ever come at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>
            <Words text={piece} />
          </span>
        ))}
      </div>
    </dialog>
  );
}
