import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import css from './Menu.module.css';

/** A menu that opens from `trigger`. Not modal: the rest stays readable and nothing is scroll-locked. */
export function Menu({ trigger, label, children }: { trigger: ReactElement; label: string; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css['menu']} aria-label={label} align="end" sideOffset={4} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** One choice of a menu. */
export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item className={css['item']} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  );
}
