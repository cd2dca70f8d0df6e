import { type RefObject, useEffect, useMemo } from 'react';
import type { CanvasView } from '../canvas/canvas-acts.ts';
import { type Command, useOfferedCommands } from '../ui/commands.ts';
import { visibleText } from '../ui/visible-text.ts';
import { editorCommands } from './editor-commands.ts';
import { useEditor, useTeamEditor } from './editor-store.ts';
import type { TeamLink } from './team-link.ts';

/** Most things of a team that the palette offers to go to. */
const MOST_PLACES = 500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select, [role=menu]') !== null;

const keysOf = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string =>
  // A sign such as + needs Shift on many keyboards.
  `${ctrlKey || metaKey ? 'ctrl+' : ''}${shiftKey && /^\w/u.test(key) ? 'shift+' : ''}${key.toLowerCase()}`;

/** The editor's commands by their shortcuts, wherever the keyboard is, and in the command palette, which also leads to every member and room. */
export function useEditorCommands(link: TeamLink, view: RefObject<CanvasView | null>, run: () => void, showVersions: () => void): void {
  const editor = useTeamEditor();
  const commands = useMemo(
    () => editorCommands({ editor, link, view: () => view.current, run, showVersions }),
    [editor, link, view, run, showVersions],
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]') !== null) return;
      const keys = keysOf(event);
      const typing = isTyping(event.target);
      const command = commands.find((one) => one.keys?.includes(keys) === true && (!typing || one.whileTyping === true));
      if (command === undefined) return;
      event.preventDefault();
      if (!(event.repeat && command.id === 'run')) command.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [commands]);

  const team = useEditor((state) => state.team);
  // The ids of those that can be used now: a text, so that only another answer draws anew.
  const offeredIds = useEditor((state) =>
    commands
      .filter(({ isOffered }) => isOffered?.(state) ?? true)
      .map(({ id }) => id)
      .join(' '),
  );
  const offered = useMemo((): readonly Command[] => {
    const ids = new Set(offeredIds.split(' '));
    const places = [
      ...team.members.map(({ id, name }) => ({ key: `member:${id}` as const, name })),
      ...team.rooms.map(({ id, name }) => ({ key: `room:${id}` as const, name })),
    ];
    return [
      ...commands.flatMap(({ id, label, shortcut, run: act }) =>
        label !== undefined && ids.has(id) ? [{ id, label, run: act, ...(shortcut !== undefined && { shortcut }) }] : [],
      ),
      ...places.slice(0, MOST_PLACES).map(({ key, name }) => ({
        id: `go ${key}`,
        label: `Go to ${visibleText(name)}`,
        run: () => {
          editor.select([key]);
          // The palette gives the keyboard back first.
          requestAnimationFrame(() => view.current?.show(key));
        },
      })),
    ];
  }, [commands, offeredIds, team, editor, view]);
  useOfferedCommands('team', offered);
}
