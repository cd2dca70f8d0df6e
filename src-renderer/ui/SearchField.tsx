import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import css from './SearchField.module.css';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement);

/** A searchbox; with `shortcut` that key brings one to it from anywhere on the page. */
export function SearchField({
  label,
  value,
  onChange,
  onKey,
  shortcut,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What a key does that the field itself has no use for. */
  onKey?: (event: KeyboardEvent<HTMLInputElement>) => void;
  shortcut?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (shortcut === undefined) return undefined;
    const onShortcut = (event: globalThis.KeyboardEvent) => {
      if (event.key !== shortcut || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.select();
    };
    document.addEventListener('keydown', onShortcut);
    return () => document.removeEventListener('keydown', onShortcut);
  }, [shortcut]);
  return (
    <label className={css['field']}>
      <Search />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onChange('');
          } else onKey?.(event);
        }}
      />
      {shortcut !== undefined && <kbd className="label">{shortcut}</kbd>}
    </label>
  );
}
