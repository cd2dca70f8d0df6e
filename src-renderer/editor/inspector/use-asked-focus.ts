import { pointerOf } from '../../../src-shared/kernel/json.ts';
import { type RefObject, useEffect } from 'react';
import { useEditor, useTeamEditor } from '../editor-store.ts';
import { indexOfKey } from './index-of-key.ts';
import { isWithin } from './places.ts';
import { LISTS, readKey } from '../../../src-shared/team-document/edit/thing-key.ts';

/** The control for a place: its own, else the nearest one around it, else the first within it. */
function controlAt(root: ParentNode, pointer: string): HTMLElement | null {
  let around: HTMLElement | null = null;
  let within: HTMLElement | null = null;
  for (const control of root.querySelectorAll<HTMLElement>('[data-at]')) {
    const at = control.dataset['at'] ?? '';
    if (isWithin(pointer, at) && at.length > (around?.dataset['at']?.length ?? -1)) around = control;
    if (within === null && isWithin(at, pointer)) within = control;
  }
  return around ?? within;
}

/** Puts the keyboard into the field that the editor asks for: where a problem lies, or the name of what was just made. */
export function useAskedFocus(region: RefObject<HTMLElement | null>): void {
  const editor = useTeamEditor();
  const asked = useEditor((state) => state.asked);
  const naming = useEditor((state) => state.naming);
  // Whoever else is about to take the keyboard (a menu that closes, a canvas that makes a node) does so first.
  useEffect(() => {
    if (asked === null) return undefined;
    const frame = requestAnimationFrame(() => {
      const control = controlAt(document, asked.pointer) ?? region.current;
      control?.scrollIntoView({ block: 'nearest' });
      control?.focus({ preventScroll: true });
      editor.store.setState({ asked: null });
    });
    return () => cancelAnimationFrame(frame);
  }, [asked, editor, region]);
  useEffect(() => {
    if (naming === null || region.current === null) return undefined;
    const root = region.current;
    const frame = requestAnimationFrame(() => {
      const { kind } = readKey(naming.key);
      const field = pointerOf([LISTS[kind], indexOfKey(editor.document, naming.key), kind === 'note' ? 'text' : 'name']);
      const control = controlAt(root, field);
      control?.focus();
      if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.select();
      editor.store.setState({ naming: null });
    });
    return () => cancelAnimationFrame(frame);
  }, [naming, editor, region]);
}

/** True while the editor asks for a place within this one: what is folded there is to open. */
export const useIsAsked = (pointer: string): boolean =>
  useEditor(({ asked }) => asked !== null && isWithin(asked.pointer, pointer) && asked.pointer !== pointer);
