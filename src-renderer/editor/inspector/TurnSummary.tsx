import type { ReactNode } from 'react';
import { isJsonObject, type JsonValue, stringOf } from '../../../src-shared/kernel/json.ts';
import { isList } from '../../../src-shared/team-document/document-path.ts';
import { Name } from '../../ui/Name.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { useEditor } from '../editor-store.ts';
import { glimpseOf } from './fields.tsx';
import css from './Script.module.css';
import { type Place, useValue } from './places.ts';

/** Most of a text that a closed turn shows. */
const MOST = 240;
const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (isList(value) ? value : []);
const fieldOf = (value: JsonValue | undefined, key: string): JsonValue | undefined => (isJsonObject(value) ? value[key] : undefined);
const seconds = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

/** What a turn does: what it says, posts and keeps, how it ends. */
export function TurnSummary({ place }: { place: Place }) {
  const turn = useValue(place);
  const fail = fieldOf(turn, 'fail');
  const delay = fieldOf(turn, 'delayMs');
  const tools = [...listOf(fieldOf(turn, 'steps')).flatMap((step) => listOf(fieldOf(step, 'tools'))), ...listOf(fieldOf(turn, 'tools'))];
  const data = fieldOf(turn, 'data');
  const lines: [string, ReactNode][] = [
    ...(stringOf(fieldOf(turn, 'say')) === ''
      ? []
      : [['say', <TemplateText key="say">{stringOf(fieldOf(turn, 'say'))}</TemplateText>] as [string, ReactNode]]),
    ...tools.map((tool): [string, ReactNode] => [
      'tool',
      <span key="tool" className="code">
        <Name>{`${stringOf(fieldOf(tool, 'name'))} ${glimpseOf(fieldOf(tool, 'input'))}`}</Name>
      </span>,
    ]),
    ...listOf(fieldOf(turn, 'posts')).map((post): [string, ReactNode] => ['post', <Post key="post" post={post} />]),
    ...(data === undefined ? [] : [['data', <Name key="data">{glimpseOf(data)}</Name>] as [string, ReactNode]]),
    ...(typeof delay === 'number' ? [['delay', seconds(delay)] as [string, ReactNode]] : []),
    ...(fail === undefined
      ? []
      : [
          [
            'fail',
            <Name key="fail">{`${stringOf(fieldOf(fail, 'code')) || 'EFFECT_FAILED'} ${glimpseOf(fieldOf(fail, 'message'))}`}</Name>,
          ] as [string, ReactNode],
        ]),
  ];
  if (lines.length === 0) return <p className="small dim">Says nothing.</p>;
  return (
    <dl className={css['lines']}>
      {lines.map(([word, text], index) => (
        // A turn's lines have no identity beside their order.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <dt>{word}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Post({ post }: { post: JsonValue }) {
  const room = stringOf(fieldOf(post, 'room'));
  const name = useEditor(({ team }) => team.rooms.find(({ id }) => id === room)?.name ?? room);
  return (
    <>
      <Name>{name}</Name>:{' '}
      {listOf(fieldOf(post, 'mentions')).map((id) => (
        <Mention key={stringOf(id)} id={stringOf(id)} />
      ))}
      <TemplateText>{stringOf(fieldOf(post, 'text'))}</TemplateText>
    </>
  );
}

function Mention({ id }: { id: string }) {
  const name = useEditor(({ team }) => team.members.find((member) => member.id === id)?.name ?? id);
  const color = useEditor(({ team }) => team.members.find((member) => member.id === id)?.color);
  return (
    <>
      <span className={css['mention']} data-m={color}>
        <Name>{`@${name}`}</Name>
      </span>{' '}
    </>
  );
}

/** A text with its templates set off. */
function TemplateText({ children }: { children: string }) {
  const text = children.length > MOST ? `${children.slice(0, MOST).toWellFormed()}…` : children;
  return (
    <bdi>
      {visibleText(text)
        .split(/(\{\{[^{}]*\}\})/u)
        .map((part, index) =>
          index % 2 === 1 ? (
            // Parts of one text.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className={css['template']}>
              {part}
            </span>
          ) : (
            part
          ),
        )}
    </bdi>
  );
}
