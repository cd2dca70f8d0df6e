import type { TurnDetail } from '../../src-shared/contract/runs-contract.ts';
import { ERROR_CODES } from '../../src-shared/kernel/error-codes.ts';
import { isJsonObject } from '../../src-shared/kernel/json.ts';
import { Name } from '../ui/Name.tsx';
import { visibleText } from '../ui/visible-text.ts';
import { LongTextButton } from './LongText.tsx';
import { memberName, memberOf, roomName } from './member-of.ts';
import { useRunState } from './run-store.ts';
import css from './TurnInspector.module.css';
import { ValueTree } from './ValueTree.tsx';

const sentences: Readonly<Record<string, string>> = ERROR_CODES;
interface GivenMessage {
  readonly id: string;
  readonly sender: string;
  readonly roomId: string;
  readonly text: string;
}
const isGivenMessage = (value: unknown): value is GivenMessage =>
  isJsonObject(value) && ['id', 'sender', 'roomId', 'text'].every((key) => typeof value[key] === 'string');

/** The input of a turn; its messages as messages, whatever else it holds by name. */
export function TurnInput({ input }: { input: unknown }) {
  const team = useRunState((run) => run.team);
  if (!isJsonObject(input)) return <ValueTree value={input} />;
  const { messages, ...rest } = input;
  if (!Array.isArray(messages) || !messages.every(isGivenMessage)) return <ValueTree value={input} />;
  return (
    <>
      <ValueTree value={rest} />
      <p className={css['label']}>messages</p>
      {messages.length === 0 && <p className="dimmer">none</p>}
      <ul>
        {messages.map((message) => (
          <li key={message.id} className={css['given']} data-m={memberOf(team, message.sender)?.color}>
            <p className="small">
              <b className="strong">
                <Name>{memberName(team, message.sender)}</Name>
              </b>{' '}
              <span className="dim">
                in <Name>{roomName(team, message.roomId)}</Name>
              </span>
            </p>
            <ValueTree value={message.text} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a turn answered, or why it did not. */
export function TurnOutput({ detail }: { detail: TurnDetail }) {
  const settled = detail.revisions.at(-1);
  if (detail.code !== null)
    return (
      <>
        <p>
          <b className="strong">{Object.hasOwn(sentences, detail.code) ? sentences[detail.code] : 'The turn failed.'}</b>{' '}
          <code className="code dim">{detail.code}</code>
        </p>
        {detail.cause !== null && <pre className={css['cause']}>{visibleText(detail.cause)}</pre>}
      </>
    );
  if (detail.state !== 'completed') return <p className="dim">No answer yet.</p>;
  return (
    <>
      <ValueTree value={detail.result} />
      {detail.cut && settled !== undefined && (
        <LongTextButton title={`Answer of ${detail.member}`} revision={settled} pointer="/result/summary" />
      )}
    </>
  );
}
