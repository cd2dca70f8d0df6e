import type { TurnDetail } from '../../../src-shared/contract/runs-contract.ts';
import { ERROR_CODES } from '../../../src-shared/kernel/error-codes.ts';
import { isJsonObject, type JsonValue } from '../../../src-shared/kernel/json.ts';
import type { TurnView } from '../../../src-shared/run/run-view.ts';
import { Name } from '../../ui/Name.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { memberName, memberOf } from '../member-of.ts';
import { useRunState } from '../run-store.ts';
import { postIndex } from '../selection.ts';
import css from './Inspect.module.css';
import { MessageLink } from './MessageLink.tsx';
import { TextValue, ValueTree } from './ValueTree.tsx';

const sentences: Readonly<Record<string, string>> = ERROR_CODES;
interface GivenMessage {
  readonly id: string;
  readonly sender: string;
  readonly roomId: string;
  readonly text: string;
}
const isGivenMessage = (value: unknown): value is GivenMessage =>
  isJsonObject(value) && ['id', 'sender', 'roomId', 'text'].every((key) => typeof value[key] === 'string');

/** A message of a turn: who said it where, and what. */
function Said({ message, revision, asks = [] }: { message: GivenMessage; revision?: number | undefined; asks?: readonly string[] }) {
  const team = useRunState((run) => run.team);
  // Where it is known which event saved it, what travelled as its beginning can be read whole.
  const known = useRunState(({ messages }) => messages[message.roomId]?.findLast(({ id }) => id === message.id)?.revision) ?? revision;
  return (
    <li className={css['given']} data-m={memberOf(team, message.sender)?.color}>
      <MessageLink message={message} />
      {asks.length > 0 && (
        <span className={css['label']}>
          {' '}
          asks <Name>{asks.map((id) => memberName(team, id)).join(', ')}</Name>
        </span>
      )}
      <p>
        <TextValue
          text={message.text}
          title={`Message of ${memberName(team, message.sender)}`}
          {...(known !== undefined && { from: { revision: known, pointer: `/result/posts/${postIndex(message.id)}/text` } })}
        />
      </p>
    </li>
  );
}

/** The input of a turn: what asked for it, its messages as messages, whatever else it holds by name. */
export function TurnInput({ detail, turn }: { detail: TurnDetail; turn: TurnView | undefined }) {
  const team = useRunState((run) => run.team);
  const { input, inputDigest } = detail;
  const title = `Input of ${memberName(team, detail.member)}`;
  const { messages, ...rest } = isJsonObject(input) ? input : {};
  const given = Array.isArray(messages) && messages.every(isGivenMessage) ? messages : null;
  return (
    <>
      {turn !== undefined && turn.triggers.length > 0 && (
        <div className={css['chips']}>
          <span className={css['label']}>asked for by</span>
          {turn.triggers.map((trigger) => (
            <MessageLink key={trigger.id} message={trigger} />
          ))}
        </div>
      )}
      {input === null ? (
        <p className="dim">The log no longer gives the input of this turn.</p>
      ) : given === null ? (
        <ValueTree value={input} title={title} />
      ) : (
        <>
          <ValueTree value={rest} title={title} />
          <p className={css['label']}>messages</p>
          {given.length === 0 && <p className="dimmer">none</p>}
          <ul>
            {given.map((message) => (
              <Said key={message.id} message={message} />
            ))}
          </ul>
        </>
      )}
      {inputDigest !== null && (
        <p className="small dimmer cut" title={inputDigest}>
          <code className="code">{inputDigest}</code>
        </p>
      )}
    </>
  );
}

/** What a turn answered, or why it did not. */
export function TurnOutput({ detail: { code, cause, state, result, revisions, member, position } }: { detail: TurnDetail }) {
  const team = useRunState((run) => run.team);
  const settled = revisions.at(-1);
  if (code !== null)
    return (
      <>
        <p>
          <b className="strong">{Object.hasOwn(sentences, code) ? sentences[code] : 'The turn failed.'}</b>{' '}
          <code className="code dim">
            <Name>{code}</Name>
          </code>
        </p>
        {cause !== null && <pre className={css['cause']}>{visibleText(cause)}</pre>}
      </>
    );
  if (state !== 'completed') return <p className="dim">No answer yet.</p>;
  const { posts, ...rest } = isJsonObject(result) ? result : {};
  const said = Array.isArray(posts) ? posts.flatMap((post, index) => messageOf(post, `${position}/${index}`, member)) : [];
  return (
    <>
      <ValueTree
        value={isJsonObject(result) ? rest : result}
        title={`Answer of ${memberName(team, member)}`}
        place={settled === undefined ? undefined : { revision: settled, pointer: '/result' }}
      />
      {said.length > 0 && (
        <>
          <p className={css['label']}>messages</p>
          <ul>
            {said.map(({ message, asks }) => (
              <Said key={message.id} message={message} revision={settled} asks={asks} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** A post of an answer as the message that it became. */
function messageOf(post: JsonValue, id: string, sender: string): { message: GivenMessage; asks: readonly string[] }[] {
  if (!isJsonObject(post)) return [];
  const { roomId, text, mentions } = post;
  if (typeof roomId !== 'string' || typeof text !== 'string') return [];
  const asks = Array.isArray(mentions) ? mentions.filter((mention) => typeof mention === 'string') : [];
  return [{ message: { id, sender, roomId, text }, asks }];
}
