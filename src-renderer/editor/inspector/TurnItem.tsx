import { pointerOf } from '../../../src-shared/kernel/json.ts';
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Copy, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/Button.tsx';
import css from './Script.module.css';
import { type Place, useFinding } from './places.ts';
import type { TurnActs } from './ScriptFields.tsx';
import { TurnFields } from './TurnFields.tsx';
import { TurnSummary } from './TurnSummary.tsx';
import { useIsAsked } from './use-asked-focus.ts';

/** One turn of a script: what it does in words, or opened, its fields. */
export function TurnItem({
  place,
  memberId,
  isLast,
  isNew,
  acts,
}: {
  place: Place;
  memberId: string;
  isLast: boolean;
  isNew: boolean;
  acts: TurnActs;
}) {
  const index = Number(place.at(-1));
  const [isOpen, setIsOpen] = useState(isNew);
  const isAsked = useIsAsked(pointerOf(place));
  if (isAsked && !isOpen) setIsOpen(true);
  const problem = useFinding(place);
  const item = useRef<HTMLLIElement>(null);
  // A turn that was just added is there to be written.
  useEffect(() => {
    if (isNew) item.current?.querySelector('textarea')?.focus();
  }, [isNew]);
  const name = `Turn ${index + 1}`;
  return (
    <li ref={item} className={classNames(css['turn'], !isOpen && css['closed'])}>
      <div className={css['turnHead']}>
        <button
          type="button"
          className={css['turnName']}
          aria-expanded={isOpen}
          data-at={isOpen ? undefined : pointerOf(place)}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown /> : <ChevronRight />}
          {name}
          {problem !== undefined && !isOpen && (
            <span className={classNames(css[problem.severity], 'small')}>
              {problem.severity === 'error' ? 'has an error' : 'has a warning'}
            </span>
          )}
        </button>
        <span className="grow" />
        {isOpen && (
          <>
            <IconButton label={`Move ${name.toLowerCase()} up`} disabled={index === 0} onClick={() => acts.move(index, index - 1)}>
              <ArrowUp />
            </IconButton>
            <IconButton label={`Move ${name.toLowerCase()} down`} disabled={isLast} onClick={() => acts.move(index, index + 1)}>
              <ArrowDown />
            </IconButton>
            <IconButton label={`Duplicate ${name.toLowerCase()}`} onClick={() => acts.duplicate(index)}>
              <Copy />
            </IconButton>
            <IconButton label={`Remove ${name.toLowerCase()}`} onClick={() => acts.remove(index)}>
              <Trash2 />
            </IconButton>
          </>
        )}
      </div>
      {isOpen ? (
        <TurnFields place={place} memberId={memberId} />
      ) : (
        // The same as the button above, for the hand that points at the words.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div className={css['summary']} onClick={() => setIsOpen(true)}>
          <TurnSummary place={place} />
        </div>
      )}
    </li>
  );
}
