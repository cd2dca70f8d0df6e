import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './Button.tsx';
import css from './Dialog.module.css';

/**
 * A question or a choice before everything else; open while it is mounted. Escape and a press beside it close it, and the keyboard goes back
 * to where it was. `actions` stand at its foot; the first has the keyboard, and loses nothing.
 */
export function Dialog({
  title,
  wide = false,
  onClose,
  actions,
  children,
}: {
  title: string;
  wide?: boolean;
  onClose: () => void;
  actions: ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('footer button')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // Escape closes a dialog by itself; the press beside it is an addition.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={css['dialog']}
      data-wide={wide || undefined}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div className={css['content']}>
        <header className={css['head']}>
          <h2 id={id} className="cut">
            {title}
          </h2>
          <IconButton label="Close" onClick={() => dialog.current?.close()}>
            <X />
          </IconButton>
        </header>
        {children}
        <footer className={css['foot']}>{actions}</footer>
      </div>
    </dialog>
  );
}
