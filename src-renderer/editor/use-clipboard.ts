import { type RefObject, useEffect } from 'react';
import { isJsonObject, type JsonValue } from '../../src-shared/kernel/json.ts';
import { copyThings, duplicateThings, type Fragment, pasteThings, readFragment } from '../../src-shared/team-document/edit/clipboard.ts';
import { removeThings } from '../../src-shared/team-document/edit/remove-things.ts';
import type { CanvasView } from '../canvas/canvas-acts.ts';
import type { TeamEditor } from './editor-store.ts';

/** Text in a field, or text that is marked, is copied as the browser does it. */
const isTexts = (): boolean => {
  const focused = document.activeElement;
  return (
    (focused instanceof HTMLElement && focused.closest('input, textarea, select, dialog, [contenteditable]') !== null) ||
    getSelection()?.type === 'Range'
  );
};

function fragmentOf(text: string): Fragment | null {
  try {
    const value: JsonValue = JSON.parse(text);
    return isJsonObject(value) ? readFragment(value) : null;
  } catch {
    return null;
  }
}

/** Moves the copies' upper left corner to where a person looks; what has no place of its own is placed by the layout. */
function shiftTo(fragment: Fragment, place: { readonly x: number; readonly y: number }) {
  const places = [...fragment.members, ...fragment.rooms, ...fragment.notes].flatMap(({ at }) =>
    isJsonObject(at) && typeof at['x'] === 'number' && typeof at['y'] === 'number' ? [{ x: at['x'], y: at['y'] }] : [],
  );
  if (places.length === 0) return { x: 0, y: 0 };
  return { x: place.x - Math.min(...places.map(({ x }) => x)), y: place.y - Math.min(...places.map(({ y }) => y)) };
}

/** Copies beside their originals. */
export function duplicateSelection(editor: TeamEditor): void {
  const { document, keys } = duplicateThings(editor.document, editor.store.getState().selection);
  editor.edit('Duplicate', () => document, { select: keys });
}

/** Copy, cut and paste of what is selected on the canvas, within a team and from one to another, as text of the clipboard. */
export function useClipboard(editor: TeamEditor, view: RefObject<CanvasView | null>): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent): boolean => {
      const fragment = isTexts() ? null : copyThings(editor.document, editor.store.getState().selection);
      if (fragment === null || event.clipboardData === null) return false;
      event.preventDefault();
      event.clipboardData.setData('text/plain', JSON.stringify(fragment, null, 2));
      return true;
    };
    const cut = (event: ClipboardEvent) => {
      const { selection } = editor.store.getState();
      if (copy(event)) editor.edit('Cut', (document) => removeThings(document, selection), { select: [] });
    };
    const paste = (event: ClipboardEvent) => {
      const fragment = isTexts() ? null : fragmentOf(event.clipboardData?.getData('text/plain') ?? '');
      if (fragment === null) return;
      event.preventDefault();
      const { document, keys } = pasteThings(editor.document, fragment, shiftTo(fragment, view.current?.middle() ?? { x: 0, y: 0 }));
      editor.edit('Paste', () => document, { select: keys });
    };
    window.document.addEventListener('copy', copy);
    window.document.addEventListener('cut', cut);
    window.document.addEventListener('paste', paste);
    return () => {
      window.document.removeEventListener('copy', copy);
      window.document.removeEventListener('cut', cut);
      window.document.removeEventListener('paste', paste);
    };
  }, [editor, view]);
}
