import { useEffect } from 'react';
import { create } from 'zustand';

/** Something a person can have done from the command palette while the view that offers it is open. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly shortcut?: string;
  readonly run: () => void;
}

const useRegistry = create<{ offered: ReadonlyMap<string, readonly Command[]> }>(() => ({ offered: new Map() }));

/** Offers commands in the palette while the caller is mounted. Pass a memoised list. */
export function useOfferedCommands(owner: string, commands: readonly Command[]): void {
  useEffect(() => {
    useRegistry.setState(({ offered }) => ({ offered: new Map(offered).set(owner, commands) }));
    return () =>
      useRegistry.setState(({ offered }) => {
        const rest = new Map(offered);
        rest.delete(owner);
        return { offered: rest };
      });
  }, [owner, commands]);
}

/** The commands offered now, newest owner last. */
export function useCommands(): readonly Command[] {
  return [...useRegistry((state) => state.offered).values()].flat();
}

const usePalette = create<{ isOpen: boolean }>(() => ({ isOpen: false }));
/** Whether the command palette is open. */
export const usePaletteOpen = (): boolean => usePalette((state) => state.isOpen);
export const openPalette = (): void => usePalette.setState({ isOpen: true });
export const closePalette = (): void => usePalette.setState({ isOpen: false });
export const togglePalette = (): void => usePalette.setState(({ isOpen }) => ({ isOpen: !isOpen }));
