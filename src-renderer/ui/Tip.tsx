import { Tooltip } from 'radix-ui';
import type { ReactElement } from 'react';
import css from './Tip.module.css';

/** Puts a name, and a shortcut where there is one, beside a control that has no words of its own. */
export function Tip({ text, shortcut, children }: { text: string; shortcut?: string | undefined; children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={css['tip']} sideOffset={6} collisionPadding={8}>
          {text}
          {shortcut !== undefined && <kbd className={css['key']}>{shortcut}</kbd>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** Tips of everything inside share one delay. */
export function TipScope({ children }: { children: ReactElement }) {
  return (
    <Tooltip.Provider delayDuration={500} skipDelayDuration={200} disableHoverableContent>
      {children}
    </Tooltip.Provider>
  );
}
