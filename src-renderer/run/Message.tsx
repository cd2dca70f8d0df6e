import { memo } from 'react';
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
import { useRunState } from './run-store.ts';

/** The place of a message among the posts of its turn; its id ends with it. */
const postIndex = (id: string) => /\/(\d+)$/.exec(id)?.[1] ?? '0';

/** One saved message of a room. */
export const Message = memo(function Message({ message, found }: { message: MessageView; found: boolean }) {
  const team = useRunState((run) => run.team);
  const startedAt = useRunState(({ view }) => view.startedAt);
  const mentioned = [...new Set(message.mentions)].map((id) => ({ id, name: memberName(team, id) }));
  const { spans, missing } = mentionSpans(visibleText(message.text), mentioned);
  return (
    <article
      className={classNames(css['message'], found && css['found'])}
      data-m={memberOf(team, message.sender)?.color}
      data-message={message.id}
    >
      <div className={css['messageHead']}>
        <b className="strong cut">
          <Name>{memberName(team, message.sender)}</Name>
        </b>
        <time className={css['time']} dateTime={message.at} title={moment(message.at)}>
          {clock(Date.parse(message.at) - Date.parse(startedAt))}
        </time>
      </div>
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
            span.text
          ) : (
            // Spans have no identity beside their order.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className={css['mention']} data-m={memberOf(team, span.mentioned)?.color}>
              {span.text}
            </span>
          ),
        )}
      </p>
      {message.cut && (
        <div className={css['all']}>
          <LongTextButton
            title={`Message of ${memberName(team, message.sender)}`}
            revision={message.revision}
            pointer={`/result/posts/${postIndex(message.id)}/text`}
          />
        </div>
      )}
    </article>
  );
});
