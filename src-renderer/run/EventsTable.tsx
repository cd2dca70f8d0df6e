import { Copy, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { isFinalStatus } from '../../src-shared/run/run-status.ts';
import { awayWithin } from '../../src-shared/run/run-time.ts';
import type { RunView } from '../../src-shared/run/run-view.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { clock } from '../ui/format-amount.ts';
import { moment } from '../ui/format-day.ts';
import { Name } from '../ui/Name.tsx';
import { MemberBar } from '../ui/Seats.tsx';
import { visibleText } from '../ui/visible-text.ts';
import { eventMember, eventPosition, eventSummary } from './event-summary.ts';
import css from './EventsTable.module.css';
import { memberName, memberOf } from './member-of.ts';
import { useGoToMoment } from './moment-context.ts';
import { LongTextButton } from './LongText.tsx';
import { select, useRunState, useRunStore } from './run-store.ts';
import { type Selected, selectEvent } from './selection.ts';
import { type RunEvent, useAllEvents, useFoundEvents, useOneEvent } from './use-events.ts';
import { useVirtual } from '../ui/use-virtual.ts';

const ROW = 24;
const COLUMNS = ['Revision', 'Time', 'Type', 'Member', 'Summary'];

/** One event as it was saved. */
function EventJson({ event, onClose }: { event: RunEvent; onClose: () => void }) {
  const go = useGoToMoment();
  const json = JSON.stringify(event, null, 2);
  return (
    <section className={css['json']} aria-label={`Event ${event.revision}`}>
      <header className={css['jsonHead']}>
        <span className="strong num">Event {event.revision}</span>
        {event.cut && (
          <>
            <span className="label cut">long texts as their beginning</span>
            <LongTextButton title={`Event ${event.revision}`} from={{ revision: event.revision, pointer: '' }} />
          </>
        )}
        <span className="grow" />
        <Button onClick={() => go(event.revision)}>Go to this moment</Button>
        <IconButton label="Copy JSON" onClick={() => void navigator.clipboard.writeText(json)}>
          <Copy />
        </IconButton>
        <IconButton label="Close event" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <pre className={css['code']} tabIndex={0}>
        {visibleText(json)}
      </pre>
    </section>
  );
}

const isLooked = ({ revision }: RunEvent, selected: Selected): boolean => selected.kind === 'event' && selected.revision === revision;
/** True for the events of the turn or of the member that is looked at. */
const belongsTo = (event: RunEvent, { position, member }: Selected): boolean =>
  position === null ? member !== null && eventMember(event) === member : eventPosition(event) === position;

/** How long the run had gone at an event, without the times in which it was away. */
function timeIn({ timestamp }: RunEvent, startedAt: number, away: RunView['away']): number {
  const at = Date.parse(timestamp);
  return at - startedAt - awayWithin(away, startedAt, at);
}

/** Every saved event, in order. */
export function EventsTable({ search }: { search: string }) {
  const all = useAllEvents(search === '');
  const found = useFoundEvents(search);
  const events = search === '' ? all : found;
  const team = useRunState((run) => run.team);
  const startedAt = useRunState(({ view }) => Date.parse(view.startedAt));
  const away = useRunState(({ newest }) => newest.view.away);
  const live = useRunState((run) => !isFinalStatus(run.status));
  const present = useRunState((run) => run.moment?.revision ?? null);
  const store = useRunStore();
  const selected = useRunState((run) => run.selected);
  const opened = useOneEvent(selected?.kind === 'event' ? selected.revision : null);
  const look = useCallback((event: RunEvent | null) => select(store, event === null ? null : selectEvent(event)), [store]);
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(live);
  const virtual = useVirtual({ count: events.count, getScrollElement: () => scroller.current, size: ROW, overscan: 12 });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const { want } = events;
  useEffect(() => want(first, last), [want, first, last]);
  // A reader at the end stays there while events come; of the past the moment is the end.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null && (atEnd.current || present !== null)) element.scrollTop = element.scrollHeight;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [events.count, present]);
  // What is looked at elsewhere comes to the eye here.
  const sought = search === '' ? (selected?.revision ?? null) : null;
  useEffect(() => {
    if (sought !== null && sought <= events.count) virtual.scrollToIndex(sought - 1);
    // oxlint-disable-next-line react/exhaustive-deps -- not again when the run grows
  }, [selected, sought, virtual]);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    const from = event.target instanceof HTMLElement ? event.target.dataset['index'] : undefined;
    if (step === undefined || from === undefined) return;
    event.preventDefault();
    const index = Math.min(events.count - 1, Math.max(0, Number(from) + step));
    virtual.scrollToIndex(index);
    const next = events.at(index);
    if (next !== undefined && opened !== null) look(next);
    const focusRow = () => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
    // At once where the row is drawn already: the next key may follow before a frame has passed.
    focusRow();
    requestAnimationFrame(focusRow);
  };
  return (
    <div className={css['events']}>
      <div className={css['table']} role="table" aria-label="Events" aria-rowcount={events.count + 1}>
        <div role="rowgroup">
          <div role="row" className={classNames(css['row'], css['columns'])}>
            {COLUMNS.map((column) => (
              <span key={column} role="columnheader">
                {column}
              </span>
            ))}
          </div>
        </div>
        {/* Arrow keys are an addition to the rows' buttons, which are the controls. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          ref={scroller}
          role="rowgroup"
          className={css['body']}
          onKeyDown={walk}
          onScroll={(event) => {
            const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
            atEnd.current = scrollHeight - scrollTop - clientHeight < ROW;
          }}
        >
          <div className={css['content']} style={{ height: virtual.getTotalSize() }} role="presentation">
            {items.map(({ index, start }) => {
              const event = events.at(index);
              const member = event === undefined ? '' : eventMember(event);
              return (
                <div
                  key={index}
                  role="row"
                  aria-rowindex={index + 2}
                  aria-current={event !== undefined && event.revision === present ? 'step' : undefined}
                  className={classNames(
                    css['row'],
                    css['placed'],
                    event !== undefined &&
                      selected !== null &&
                      (isLooked(event, selected) ? css['selected'] : belongsTo(event, selected) && css['related']),
                  )}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <span role="cell" className="num dim">
                    {event !== undefined && (
                      <button
                        type="button"
                        className={css['open']}
                        data-index={index}
                        aria-label={`Event ${event.revision}`}
                        aria-expanded={selected !== null && isLooked(event, selected)}
                        onClick={() => look(selected !== null && isLooked(event, selected) ? null : event)}
                      >
                        {event.revision}
                      </button>
                    )}
                  </span>
                  <span role="cell" className="num dim" title={event === undefined ? undefined : moment(event.timestamp)}>
                    {event !== undefined && clock(timeIn(event, startedAt, away))}
                  </span>
                  <span role="cell" className="code cut">
                    <Name>{event?.type ?? ''}</Name>
                  </span>
                  <span role="cell" className="row">
                    {member !== '' && (
                      <>
                        <MemberBar color={memberOf(team, member)?.color} />
                        <span className="cut">
                          <Name>{memberName(team, member)}</Name>
                        </span>
                      </>
                    )}
                  </span>
                  <span role="cell" className="cut dim">
                    <Name>{event === undefined ? '…' : eventSummary(event)}</Name>
                  </span>
                </div>
              );
            })}
          </div>
          {events.count === 0 && <p className={css['none']}>{search === '' ? 'No event yet.' : `No event matches “${search}”.`}</p>}
          {events.error !== null && <p className={css['none']}>{events.error}</p>}
        </div>
      </div>
      {opened !== null && <EventJson event={opened} onClose={() => look(null)} />}
    </div>
  );
}
