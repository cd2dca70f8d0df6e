import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { NewKind } from './canvas-acts.ts';
import css from './NewThingMenu.module.css';

/** What a line that was drawn to an empty place may lead to. */
export function NewThingMenu({
  left,
  top,
  choices,
  onPick,
  onClose,
}: {
  left: number;
  top: number;
  choices: readonly { readonly kind: NewKind; readonly label: string }[];
  onPick: (kind: NewKind) => void;
  onClose: () => void;
}) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    menu.current?.querySelector('button')?.focus();
    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Node && menu.current?.contains(event.target) !== true) onClose();
    };
    document.addEventListener('pointerdown', onDown, true);
    return () => document.removeEventListener('pointerdown', onDown, true);
  }, [onClose]);
  const onKey = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const index = items.findIndex((item) => item === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (step !== undefined) items[(index + step + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its items have the focus
    <div ref={menu} role="menu" aria-label="What the line leads to" className={css['menu']} style={{ left, top }} onKeyDown={onKey}>
      {choices.map(({ kind, label }) => (
        <button key={kind} type="button" role="menuitem" className={css['item']} onClick={() => onPick(kind)}>
          {label}
        </button>
      ))}
    </div>
  );
}
