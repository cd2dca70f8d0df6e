import { isJsonObject, type JsonObject, type JsonValue, stringOf } from '../kernel/json.ts';
import { DEFAULT_TURNS_PER_MEMBER } from './defaults.ts';
import { isList, valueIn } from './document-path.ts';
import { freeId, idsIn } from './edit/free-id.ts';
import { renameId } from './edit/rename-thing.ts';
import { seat, seatEveryone } from './edit/seating.ts';
import { setField } from './edit/set-field.ts';
import { LISTS, thingsOf } from './edit/thing-key.ts';
import { idFromName } from './id-from-name.ts';
import { outlineOf } from './outline.ts';
import { labelOf } from './place.ts';
import { stepsOf } from './pointer-steps.ts';
import type { ProblemCode } from './problem-codes.ts';
import type { Problem } from './problem.ts';
import { visible, withoutHidden } from './shown.ts';
import { namesIn } from './template.ts';
import { templateNamesOf } from './template-names.ts';
import { withoutSecrets } from './text-problems.ts';

/** One way to solve a problem: what a button says and what it does to the document. */
export interface Fix {
  readonly label: string;
  readonly apply: (document: JsonObject) => JsonObject;
}
type Steps = readonly (string | number)[];
/** A problem with its place, and what stands there now. */
interface Found {
  readonly document: JsonObject;
  readonly steps: Steps;
  readonly value: JsonValue | undefined;
  readonly problem: Problem;
}

const put = (label: string, steps: Steps, value: JsonValue | undefined): Fix => ({
  label,
  apply: (document) => setField(document, steps, value),
});
const remove = (label: string, steps: Steps): Fix => put(label, steps, undefined);
/** The word that was probably meant, as the problem's own label says it. */
const useWord = ({ problem: { fix, word }, steps }: Found): Fix[] =>
  fix === undefined || word === undefined ? [] : [put(fix, steps, word)];

/** Words that are no addresses though they look like ones (schema.ts). */
const RESERVED = ['constructor', 'prototype'];
const freshId = (document: JsonObject, wanted: string): string => freeId(new Set([...idsIn(document), ...RESERVED]), wanted);

function nameOf(document: JsonObject, kind: 'member' | 'room', id: string): string {
  const things = thingsOf(document, kind);
  const index = things.findIndex((thing) => isJsonObject(thing) && thing['id'] === id);
  return labelOf(things[index] ?? { id }, index);
}

/** Seats a member in the room of a post, given the place of that post. */
function seatAt({ document }: Found, post: Steps, memberId: JsonValue | undefined): Fix[] {
  const room = valueIn(document, [...post, 'room']);
  if (typeof room !== 'string' || typeof memberId !== 'string') return [];
  const label = `Seat ${nameOf(document, 'member', memberId)} in ${nameOf(document, 'room', room)}`;
  return [{ label, apply: (now) => seat(now, memberId, room) }];
}

function addressFor({ document, steps, value }: Found): Fix[] {
  if (steps.at(-1) !== 'id') return [];
  const name = stringOf(valueIn(document, [...steps.slice(0, -1), 'name']));
  const kind = (['member', 'room'] as const).find((one) => LISTS[one] === steps[0] && steps.length === 3);
  const word = idFromName(typeof value === 'string' ? value : name, kind ?? 'team');
  const id = steps.length === 1 ? freeId(new Set(RESERVED), word) : freshId(document, word);
  const label = `Give it the id ${id}`;
  // A wrong address may be named in seats and posts already: it changes there too.
  return kind === undefined || typeof value !== 'string'
    ? [put(label, steps, id)]
    : [{ label, apply: (now) => renameId(now, kind, value, id) }];
}

function missing(found: Found): Fix[] {
  const { document, steps } = found;
  const post = steps.slice(0, -1);
  switch (steps.at(-1)) {
    case 'id':
      return addressFor(found);
    case 'text':
      return [put('Leave the text empty', steps, '')];
    case 'members':
      return [put('Begin with nobody', steps, [])];
    case 'room': {
      const sender = valueIn(document, [...steps.slice(0, 2), 'id']);
      const rooms = outlineOf(document).rooms.filter(({ seats }) => seats.some(({ id }) => id === sender));
      const here = rooms.flatMap(({ id }) => (id === null ? [] : [put(`Post to ${nameOf(document, 'room', id)}`, steps, id)]));
      return [...here.slice(0, 1), remove('Remove the post', post)];
    }
    case undefined:
    default:
      return [];
  }
}

/** Fields without which the thing around them is none: removing one makes another problem. */
const REQUIRED: ReadonlySet<unknown> = new Set(['id', 'format', 'formatVersion', 'form', 'members', 'kind', 'text', 'room', 'directory']);

function renameKey({ document, steps, problem: { fix, word } }: Found): Fix[] {
  const parent = valueIn(document, steps.slice(0, -1));
  const key = steps.at(-1);
  if (fix === undefined || word === undefined || !isJsonObject(parent) || Object.hasOwn(parent, word)) return [];
  const renamed = Object.fromEntries(Object.entries(parent).map(([own, item]) => [own === key ? word : own, item]));
  return [put(fix, steps.slice(0, -1), renamed)];
}

/** Puts the right name, or nothing, in the place of the wrong ones of a text that the problem is about. */
function renameTemplates({ document, steps, value, problem: { fix, word } }: Found): Fix[] {
  if (typeof value !== 'string') return [];
  const { isKnown, nearest } = templateNamesOf(document, outlineOf(document).members);
  const wrong = new Set(namesIn(value).filter((name) => !isKnown(name) && nearest(name) === (word ?? null)));
  const without = (text: string) => value.replace(/\{\{([^{}]*)\}\}/gu, (whole, name: string) => (wrong.has(name.trim()) ? text : whole));
  if (fix !== undefined && word !== undefined) return [put(fix, steps, without(`{{${word}}}`))];
  return [put(`Remove ${[...wrong].map((name) => visible(`{{${name}}}`)).join(', ')}`, steps, without(''))];
}

function withoutSecret({ steps, value, problem: { fix = '' } }: Found): Fix[] {
  if (typeof value !== 'string' || steps.at(-1) === 'id') return [];
  const rest = withoutSecrets(value);
  return [put(fix, steps, rest === value || rest === '' ? undefined : rest)];
}

function withoutHiddenCharacters({ document, steps, value }: Found): Fix[] {
  if (typeof value !== 'string') return [];
  const text = withoutHidden(value).trim();
  const label = 'Remove the hidden characters';
  const kind = (['member', 'room'] as const).find((one) => LISTS[one] === steps[0]);
  if (steps.at(-1) !== 'id') return [put(label, steps, text === '' ? undefined : text)];
  const id = steps.length === 1 ? text || 'team' : freshId(document, text || 'thing');
  return kind === undefined ? [put(label, steps, id)] : [{ label, apply: (now) => renameId(now, kind, value, id) }];
}

const SCRIPT = { kind: 'scripted' } as const;

const FIXES: { readonly [code in ProblemCode]?: (found: Found) => Fix[] } = {
  REQUIRED: missing,
  INVALID_ID: addressFor,
  INVALID_VALUE: (found) => [...useWord(found), ...(REQUIRED.has(found.steps.at(-1)) ? [] : [remove('Remove it', found.steps)])],
  UNKNOWN_KEY: (found) => [...renameKey(found), remove('Remove it', found.steps)],
  FIELD_UNAVAILABLE: ({ steps }) => [remove('Remove it', steps)],
  ENGINE_MISSING: ({ steps, value, problem: { fix = '' } }) => [put(fix, steps, isJsonObject(value) ? { ...value, ...SCRIPT } : SCRIPT)],
  ENGINE_UNAVAILABLE_HERE: ({ steps, problem: { fix = '' } }) => [put(fix, steps, SCRIPT)],
  TOOLS_UNAVAILABLE: ({ steps, problem: { fix = '' } }) => {
    const turn = steps.slice(0, -1);
    return [{ label: fix, apply: (now) => setField(setField(now, [...turn, 'steps'], undefined), [...turn, 'tools'], undefined) }];
  },
  DUPLICATE_ID: ({ document, steps, value }) => {
    if (steps.at(-1) !== 'id') return [remove('Remove the second seat', steps)];
    const id = freshId(document, stringOf(value));
    return [put(`Give it the id ${visible(id)}`, steps, id)];
  },
  UNKNOWN_MEMBER: (found) => {
    const { document, steps, problem } = found;
    const list = valueIn(document, steps.slice(0, -1));
    const isThere = isList(list) && problem.word !== undefined && list.includes(problem.word);
    return [...(isThere ? [] : useWord(found)), remove(steps[0] === 'rooms' ? 'Remove the seat' : 'Remove the mention', steps)];
  },
  UNKNOWN_ROOM: (found) => [...useWord(found), remove('Remove the post', found.steps.slice(0, -1))],
  NOT_IN_ROOM: (found) => {
    const post = found.steps.slice(0, -1);
    return [...seatAt(found, post, valueIn(found.document, [...post.slice(0, 2), 'id'])), remove('Remove the post', post)];
  },
  MENTION_UNREACHABLE: (found) => [...seatAt(found, found.steps.slice(0, -2), found.value), remove('Remove the mention', found.steps)],
  // A member without the field has the first turn.
  NEVER_REACHED: ({ steps }) => [remove('Give it a first turn', [...steps, 'initialTurn'])],
  ROOM_EMPTY: ({ document, steps, value }) => {
    const id = isJsonObject(value) ? value['id'] : undefined;
    const isPeopled = typeof id === 'string' && thingsOf(document, 'member').length > 0;
    return [
      ...(isPeopled ? [{ label: 'Seat everyone', apply: (now: JsonObject) => seatEveryone(now, id) }] : []),
      remove('Remove the room', steps),
    ];
  },
  CAP_UNSAFE: ({ steps }) => [remove(`Use the default of ${DEFAULT_TURNS_PER_MEMBER}`, steps)],
  UNKNOWN_TEMPLATE: renameTemplates,
  SECRET_IN_DOCUMENT: withoutSecret,
  HIDDEN_CHARACTERS: withoutHiddenCharacters,
};
const isFixable = (code: string): code is keyof typeof FIXES => Object.hasOwn(FIXES, code);

/** The ways to solve a problem of this document, the likeliest first; none where only a person can tell what is meant. */
export function fixesOf(document: JsonObject, problem: Problem): readonly Fix[] {
  const steps = stepsOf(document, problem.path);
  if (!isFixable(problem.code)) return [];
  return FIXES[problem.code]?.({ document, steps, value: valueIn(document, steps), problem }) ?? [];
}
