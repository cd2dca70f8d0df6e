import { memo } from 'react';
import { headOf } from '../../src-shared/run/fit-json.ts';
import type { MessageView } from '../../src-shared/run/run-view.ts';
import { classNames } from '../ui/class-names.ts';
import { clock } from '../ui/format-amount.ts';
import { moment } from '../ui/format-day.ts';
import { Name } from '../ui/Name.tsx';
import { visibleText } from '../ui/visible-text.ts';
import { LongTextButton } from './LongText.tsx';
import { memberName, memberOf } from './member-of.ts';
import { mentionSpans } from './mention-spans.ts';
import css from './RoomLog.module.css';
import { select, useRunState, useRunStore } from './run-store.ts';
import { postIndex, selectMessage } from './selection.ts';
import { Words } from './Words.tsx';

/** A longer message is shown as its beginning, so that what others said stays near. */
const SHOWN = 8000;

/** One saved message of a room; `entry`: the one that is a tab stop. */
export const Message = memo(function Message({ message, found, entry }: { message: MessageView; found: boolean; entry: boolean }) {
  const store = useRunStore();
  const sender = useRunState(({ team }) => memberName(team, message.sender));
  const chosen = useRunState(({ selected }) => selected?.message === message.id);
  const text = message.text.length > SHOWN ? headOf(message.text, SHOWN) : message.text;
  const team = useRunState((run) => run.team);
  const startedAt = useRunState(({ view }) => view.startedAt);
  const mentioned = [...new Set(message.mentions)].map((id) => ({ id, name: memberName(team, id) }));
  const { spans, missing } = mentionSpans(visibleText(text), mentioned);
  return (
    <article
      className={classNames(css['message'], found && css['found'])}
      data-m={memberOf(team, message.sender)?.color}
      data-message={message.id}
      data-position={message.position}
    >
      <button
        type="button"
        className={css['messageHead']}
        data-head
        tabIndex={entry ? 0 : -1}
        aria-pressed={chosen}
        onClick={() => select(store, chosen ? null : selectMessage(message, message.revision))}
      >
        <b className="strong cut">
          <Name>{sender}</Name>
        </b>
        <time className={css['time']} dateTime={message.at} title={moment(message.at)}>
          {clock(Date.parse(message.at) - Date.parse(startedAt))}
        </time>
      </button>
      <p className={css['text']} dir="auto">
        {missing.map((id) => (
          <span key={id}>
            <span className={css['mention']} data-m={memberOf(team, id)?.color}>
              @<Name>{memberName(team, id)}</Name>
            </span>{' '}
          </span>
        ))}
        {spans.map((span, index) =>
          span.mentioned === undefined ? (
            // Spans have no identity beside their order.
            // oxlint-disable-next-line react/no-array-index-key
            <Words key={index} text={span.text} />
          ) : (
            // Spans have no identity beside their order.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className={css['mention']} data-m={memberOf(team, span.mentioned)?.color}>
              {span.text}
            </span>
          ),
        )}
      </p>
      {(message.cut || text !== message.text) && (
        <div className={css['all']}>
          <LongTextButton
            title={`Message of ${sender}`}
            from={{ revision: message.revision, pointer: `/result/posts/${postIndex(message.id)}/text` }}
          />
        </div>
      )}
    </article>
  );
});
