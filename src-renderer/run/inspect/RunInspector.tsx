import { useCallback, useEffect, useRef } from 'react';
import { select, useRunState, useRunStore } from '../run-store.ts';
import { MemberSettings } from './MemberSettings.tsx';
import { RoomSettings } from './RoomSettings.tsx';
import { TeamSettings } from './TeamSettings.tsx';
import { TurnInspector } from './TurnInspector.tsx';

/** What is looked at, in full: the turn that it is or belongs to, else the settings of the member, room or team as they were in this run. */
export function RunInspector() {
  const store = useRunStore();
  const selected = useRunState((run) => run.selected);
  /** What had the keyboard before anything was looked at. */
  const before = useRef<Element | null>(null);
  const isOpen = selected !== null;
  const close = useCallback(() => {
    select(store, null);
    if (before.current instanceof HTMLElement || before.current instanceof SVGElement) before.current.focus({ preventScroll: true });
  }, [store]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open], [role="menu"]') === null) close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, close]);
  const takeFocus = useCallback(
    (region: HTMLElement | null) => {
      const { activeElement } = document;
      // Who walks through events, or stands in here already, stays where they are.
      if (region === null || store.getState().selected?.kind === 'event') return;
      if (activeElement !== document.body && activeElement?.closest('[data-inspects]') == null) before.current = activeElement;
      region.focus({ preventScroll: true });
    },
    [store],
  );
  if (selected === null) return null;
  const { member, room, position } = selected;
  const frame = { region: takeFocus, onClose: close };
  if (position !== null && member !== null) return <TurnInspector key={position} position={position} member={member} {...frame} />;
  if (member !== null) return <MemberSettings key={member} id={member} {...frame} />;
  if (room !== null) return <RoomSettings key={room} id={room} {...frame} />;
  return <TeamSettings {...frame} />;
}
