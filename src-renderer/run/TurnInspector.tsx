import { X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { TurnDetail } from '../../src-shared/contract/contract.ts';
import { ERROR_CODES } from '../../src-shared/kernel/error-codes.ts';
import { isJsonObject } from '../../src-shared/kernel/json.ts';
import { connectHost } from '../host-client/connect.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import { IconButton } from '../ui/Button.tsx';
import { clock, money, shortNumber, shortTime } from '../ui/format-amount.ts';
import { Name } from '../ui/Name.tsx';
import { MemberBar } from '../ui/Seats.tsx';
import { visibleText } from '../ui/visible-text.ts';
import { LongTextButton } from './LongText.tsx';
import { memberName, memberOf, roomName } from './member-of.ts';
import { useRunState, useRunStore } from './run-store.ts';
import css from './TurnInspector.module.css';
import { ValueTree } from './ValueTree.tsx';

const sentences: Readonly<Record<string, string>> = ERROR_CODES;
const amount = (value: number | null, unit: string): string => {
  if (value === null) return '–';
  if (unit === 'ms') return shortTime(value);
  if (unit === 'bytes')
    return `${shortNumber(value)}B`
      .replace('kB', ' kB')
      .replace('MB', ' MB')
      .replace(/^(\d+)B$/, '$1 B');
  return `${shortNumber(value)} ${unit}`;
};

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css['group']}>
      <h3 className={css['title']}>{title}</h3>
      {children}
    </section>
  );
}

interface GivenMessage {
  readonly id: string;
  readonly sender: string;
  readonly roomId: string;
  readonly text: string;
}
const isGivenMessage = (value: unknown): value is GivenMessage =>
  isJsonObject(value) && ['id', 'sender', 'roomId', 'text'].every((key) => typeof value[key] === 'string');

/** The input of a turn; its messages as messages, whatever else it holds by name. */
function Given({ input }: { input: unknown }) {
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

function Answer({ detail }: { detail: TurnDetail }) {
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

function Facts({ detail }: { detail: TurnDetail }) {
  const startedAt = useRunState(({ view }) => view.startedAt);
  const since = (iso: string) => clock(Date.parse(iso) - Date.parse(startedAt));
  return (
    <>
      <Group title="Limits">
        {detail.limits.length === 0 ? (
          <p className="dim">No limit is known for this turn.</p>
        ) : (
          <dl className={css['numbers']}>
            {detail.limits.map(({ name, limit, used, unit }) => (
              <div key={name} className={css['number']}>
                <dt>
                  <Name>{name}</Name>
                </dt>
                <dd className="num">
                  {amount(used, unit)} <span className="dimmer">of {limit === null ? 'no limit' : amount(limit, unit)}</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Group>
      <Group title="Usage">
        {detail.usage === null ? (
          <p className="dim">This turn used no tokens that were reported.</p>
        ) : (
          <dl className={css['numbers']}>
            {(
              [
                ['Input tokens', detail.usage.inputTokens, shortNumber],
                ['Output tokens', detail.usage.outputTokens, shortNumber],
                ['Cost', detail.usage.costMicroUsd, money],
              ] as const
            ).map(([name, value, format]) => (
              <div key={name} className={css['number']}>
                <dt>{name}</dt>
                <dd className="num">{value === null ? <span className="dimmer">unknown</span> : format(value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Group>
      <Group title="Attempts">
        {detail.attempts.length === 0 && <p className="dim">No attempt has started.</p>}
        <ol>
          {detail.attempts.map(({ attempt, startedAt: start, endedAt, end }) => (
            <li key={attempt} className={css['number']}>
              <span>Attempt {attempt}</span>
              <span className="num">
                {since(start)}
                {endedAt !== null && ` – ${since(endedAt)}`} <span className="dimmer">{end}</span>
              </span>
            </li>
          ))}
        </ol>
      </Group>
    </>
  );
}

/** What a turn was given, what it answered, and what it used of its limits. */
export function TurnInspector({ position }: { position: string }) {
  const store = useRunStore();
  const runId = useRunState(({ head }) => head.runId);
  const team = useRunState((run) => run.team);
  const [owner] = useState(
    () => Object.entries(store.getState().turns).find(([, turns]) => turns.some((one) => one.position === position))?.[0],
  );
  const turn = useRunState(({ turns }) => (owner === undefined ? undefined : turns[owner]?.findLast((one) => one.position === position)));
  const state = turn?.state;
  const [detail, setDetail] = useState<TurnDetail | null>(null);
  const [error, setError] = useState<string | null>(null);
  const region = useRef<HTMLElement>(null);
  // Asked again when the turn settles or is tried again.
  useEffect(() => {
    const leave = new AbortController();
    connectHost()
      .runs.turn({ runId, position }, { signal: leave.signal })
      .then((answer) => {
        setDetail(answer);
        setError(null);
      })
      .catch((failure: unknown) => {
        if (!leave.signal.aborted) setError(hostErrorOf(failure).message);
      });
    return () => leave.abort();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [runId, position, state, turn?.attempt]);
  useEffect(() => region.current?.focus(), []);
  const close = useCallback(() => store.setState({ selected: null }), [store]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null) close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [close]);
  const shown = detail;
  const member = shown?.member ?? owner ?? '';
  return (
    <section ref={region} className={css['inspector']} aria-label="Turn" tabIndex={-1}>
      <header className={css['head']}>
        <MemberBar color={memberOf(team, member)?.color} />
        <h2 className="strong cut">
          <Name>{member === '' ? position : memberName(team, member)}</Name>
        </h2>
        {turn !== undefined && <span className={css['fact']}>turn {turn.turn}</span>}
        {shown !== null && <span className={css['fact']}>{shown.state}</span>}
        <span className="grow" />
        <IconButton label="Close turn" shortcut="Esc" onClick={close}>
          <X />
        </IconButton>
      </header>
      {/* What scrolls is scrolled by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css['body']} tabIndex={0}>
        {error !== null && shown === null && <p className={css['error']}>{error}</p>}
        {shown !== null && (
          <>
            <Group title="Input">
              {shown.input === null ? (
                <p className="dim">The log no longer gives the input of this turn.</p>
              ) : (
                <Given input={shown.input} />
              )}
              {shown.inputDigest !== null && (
                <p className="small dimmer cut" title={shown.inputDigest}>
                  <code className="code">{shown.inputDigest}</code>
                </p>
              )}
            </Group>
            <Group title="Output">
              <Answer detail={shown} />
            </Group>
            <Facts detail={shown} />
            {shown.cut && <p className={css['note']}>Long texts are shown as their beginning.</p>}
          </>
        )}
      </div>
    </section>
  );
}
