import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { hostErrorOf } from '../host-client/host-error.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countOf } from '../ui/format-amount.ts';
import { Menu } from '../ui/Menu.tsx';
import { Name } from '../ui/Name.tsx';
import { Seats } from '../ui/Seats.tsx';
import { visibleText } from '../ui/visible-text.ts';
import { NewerPill } from './NewerPill.tsx';
import { loadEarlierMessages } from './load-earlier.ts';
import { memberOf, roomName } from './member-of.ts';
import { Message } from './Message.tsx';
import css from './RoomLog.module.css';
import { select, useRunState, useRunStore } from './run-store.ts';
import { selectRoom } from './selection.ts';
import { useFollowTail } from './use-follow-tail.ts';

const MOST_PAGES = 20;

/** Up and down walk from message to message. */
function walkMessages(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-head]')];
  const at = heads.findIndex((head) => head === event.target);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  heads[at + step]?.focus();
}

/** What was said in one room, oldest first. `others` are the choices of its switch. */
export function RoomLog({ id, members, others }: { id: string; members: readonly string[]; others: ReactNode }) {
  const store = useRunStore();
  const team = useRunState((run) => run.team);
  const count = useRunState(({ view }) => view.rooms[id]?.messageCount ?? 0);
  const messages = useRunState((run) => run.messages[id]) ?? [];
  const selected = useRunState((run) => run.selected);
  const isHere = selected?.room === id;
  const [error, setError] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);
  const { scroller, content, onScroll, unseen, toEnd } = useFollowTail(messages.length, messages[0]?.id);
  const room = useRef<HTMLElement>(null);
  const name = visibleText(roomName(team, id));
  const shown = messages.length;

  const earlier = () => {
    setLoading(true);
    setError(null);
    return loadEarlierMessages(store, id)
      .catch((failure: unknown) => {
        setError(hostErrorOf(failure).message);
        return false;
      })
      .finally(() => setLoading(false));
  };
  // A message that is asked for comes to the eye; one that is older than what is shown is loaded first.
  useEffect(() => {
    if (selected === null) return undefined;
    let wanted = true;
    const sought =
      selected.message === null
        ? `[data-position="${CSS.escape(selected.position ?? '')}"]`
        : `[data-message="${CSS.escape(selected.message)}"]`;
    const find = () => scroller.current?.querySelector(sought);
    const seek = async () => {
      if (selected.message === null || !isHere) return find()?.scrollIntoView({ block: 'nearest' });
      for (let page = 0; find() == null && page < MOST_PAGES; page += 1) {
        if (!(await loadEarlierMessages(store, id).catch(() => false))) break;
        await new Promise(requestAnimationFrame);
      }
      if (!wanted) return;
      room.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      find()?.scrollIntoView({ block: 'nearest' });
    };
    void seek();
    return () => {
      wanted = false;
    };
  }, [selected, isHere, store, id, scroller]);

  return (
    <section ref={room} className={classNames(css['room'], isHere && css['looked'])}>
      <header className={css['head']}>
        <h2 className={css['title']}>
          <button
            type="button"
            className={css['name']}
            aria-pressed={isHere && selected.kind === 'room'}
            onClick={() => select(store, isHere && selected.kind === 'room' ? null : selectRoom(id))}
          >
            <Name>{roomName(team, id)}</Name>
          </button>
        </h2>
        <Seats colors={members.map((member) => memberOf(team, member)?.color ?? 12)} count={members.length} />
        <span className="grow" />
        <span className="label num">{countOf(count, 'message')}</span>
        {others !== null && (
          <Menu
            label="Rooms"
            trigger={
              <IconButton label="Switch room">
                <ChevronDown />
              </IconButton>
            }
          >
            {others}
          </Menu>
        )}
      </header>
      {/* Arrow keys are an addition to the heads of messages, which are the controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={scroller}
        className={css['log']}
        role="log"
        aria-label={`Room ${name}`}
        aria-live="off"
        // A log that scrolls is reached and scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={walkMessages}
        onScroll={onScroll}
      >
        <div ref={content} className={css['content']}>
          {count > shown && (
            <div className={css['earlier']}>
              <Button disabled={loading} onClick={() => void earlier()}>
                Show earlier messages
              </Button>
              {error !== null && <span className={css['error']}>{error}</span>}
            </div>
          )}
          {shown === 0 && <p className={css['none']}>Nothing was said here yet.</p>}
          {messages.map((message) => (
            <Message
              key={message.id}
              message={message}
              found={selected !== null && (selected.message ?? message.id) === message.id && selected.position === message.position}
              entry={message === messages.at(-1)}
            />
          ))}
        </div>
      </div>
      <NewerPill count={unseen} onClick={toEnd} />
    </section>
  );
}
