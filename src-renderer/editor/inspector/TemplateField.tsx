import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { stringOf, pointerOf } from '../../../src-shared/kernel/json.ts';
import { TextField } from '../../ui/TextField.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { useTeamEditor } from '../editor-store.ts';
import css from './Script.module.css';
import { type Place, useFinding, useSetter, useValue } from './places.ts';
import { namesFor, openTemplateAt } from './template-offer.ts';

const comeIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** A text with templates: `{{` offers the names there are. */
export function TemplateField({ label, place, isRequired = false }: { label: string; place: Place; isRequired?: boolean }) {
  const editor = useTeamEditor();
  const value = stringOf(useValue(place));
  const set = useSetter(label, place, 'typing');
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  /** Where the template that is being typed begins, the names for it, and the one that Enter takes. */
  const [offer, setOffer] = useState<{ from: number; names: readonly string[]; chosen: number } | null>(null);
  /** Where the caret goes once the text with the name in it is there. */
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const look = (text: string, end: number) => {
    const open = openTemplateAt(text, end);
    const names = open === null ? [] : namesFor(editor.document, open.typed);
    setOffer(open === null || names.length === 0 ? null : { from: open.from, names, chosen: 0 });
  };
  const change = (text: string) => set(text === '' && !isRequired ? undefined : text);
  const take = (name: string) => {
    if (offer === null || area.current === null) return;
    const before = `${value.slice(0, offer.from)}{{${name}}}`;
    change(before + value.slice(area.current.selectionEnd).replace(/^\s*\}{0,2}/u, (closing) => (closing.includes('}') ? '' : closing)));
    caret.current = before.length;
    setOffer(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (offer === null || event.nativeEvent.isComposing) return;
    const { names, chosen } = offer;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setOffer({ ...offer, chosen: (chosen + step + names.length) % names.length });
    else if (event.key === 'Enter' || event.key === 'Tab') take(names[chosen] ?? '');
    else if (event.key === 'Escape') setOffer(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const optionId = (index: number) => `${listId}-${index}`;
  return (
    <div className={css['templateField']}>
      <TextField
        label={label}
        at={pointerOf(place)}
        finding={useFinding(place)}
        lines={2}
        area={area}
        value={value}
        onChange={(text, { selectionEnd }) => {
          change(text);
          look(text, selectionEnd ?? text.length);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOffer(null)}
        aria={offer === null ? undefined : { 'aria-controls': listId, 'aria-activedescendant': optionId(offer.chosen) }}
      />
      {offer !== null && (
        <div ref={comeIntoView} id={listId} className={css['offer']} role="listbox" aria-label="Names" tabIndex={0}>
          {offer.names.map((name, index) => (
            // The keyboard stays in the text: arrows and Enter choose from there.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={name}
              id={optionId(index)}
              role="option"
              aria-selected={index === offer.chosen}
              ref={index === offer.chosen ? comeIntoView : undefined}
              onMouseDown={(event) => {
                event.preventDefault();
                take(name);
              }}
            >
              {visibleText(name)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
