import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
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

/** A choice that says in a second line what it is; `label` alone is its name. */
export function MenuEntry({ icon, label, about, onSelect }: { icon: ReactNode; label: string; about: string; onSelect: () => void }) {
  return (
    <DropdownMenu.Item className={classNames(css['item'], css['entry'])} aria-label={label} aria-description={about} onSelect={onSelect}>
      <span className={classNames(css['entryIcon'], 'dim')}>{icon}</span>
      <span>
        <span className="strong">{label}</span>
        <span className={classNames(css['about'], 'dim')}>{about}</span>
      </span>
    </DropdownMenu.Item>
  );
}

/** A line between groups of choices. */
export function MenuLine() {
  return <DropdownMenu.Separator className={css['line']} />;
}

/** Choices of which one holds. */
export function MenuChoices({ value, onChange, children }: { value: string; onChange: (value: string) => void; children: ReactNode }) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onChange}>
      {children}
    </DropdownMenu.RadioGroup>
  );
}

/** One of `MenuChoices`. */
export function MenuChoice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <DropdownMenu.RadioItem className={css['item']} value={value}>
      {children}
      <span className="grow" />
      <DropdownMenu.ItemIndicator>
        <Check />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
}
