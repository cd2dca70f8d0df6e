import { useEffect, useMemo } from 'react';
import { useOfferedCommands } from '../ui/commands.ts';
import type { Replay } from './replay.ts';

const KEYS: Readonly<Record<string, string>> = {
  ' ': 'play',
  ',': 'back',
  '.': 'on',
  '[': 'turn-back',
  ']': 'turn',
  '{': 'failure-back',
  '}': 'failure',
};

/** True where a key has a meaning of its own. */
function isTaken(event: KeyboardEvent): boolean {
  // Some keyboards have brackets behind AltGr.
  const isChord = event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'));
  if (event.defaultPrevented || isChord) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement) || document.querySelector('dialog[open], [role="menu"]') !== null) return true;
  if (target.matches('input:not([type="range"]), textarea, select, [contenteditable]')) return true;
  // Space presses buttons and scrolls logs.
  return event.key === ' ' && !target.matches('body, main, input');
}

/** Offers the ways through a run by keyboard and in the command palette. */
export function useReplayCommands(replay: Replay): void {
  const commands = useMemo(
    () => [
      {
        id: 'play',
        label: 'Play this run, or pause playing',
        shortcut: 'Space',
        run: () => (replay.store.getState().playing ? replay.pause() : void replay.play()),
      },
      { id: 'back', label: 'Step back by an event', shortcut: ',', run: () => void replay.step(-1) },
      { id: 'on', label: 'Step forward by an event', shortcut: '.', run: () => void replay.step(1) },
      { id: 'turn-back', label: 'Go to the previous turn', shortcut: '[', run: () => void replay.seekTurn(true) },
      { id: 'turn', label: 'Go to the next turn', shortcut: ']', run: () => void replay.seekTurn(false) },
      { id: 'failure-back', label: 'Go to the previous failure', shortcut: '{', run: () => void replay.seekFailure(true) },
      { id: 'failure', label: 'Go to the next failure', shortcut: '}', run: () => void replay.seekFailure(false) },
      { id: 'end', label: 'Go to the end of this run', run: () => replay.toEnd() },
    ],
    [replay],
  );
  useOfferedCommands('replay', commands);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = commands.find(({ id }) => id === KEYS[event.key]);
      if (command === undefined || isTaken(event)) return;
      event.preventDefault();
      command.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [commands]);
}
