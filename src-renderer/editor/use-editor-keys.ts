import { type RefObject, useEffect } from 'react';
import type { CanvasView, NewKind } from '../canvas/canvas-acts.ts';
import { openPalette } from '../ui/commands.ts';
import { addThing } from './canvas-edits.ts';
import type { TeamEditor } from './editor-store.ts';
import { duplicateSelection } from './use-clipboard.ts';

const ADD: Readonly<Record<string, NewKind>> = { m: 'member', r: 'room', n: 'note' };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select, dialog, [role=menu]') !== null;

/** Shortcuts of the editor that work wherever the keyboard is; single letters only where nothing is typed. */
export function useEditorKeys(editor: TeamEditor, view: RefObject<CanvasView | null>, run: () => void): void {
  useEffect(() => {
    const selectAll = () => {
      const { team } = editor.store.getState();
      editor.select([
        ...team.members.map(({ id }) => `member:${id}` as const),
        ...team.rooms.map(({ id }) => `room:${id}` as const),
        ...team.notes.map(({ id }) => `note:${id}` as const),
      ]);
    };
    const withCtrl = (key: string, shift: boolean, typing: boolean): (() => void) | null => {
      switch (key) {
        case 'enter':
          return run;
        // Also in a field: what is typed there is an edit of the document like any other.
        case 'z':
          return shift ? () => editor.redo() : () => editor.undo();
        case 'y':
          return () => editor.redo();
        case 'f':
          return openPalette;
        case 'a':
          return typing ? null : selectAll;
        case 'd':
          return () => duplicateSelection(editor);
        default:
          return null;
      }
    };
    const plain = (key: string): (() => void) | null => {
      const kind = ADD[key];
      if (kind !== undefined)
        return () => {
          const place = view.current?.freePlace(kind);
          if (place !== undefined) addThing(editor, kind, place);
        };
      if (key === '+' || key === '=') return () => view.current?.zoom(1);
      if (key === '-') return () => view.current?.zoom(-1);
      return key === '!' || key === '1' ? () => view.current?.fit() : null;
    };
    const onKey = (event: KeyboardEvent) => {
      const typing = isTyping(event.target);
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]') !== null) return;
      const key = event.key.toLowerCase();
      const act = event.ctrlKey || event.metaKey ? withCtrl(key, event.shiftKey, typing) : typing || event.shiftKey ? null : plain(key);
      if (act === null || (event.repeat && key === 'enter')) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [editor, view, run]);
}
